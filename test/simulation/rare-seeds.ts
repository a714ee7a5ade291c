import { type DrillMode } from '../../src/runtime/drill/drill-day-plan.ts';

/** Days that are known to bring about what few days do. */
export const RARE_SEEDS: readonly { readonly seed: number; readonly drillMode: DrillMode }[] = [];
