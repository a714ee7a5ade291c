import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { type DaySummary } from '../../src/day/day-summary.ts';
import { openAccountTime } from '../../src/daemon/days/account-time.ts';
import { openDayJournal } from '../../src/day/journal/open-day-journal.ts';
import { instantAt } from '../../src/model/time/ist.ts';
import { daemonDays, type DaemonDays, daemonSettings } from '../support/daemon-days.ts';
import { loadAll, shipped, valueOf } from '../support/simulated-day.ts';

const FRIDAY = '2026-10-30';
let state: string;
let journalPath: string;
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'sauda-left-'));
  journalPath = join(state, 'account.journal');
});
afterEach(() => {
  rmSync(state, { recursive: true });
});

/** A daemon that starts on the Saturday, and is stopped once it waits for the Monday. */
async function startOnSaturday(): Promise<DaemonDays> {
  const stop = new AbortController();
  return daemonDays({
    ...{ stateDirectory: state, at: '2026-10-31T06:00', journalPath, signal: stop.signal },
    onStanding: ({ state: standing }) => {
      if (standing === 'waiting') stop.abort();
    },
  });
}

function reported(): DaySummary {
  return JSON.parse(
    readFileSync(join(state, 'reports', `default.live.${FRIDAY}.json`), 'utf8'),
  ) as DaySummary;
}

/** What only the process knows that traded it: requests, real time, what its simulator assumed. */
const OF_PROCESS: ReadonlySet<string> = new Set(['routes', 'firstFillAfterRealMs', 'assumptions']);

function fromJournal(summary: DaySummary): object {
  return Object.fromEntries(Object.entries(summary).filter(([key]) => !OF_PROCESS.has(key)));
}

it('a day under way whose sessions end while it is opened again is put away, and not lost', async () => {
  const stop = new AbortController();
  const trading = { stateDirectory: state, journalPath, daysMax: 1 };
  await daemonDays({
    ...{ ...trading, at: `${FRIDAY}T15:00`, signal: stop.signal },
    onStanding: ({ state: standing }) => {
      if (standing === 'trading') stop.abort();
    },
  });
  const again = { stateDirectory: state, journalPath, at: `${FRIDAY}T15:39` };
  const time = valueOf(await openAccountTime(daemonSettings(again)));
  const journal = valueOf(openDayJournal({ path: journalPath, account: 'default', mode: 'live' }));
  const second = new AbortController();
  const { notices, end, summaries } = await daemonDays(
    {
      ...{ ...again, signal: second.signal },
      load: async () => {
        time.builtIn?.clock.advanceTo(instantAt(FRIDAY, '15:41'));
        return { strategies: await loadAll([shipped('short-straddle.yaml')]), keptSources: [] };
      },
      onDayOver: () => {
        second.abort();
      },
    },
    { journal, time },
  );
  journal.journal.close();
  await time.close();
  expect(notices.map(({ code }) => code)).not.toContain('day-lost');
  expect(end.lostDays).toBe(0);
  expect(summaries.map(({ date }) => date)).toEqual([FRIDAY]);
});

describe('a day that was traded and never put away', () => {
  beforeEach(async () => {
    const at = `${FRIDAY}T06:00`;
    const strategies = ['short-straddle.yaml', 'iron-condor.yaml'].map(shipped);
    await daemonDays({ stateDirectory: state, at, journalPath, daysMax: 1, strategies });
    rmSync(`${journalPath}.closed`);
  });

  it('has the same report as if it had been, once', async () => {
    const before = reported();
    expect(before.orders.filled).toBeGreaterThan(0);
    const { summaries, notices, standings } = await startOnSaturday();
    expect(summaries.map(({ date }) => date)).toEqual([FRIDAY]);
    expect(fromJournal(reported())).toEqual(fromJournal(before));
    expect(notices.map(({ code, severity }) => [code, severity])).toContainEqual([
      'day-finished-late',
      'info',
    ]);
    expect(standings.map((of) => of.state)).toContain('closing');
    expect((await startOnSaturday()).summaries).toEqual([]);
  });

  it('is tried again at the next start where its report cannot be written', async () => {
    rmSync(join(state, 'reports'), { recursive: true });
    writeFileSync(join(state, 'reports'), '');
    const { notices } = await startOnSaturday();
    expect(notices.map(({ code }) => code)).toContain('day-report-unwritten');
    rmSync(join(state, 'reports'));
    await startOnSaturday();
    expect(reported().date).toBe(FRIDAY);
  });
});
