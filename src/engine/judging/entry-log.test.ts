import { expect, it } from 'vitest';

import { aLeg, PE } from '../../../test/support/engine-rig.ts';
import { DEFAULT_ENGINE_LIMITS } from '../engine-limits.ts';
import { EntryLog } from './entry-log.ts';

const limits = { ...DEFAULT_ENGINE_LIMITS, legEntriesWithinMs: 10_000, duplicateWithinMs: 5_000 };

/** A log with an entry of a call at 0, and one of another leg at 4,000. */
function aLog(): EntryLog {
  const log = new EntryLog();
  log.add({ runId: 'run', commandIndex: 0 }, [aLeg()], { nowMs: 0, limits });
  const other = aLeg({ leg: 'pe', contract: PE });
  log.add({ runId: 'run', commandIndex: 1 }, [other, aLeg()], { nowMs: 4_000, limits });
  return log;
}

it.each([
  ['the same', aLeg(), 4_500, { legEntries: 2, sameAgeMs: 500 }],
  ['of another leg', aLeg({ leg: 'x' }), 4_500, { legEntries: 0, sameAgeMs: 500 }],
  ['of another size', aLeg({ quantityUnits: 150 }), 4_500, { legEntries: 2, sameAgeMs: null }],
  ['to the other side', aLeg({ side: 'buy' }), 4_500, { legEntries: 2, sameAgeMs: null }],
  ['of another contract', aLeg({ contract: PE }), 4_500, { legEntries: 2, sameAgeMs: 500 }],
  ['at the edge of the window', aLeg(), 9_999, { legEntries: 2, sameAgeMs: 5_999 }],
  ['past the window', aLeg(), 10_000, { legEntries: 1, sameAgeMs: 6_000 }],
])('an entry %s finds those before it', (...[, order, nowMs, found]) => {
  const ref = { runId: 'run', commandIndex: 2 };
  expect(aLog().like(order, ref, { nowMs, limits })).toEqual(found);
});

it('an entry is no repetition of its own command, nor of another run', () => {
  const at = { nowMs: 4_500, limits };
  const own = aLog().like(aLeg(), { runId: 'run', commandIndex: 1 }, at);
  expect(own).toEqual({ legEntries: 1, sameAgeMs: 4_500 });
  const other = aLog().like(aLeg(), { runId: 'other', commandIndex: 2 }, at);
  expect(other).toEqual({ legEntries: 0, sameAgeMs: null });
});

it('keeps nothing that no rule can ask for any more', () => {
  const log = aLog();
  log.add({ runId: 'run', commandIndex: 2 }, [], { nowMs: 14_000, limits });
  const kept = log.like(aLeg(), { runId: 'run', commandIndex: 3 }, { nowMs: 4_500, limits });
  expect(kept).toEqual({ legEntries: 0, sameAgeMs: null });
});
