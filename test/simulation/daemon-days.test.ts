import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import { type CliContext } from '../../src/apps/cli/cli-context.ts';
import { createDayLoader } from '../../src/apps/cli/strategies/day-loader.ts';
import { problem } from '../../src/base/problem.ts';
import { type DaySummary } from '../../src/day/day-summary.ts';
import { istTimestamp } from '../../src/model/time/ist.ts';
import { daemonDays } from '../support/daemon-days.ts';
import { loadAll, shipped } from '../support/simulated-day.ts';

const directory = mkdtempSync(join(tmpdir(), 'sauda-daemon-'));
afterAll(() => {
  rmSync(directory, { recursive: true, force: true });
});

/** Saturday the 7th trades, Sunday the 8th has its hour in the evening, and Tuesday the 10th is a holiday of the table. */
const DIWALI = `calendar:
  specialSessions:
    - {date: 2026-11-07, name: Saturday session, kind: full, sessions: [{from: '09:15', to: '12:30'}]}
    - {date: 2026-11-08, name: Muhurat trading, kind: muhurat, sessions: [{from: '18:00', to: '19:00'}]}`;

describe('a daemon from the Friday before Diwali to the Wednesday after it', async () => {
  const at = '2026-11-06T06:00';
  const ran = await daemonDays({ stateDirectory: directory, at, more: DIWALI, daysMax: 5 });
  const { end, summaries, standings, notices } = ran;
  const DATES = ['2026-11-06', '2026-11-07', '2026-11-08', '2026-11-09', '2026-11-11'];

  it('trades and closes every day of the calendar, none twice and none missed', () => {
    expect(end).toMatchObject({ tradedDays: 5, lostDays: 0 });
    expect(summaries.map(({ date }) => date)).toEqual(DATES);
    const isFlat = ({ open, positions, halt }: DaySummary): boolean =>
      open.length === 0 && halt.state === 'active' && positions.every((of) => of.netUnits === 0);
    expect(summaries.filter(isFlat)).toHaveLength(5);
    expect(summaries[0]?.orders.filled).toBeGreaterThan(0);
  });

  it('says what it does: waits until the window is near, opens, trades, closes', () => {
    const states = standings.map(({ state }) => state).slice(1);
    const aDay = ['waiting', 'opening', 'trading', 'closing'];
    expect(states).toEqual([...DATES.flatMap(() => aDay), 'stopped']);
    const opened = standings.filter(({ state }) => state === 'opening').slice(1);
    const at8 = DATES.map((date) => `${date}T08:00:00.000+05:30`);
    expect(opened.map(({ sinceMs }) => istTimestamp(sinceMs))).toEqual(at8);
  });

  it('writes a report of each day, for its owner alone', () => {
    const reports = join(directory, 'reports');
    const names = DATES.flatMap((date) => [
      `default.live.${date}.json`,
      `default.live.${date}.txt`,
    ]);
    expect(readdirSync(reports).sort()).toEqual(names);
    expect(names.map((name) => statSync(join(reports, name)).mode & 0o777)).toEqual(
      names.map(() => 0o600),
    );
    const told = notices.filter(({ code }) => code === 'day-report-written');
    expect(told.map(({ facts }) => facts)).toEqual(
      DATES.map((date) => ({ date, path: join(reports, `default.live.${date}.txt`) })),
    );
    const written = readFileSync(join(reports, 'default.live.2026-11-08.json'), 'utf8');
    expect(JSON.parse(written)).toEqual(JSON.parse(JSON.stringify(summaries[2])));
  });
});

it('reports the day on which a changed module runs as it was loaded first, and no other', async () => {
  const path = join(directory, 'idle.js');
  const write = (word: string): void => {
    const run = `run: () => NEVER.pipe(endWith('${word}'))`;
    writeFileSync(
      path,
      `import { endWith, NEVER } from 'rxjs';
import { defineStrategy } from 'sauda';
export default defineStrategy({ name: 'idle', ${run} });
`,
    );
  };
  write('first');
  const { signal } = new AbortController();
  const context = { workingDirectory: directory, signal } as CliContext;
  const { notices, summaries } = await daemonDays({
    stateDirectory: join(directory, 'kept'),
    at: '2026-10-28T08:30',
    more: 'isolation: none',
    daysMax: 3,
    load: createDayLoader(context, { files: [path], journalPath: null }),
    onDayOver: ({ date }) => {
      if (date === '2026-10-28') write('second');
      else write('first');
    },
  });
  expect(summaries).toHaveLength(3);
  const kept = notices.filter(({ code }) => code === 'strategy-source-kept');
  expect(kept.map(({ facts, atMs }) => [facts, istTimestamp(atMs).slice(0, 10)])).toEqual([
    [{ file: path }, '2026-10-29'],
  ]);
});

