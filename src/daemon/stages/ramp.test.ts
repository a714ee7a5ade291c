import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { type CalendarDay } from '../../model/time/calendar.ts';
import { Ramp, type RampedShadow, type RampOptions } from './ramp.ts';
import { StageLedger } from './stage-ledger.ts';

const DATE = '2026-10-30';
const RUN = `straddle@${DATE}/paper`;

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sauda-ramp-'));
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

/** Why a day of a shadow run is not clean. */
function whyOf(shadow: Pick<RampedShadow, 'isEnded'>): string | null | undefined {
  const ledger = new StageLedger(join(directory, `${String(shadow.isEnded)}.stages`));
  const books = {
    runs: [{ runId: RUN, state: 'running' }],
    intents: [{ runId: RUN, filledUnits: 1 }],
    halt: { state: 'active' },
  };
  const trading = {
    audit: { listen: () => () => undefined },
    picture: () => ({ books, problems: [] }),
    view: () => ({ runs: [] }),
    planned: [{ header: { runId: RUN } }],
    note: () => undefined,
  };
  const journal = { entriesOf: () => [{ kind: 'event', atMs: 0, event: null } as const] };
  const code = { name: 'straddle', sourceHash: 's', paramsHash: 'p', platform: 'x' };
  const options = {
    ...{ settings: { fillDifference: { paise: 50, percent: 5 } }, ledger, trading, changed: [] },
    day: { date: DATE, sessions: [{ startMs: 1, endMs: 2 }] } as unknown as CalendarDay,
    clock: { nowMs: () => 2 },
    strategies: [{ name: 'straddle', code, standing: { stage: 'shadow' } }],
    shadow: { trading, journal, ...shadow },
    onVetoes: () => undefined,
  };
  new Ramp(options as unknown as RampOptions).record(journal);
  const [day] = ledger.read().records;
  return day?.kind === 'day' ? day.why : undefined;
}

it('a day counts for no shadow run that had stopped before its end', () => {
  expect(whyOf({ isEnded: true })).toBe('the shadow runs had stopped');
  expect(whyOf({ isEnded: false })).toBeNull();
});
