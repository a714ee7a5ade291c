import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ignoreElements, map, scan, tap } from 'rxjs';
import { afterAll, describe, expect, it } from 'vitest';

import { backtest } from '../../src/backtest/backtest.ts';
import { createMemoryJournal } from '../../src/day/journal/open-day-journal.ts';
import { drill } from '../../src/drill/drill.ts';
import { alert, type Bar, defineStrategy, type Strategy } from '../../src/index.ts';
import { type HistoryAsked } from '../../src/model/market/bar.ts';
import { istClock, istDate } from '../../src/model/time/ist.ts';
import { type Outcome } from '../../src/ports/outcome.ts';
import { loadMarketKnowledge } from '../../src/settings/market/market-knowledge.ts';
import { barLines, indexCsv } from '../support/index-csv.ts';
import {
  at,
  DATE,
  type GoneProcess,
  processOf,
  type ProcessOptions,
} from '../support/recorded-day.ts';
import { loadAll, simulatedDay, valueOf } from '../support/simulated-day.ts';

const MINUTES = 15;
const WARMUP = 50;
const directory = mkdtempSync(join(tmpdir(), 'sauda-warm-up-'));
afterAll(() => {
  rmSync(directory, { recursive: true });
});

describe('a warm-up against the simulator over recorded prices', async () => {
  const path = join(directory, 'nifty.csv');
  const date = '2024-03-06';
  const dates = ['2024-03-01', '2024-03-04', '2024-03-05', date];
  writeFileSync(path, indexCsv(dates.flatMap(barLines)));

  /** Bars that a strategy saw where it was run. */
  async function barsSeen(run: (strategy: Strategy) => Promise<unknown>): Promise<readonly Bar[]> {
    const seen: Bar[] = [];
    const strategy = defineStrategy({
      name: 'warm',
      run: ({ bars }) =>
        bars('NIFTY', MINUTES, { warmup: WARMUP }).pipe(
          tap((bar) => seen.push(bar)),
          ignoreElements(),
        ),
    });
    await run(strategy);
    return seen;
  }

  const tested = await barsSeen(async (strategy) =>
    valueOf(
      await backtest({
        strategies: await loadAll([strategy]),
        prices: { files: [path] },
        from: date,
      }),
    ),
  );

  it('has a backtest to be held against', () => {
    expect(tested.filter(({ isWarmup }) => isWarmup === true)).toHaveLength(WARMUP);
    expect(tested).toHaveLength(WARMUP + 25);
  });

  it.each(['live', 'paper'] as const)(
    'brings %s what the backtest of the day has',
    async (mode) => {
      const seen = await barsSeen((strategy) =>
        simulatedDay({ mode, at: `${date}T09:14`, strategies: [strategy], prices: path }),
      );
      expect(seen.slice(0, WARMUP)).toEqual(tested.slice(0, WARMUP));
      expect(seen.map(({ startMs }) => startMs)).toEqual(tested.map(({ startMs }) => startMs));
    },
  );
});

/** An average that goes on over all bars, said at each. */
const average = defineStrategy({
  name: 'average',
  run: ({ bars }) =>
    bars('NIFTY', MINUTES, { warmup: WARMUP }).pipe(
      scan(({ paise }, bar) => ({ bar, paise: paise + (bar.closePaise - paise) / 10 }), {
        bar: null as Bar | null,
        paise: 2_400_000,
      }),
      map(({ bar, paise }) => alert('info', `${stampOf(bar?.startMs ?? 0)} ${paise.toFixed(2)}`)),
    ),
});
const strategies = await loadAll([average]);

function stampOf(atMs: number): string {
  return `${istDate(atMs)} ${istClock(atMs).slice(0, 5)}`;
}

/** A source that fails so many times before it answers, and what it was asked. */
function source(failures: number) {
  const asked: HistoryAsked[] = [];
  const history: ProcessOptions['history'] = (market) => (one) => {
    asked.push(one);
    const outcome: Outcome<readonly Bar[]> =
      asked.length <= failures
        ? { kind: 'unknown', cause: { reason: 'timeout', status: null, detail: 'none came' } }
        : { kind: 'accepted', value: market.barsBefore?.(one) ?? [] };
    return Promise.resolve(outcome);
  };
  return { asked, history };
}

/** What it said. */
function said({ commands }: GoneProcess): readonly string[] {
  return commands.map(
    (line) => (JSON.parse(line) as { command: { message: string } }).command.message,
  );
}

