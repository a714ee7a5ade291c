import { type SweepResult, type SweepVariant, type VariantRun } from './sweep-result.ts';

/** What is known of a variant when a sweep ends, before it is judged. */
export interface TriedVariant extends Pick<
  SweepVariant,
  'index' | 'params' | 'status' | 'problem'
> {
  /** Null where it was not run. */
  readonly run: VariantRun | null;
}

/** A sweep that has ended, before it is summed up. */
export interface TriedSweep extends Pick<
  SweepResult,
  'strategy' | 'params' | 'method' | 'combinations' | 'split' | 'rank' | 'seed'
> {
  readonly variants: readonly TriedVariant[];
}
