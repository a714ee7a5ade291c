import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { lockFile } from '../../adapters/journal/file-lock.ts';
import { type CalendarDay } from '../../model/time/calendar.ts';
import { type ToldNotice } from '../../notices/told-notice.ts';
import { addLateDays } from './late-stage-days.ts';
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

/** Records a day of a shadow run. The codes of the notices. */
function recordDay(
  ledger: StageLedger,
  shadow: Pick<RampedShadow, 'isEnded'>,
): readonly ToldNotice[] {
  const told: ToldNotice[] = [];
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
    note: (notice: ToldNotice) => told.push(notice),
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
  return told;
}

/** Why a day of a shadow run is not clean. */
function whyOf(shadow: Pick<RampedShadow, 'isEnded'>): string | null | undefined {
  const ledger = new StageLedger(join(directory, `${String(shadow.isEnded)}.stages`));
  expect(recordDay(ledger, shadow)).toEqual([]);
  const [day] = ledger.read().records;
  return day?.kind === 'day' ? day.why : undefined;
}

it('a day counts for no shadow run that had stopped before its end', () => {
  expect(whyOf({ isEnded: true })).toBe('the shadow runs had stopped');
  expect(whyOf({ isEnded: false })).toBeNull();
});

it('a day whose ledger stays locked says so, and is counted once at the next start', () => {
  const ledger = new StageLedger(join(directory, 'locked.stages'));
  const lock = lockFile(`${ledger.path}.lock`);
  const [told] = recordDay(ledger, { isEnded: false });
  expect(told).toMatchObject({ code: 'stage-day-unkept', facts: { date: DATE, isKept: true } });
  addLateDays(ledger);
  lock.close();
  expect(ledger.read().records).toEqual([]);
  addLateDays(ledger);
  addLateDays(ledger);
  expect(ledger.read().records).toMatchObject([{ kind: 'day', date: DATE, why: null }]);
});

it('a day that was kept for later counts no more once its strategy was set back', () => {
  const ledger = new StageLedger(join(directory, 'set.stages'));
  const lock = lockFile(`${ledger.path}.lock`);
  recordDay(ledger, { isEnded: false });
  lock.close();
  const code = { name: 'straddle', sourceHash: 's', paramsHash: 'p', platform: 'x' };
  const back = {
    date: DATE,
    atMs: 3,
    from: 'one-lot',
    to: 'shadow',
    reason: 'x',
    by: 'x',
  } as const;
  ledger.add([{ kind: 'set', ...back, ...code }]);
  addLateDays(ledger);
  expect(ledger.read().records).toMatchObject([{ kind: 'set' }]);
});