it('reports a trading day without known hours, and goes on to the next one', async () => {
  const at = '2026-11-06T16:00';
  const ran = await daemonDays({ stateDirectory: directory, at, daysMax: 1 });
  expect(ran.notices.map(({ code, facts }) => ({ code, facts }))).toContainEqual({
    code: 'day-without-hours',
    facts: { date: '2026-11-08' },
  });
  expect(ran.summaries.map(({ date }) => date)).toEqual(['2026-11-09']);
});

describe('a day that cannot begin', () => {
  it('is tried again, and traded once what was wrong is put right', async () => {
    const at = '2026-10-30T08:30';
    let loads = 0;
    const { summaries, notices } = await daemonDays({
      stateDirectory: directory,
      at,
      daysMax: 1,
      load: async () => {
        loads += 1;
        const strategies = await loadAll([shipped('short-straddle.yaml')]);
        if (loads > 3) return { strategies, keptSources: [] };
        return { strategies: [], keptSources: [], unusable: [problem('It is broken')] };
      },
    });
    expect(summaries.map(({ date }) => date)).toEqual(['2026-10-30']);
    const refused = notices.filter(({ code }) => code === 'day-refused');
    // The same cause is reported once.
    expect(refused.map(({ facts }) => facts)).toEqual([
      expect.objectContaining({ date: '2026-10-30', cause: 'It is broken', isUnderWay: false }),
    ]);
  });

  it('begins without a strategy that is broken, as long as another is left', async () => {
    const { summaries, notices } = await daemonDays({
      stateDirectory: directory,
      at: '2026-10-30T08:30',
      daysMax: 1,
      load: async () => {
        const strategies = await loadAll([shipped('short-straddle.yaml')]);
        return { strategies, keptSources: [], unusable: [problem('It is broken')] };
      },
    });
    expect(summaries).toMatchObject([
      { date: '2026-10-30', didNotRun: [{ runId: null, why: 'It is broken' }] },
    ]);
    const codes = notices.filter(({ severity }) => severity === 'critical').map(({ code }) => code);
    expect(codes).toEqual(['strategy-unusable']);
  });

  it('is lost at its last close, and does not keep the next one from its time', async () => {
    const at = '2026-10-30T14:00';
    const codes: string[] = [];
    const { end, summaries, notices } = await daemonDays({
      stateDirectory: directory,
      at,
      daysMax: 2,
      load: async () => {
        const strategies = await loadAll([shipped('short-straddle.yaml')]);
        if (codes.includes('day-lost')) return { strategies, keptSources: [] };
        return { strategies: [], keptSources: [], unusable: [problem('It is broken')] };
      },
      onNotice: ({ code }) => {
        codes.push(code);
      },
    });
    expect(end).toMatchObject({ tradedDays: 1, lostDays: 1 });
    expect(summaries.map(({ date }) => date)).toEqual(['2026-11-02']);
    expect(notices.filter(({ code }) => code === 'day-lost').map(({ facts }) => facts)).toEqual([
      { date: '2026-10-30', cause: 'It is broken' },
    ]);
  });
});

it('ends at once when it is stopped while it waits', async () => {
  const stopping = new AbortController();
  const { end } = await daemonDays({
    stateDirectory: directory,
    at: '2026-10-31T12:00',
    signal: stopping.signal,
    onStanding: ({ state }) => {
      if (state === 'waiting') stopping.abort();
    },
  });
  expect(end).toMatchObject({ tradedDays: 0, lostDays: 0 });
});

it('sums up a day that a stop cuts short, and writes no report of it', async () => {
  const state = join(directory, 'stopped');
  const stopping = new AbortController();
  const { end } = await daemonDays({
    stateDirectory: state,
    at: '2026-10-30T12:00',
    signal: stopping.signal,
    onStanding: (standing) => {
      if (standing.state === 'trading') stopping.abort();
    },
  });
  expect(end).toMatchObject({ tradedDays: 0, endedEarly: { date: '2026-10-30' } });
  expect(existsSync(join(state, 'reports'))).toBe(false);
});

it('halts the next day before it begins where a halt came while no day was open', async () => {
  let listens = 0;
  const { summaries } = await daemonDays({
    stateDirectory: directory,
    at: '2026-10-30T07:00',
    daysMax: 2,
    listenForHalt: (halt) => {
      listens += 1;
      if (listens === 1) halt('prices look wrong');
      return () => undefined;
    },
  });
  expect(summaries.map(({ halt, orders }) => [halt.state, orders.placed])).toEqual([
    ['halted', 0],
    ['halted', 0],
  ]);
});
