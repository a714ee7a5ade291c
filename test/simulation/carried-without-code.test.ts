import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ignoreElements, merge, mergeMap } from 'rxjs';
import { expect, it, onTestFinished } from 'vitest';

import { problem } from '../../src/base/problem.ts';
import { type FollowedDay } from '../../src/daemon/account-board.ts';
import { buy, defineStrategy, place, selectNow } from '../../src/index.ts';
import { daemonDays, type DaemonDays } from '../support/daemon-days.ts';
import { loadAll, shipped } from '../support/simulated-day.ts';

const [FIRST, SECOND] = ['2026-10-29', '2026-10-30'];
const RUN_ID = `keeper@${SECOND}/live`;

/** Buys a call to keep, on the first day alone. */
const KEEPER = defineStrategy({
  name: 'keeper',
  run: ({ at, chain, run: { date } }) =>
    merge(
      chain('NIFTY').pipe(ignoreElements()),
      at('09:20').pipe(
        selectNow(chain('NIFTY')),
        mergeMap(({ atm }) => {
          const order = buy(atm.ce, { leg: 'ce', lots: 1, product: 'carry-forward' });
          return date === FIRST ? [place(order)] : [];
        }),
      ),
    ),
});

/** Two days, on the second of which the file of the keeper cannot be loaded. */
async function twoDays(onSecond: (day: FollowedDay) => void): Promise<DaemonDays> {
  const directory = mkdtempSync(join(tmpdir(), 'sauda-carried-'));
  onTestFinished(() => {
    rmSync(directory, { recursive: true });
  });
  let loads = 0;
  return daemonDays({
    ...{ stateDirectory: directory, journalPath: join(directory, 'a.journal') },
    ...{ at: `${FIRST}T08:30`, daysMax: 2 },
    load: async () => {
      loads += 1;
      const [keeper, straddle] = await loadAll([KEEPER, shipped('short-straddle.yaml')]);
      const all = [keeper, straddle].flatMap((one) => one ?? []);
      if (loads === 1) return { strategies: all, keptSources: [] };
      const leftOut = [{ path: 'keeper', before: 0, name: 'keeper' }];
      const unusable = [problem('It cannot be loaded', { file: 'keeper' })];
      return { strategies: all.slice(1), keptSources: [], unusable, leftOut };
    },
    onDay: (day) => {
      if (day.date === SECOND) onSecond(day);
      return () => undefined;
    },
  });
}

/** What is reported of the keeper's run on the second day. */
function toldOf({ notices }: DaemonDays): readonly string[] {
  return notices.flatMap(({ runId, code }) => (runId === RUN_ID ? [code] : []));
}

const legOf = ({ summaries }: DaemonDays) =>
  summaries[1]?.positions.find(({ runId }) => runId === RUN_ID);

it('a leg whose strategy cannot be loaded is in the books, held and reported; nothing is sent for it, and the others trade', async () => {
  const ran = await twoDays(() => undefined);
  expect(ran.summaries.map(({ date }) => date)).toEqual([FIRST, SECOND]);
  expect(ran.notices.map(({ code }) => code)).toContain('strategy-unusable');
  expect(toldOf(ran)).toEqual(expect.arrayContaining(['run-held', 'held-at-close']));
  expect(legOf(ran)).toMatchObject({ leg: 'ce', netUnits: 65 });
  expect(ran.summaries[1]?.orders.filled).toBeGreaterThan(2);
}, 180_000);

it('is closed by a flatten of its run', async () => {
  const ran = await twoDays((day) => {
    let isAsked = false;
    day.audit.listen(['learned'], () => {
      if (isAsked) return;
      isAsked = true;
      queueMicrotask(() => {
        day.ask({ action: 'flatten', runId: RUN_ID, reason: 'its file is broken' });
      });
    });
  });
  expect(toldOf(ran)).toEqual(expect.arrayContaining(['run-held', 'flattened', 'squared-off']));
  expect(legOf(ran)).toMatchObject({ leg: 'ce', netUnits: 0 });
}, 180_000);
