import { type EngineView } from '../engine/engine-view.ts';
import { type UnprotectedView } from './day-view.ts';

/** Legs that were held without the stop that their strategy asked for, longer than the bound or as things stand. */
export function unprotectedLegs({ protections }: EngineView): readonly UnprotectedView[] {
  return protections
    .filter(({ isBeyondBound, unprotectedSinceMs }) => isBeyondBound || unprotectedSinceMs !== null)
    .map(({ runId, leg, symbol, problem, ...at }) => {
      const { unprotectedSinceMs: sinceMs, longestUnprotectedMs: longestMs } = at;
      const units = sinceMs === null ? 0 : at.heldUnits - at.protectedUnits;
      return { runId, leg, symbol, units, sinceMs, longestMs, problem };
    });
}