/** Starts of bars that were spoken of. */
function startsIn(messages: readonly string[]): readonly string[] {
  return messages.map((message) => message.split(' ').slice(0, 2).join(' '));
}

const early = { strategies, fromMs: at('09:10') };

describe('a warm-up on a journaled day', async () => {
  const whole = source(0);
  const day = await processOf({
    ...early,
    journal: createMemoryJournal(),
    history: whole.history,
    untilMs: at('11:02'),
  });

  it('comes before the bars of the day, each once', () => {
    const starts = startsIn(said(day));
    expect(starts).toHaveLength(WARMUP + 7);
    expect(starts).toEqual([...new Set(starts)].sort());
    expect(starts[WARMUP - 1]).toBe('2026-10-29 15:30');
    expect(starts[WARMUP]).toBe(`${DATE} 09:15`);
    expect(whole.asked).toHaveLength(1);
  });

  it.each(['09:11', '09:40', '10:20'])(
    'is the same after a kill at %s, and is asked for once',
    async (killed) => {
      const { asked, history } = source(0);
      const journal = createMemoryJournal();
      const parts = { ...early, journal, history };
      const first = await processOf({ ...parts, untilMs: at(killed) });
      const fromMs = at(killed) + 20_000;
      const second = await processOf({ ...parts, fromMs, untilMs: at('11:02') });
      // The second process says again what the first one said, from the journal.
      expect(said(second).slice(0, said(first).length)).toEqual(said(first));
      expect(said(second).slice(0, WARMUP)).toEqual(said(day).slice(0, WARMUP));
      expect(startsIn(said(second))).toEqual(startsIn(said(day)));
      expect(second.notices.filter((notice) => notice.includes('is held'))).toEqual([]);
      expect(asked).toHaveLength(1);
    },
  );

  it('is the same from a source that fails twice', async () => {
    const { asked, history } = source(2);
    const later = await processOf({
      ...early,
      journal: createMemoryJournal(),
      history,
      untilMs: at('11:02'),
    });
    expect(said(later)).toEqual(said(day));
    expect(asked).toHaveLength(3);
  });

  it('is given up where the source never answers well, and says why', async () => {
    const { asked, history } = source(Infinity);
    const without = await processOf({
      ...early,
      journal: createMemoryJournal(),
      history,
      fromMs: at('09:14:50'),
      untilMs: at('10:02'),
    });
    const [warning, ...bars] = said(without);
    expect(warning).toBe(
      'Warm-up of NIFTY: 0 of 50 bars of 15 minutes, timeout: none came (given up after 6 requests in 30 s)',
    );
    expect(startsIn(bars)).toEqual([`${DATE} 09:15`, `${DATE} 09:30`, `${DATE} 09:45`]);
    expect(asked).toHaveLength(6);
  });

  it('brings the bars before a start in mid-day, and the one that was under way', async () => {
    const { history } = source(0);
    const late = await processOf({
      ...early,
      journal: createMemoryJournal(),
      history,
      fromMs: at('09:52'),
      untilMs: at('11:02'),
    });
    const starts = startsIn(said(late));
    expect(starts.slice(-5)).toEqual(startsIn(said(day)).slice(-5));
    expect(starts).toEqual([...new Set(starts)].sort());
    expect(starts.filter((start) => start < `${DATE} 09:45`)).toHaveLength(WARMUP);
  });
});

describe('a warm-up on days of faults', () => {
  it.each([
    { mode: 'live', days: 8 },
    { mode: 'paper', days: 2 },
  ] as const)('$mode breaks no invariant', async ({ mode, days }) => {
    let warm = 0;
    const strategy = defineStrategy({
      name: 'warm',
      run: ({ bars }) =>
        bars('NIFTY', MINUTES, { warmup: WARMUP }).pipe(
          tap(({ isWarmup = false }) => (warm += isWarmup ? 1 : 0)),
          map(({ startMs, closePaise }) =>
            alert('info', `${stampOf(startMs)} ${String(closePaise)}`),
          ),
        ),
    });
    const loaded = await loadAll([strategy]);
    const { failures } = await drill({
      knowledge: loadMarketKnowledge(),
      strategiesOf: () => loaded,
      ...{ from: 1, to: days, mode, drillMode: 'safety', faults: null, areSelfChecksShown: false },
    });
    expect(failures.map(({ seed, violations }) => ({ seed, first: violations[0] }))).toEqual([]);
    expect(warm).toBeGreaterThanOrEqual((days * WARMUP) / 2);
  });
});
