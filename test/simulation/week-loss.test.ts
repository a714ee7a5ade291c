import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';

import { backtest } from '../../src/backtest/backtest.ts';
import { withPolicies } from '../../src/loading/load-strategy.ts';
import {
  DEFAULT_CONSEQUENCES,
  NO_PROTECTIONS,
  type Protections,
} from '../../src/model/runs/run-policies.ts';
import { istClock } from '../../src/model/time/ist.ts';
import { ejectedText } from '../strategies/ejected.ts';
import { compiled } from '../strategies/play-both.ts';
import { barLines, indexCsv } from '../support/index-csv.ts';
import { loadAll, simulatedDay, valueOf } from '../support/simulated-day.ts';

const directory = mkdtempSync(join(tmpdir(), 'sauda-week-loss-'));
afterAll(() => {
  rmSync(directory, { recursive: true });
});

/** How far the index moves on each day, in percent: two weeks. Friday the 8th is a holiday. */
const MOVES: Readonly<Record<string, number>> = {
  '2024-03-04': -0.4,
  '2024-03-05': -0.7,
  '2024-03-06': 0.5,
  '2024-03-07': -0.9,
  '2024-03-11': -0.3,
  '2024-03-12': 0.6,
  '2024-03-13': -0.8,
};

function linesOf(date: string, percent: number): readonly string[] {
  return barLines(date).map((line, minute) => {
    const [stamp = ''] = line.split(',');
    const level = (22_400 * (1 + (percent * minute) / 37_500)).toFixed(2);
    return [stamp, level, level, level, level].join(',');
  });
}

const nifty = join(directory, 'nifty.csv');
writeFileSync(
  nifty,
  indexCsv(Object.entries(MOVES).flatMap(([date, percent]) => linesOf(date, percent))),
);

/** One call a day, with what the index then does. */
const BUYER = `name: buyer
schemaVersion: 1
underlying: NIFTY
entry: 10:00
exit: 15:10
legs: { ce: { side: buy, type: CE, strike: ATM } }
`;

let files = 0;

/** The strategy's file, as it is or ejected: a new one each time, since a module is loaded once. */
function written(text: string, form: 'yaml' | 'ts' = 'yaml'): string {
  files += 1;
  const path = join(directory, `buyer-${String(files)}.${form}`);
  writeFileSync(path, form === 'yaml' ? text : ejectedText(compiled(text)));
  return path;
}

interface RanDays {
  /** Gross of each day, paise. */
  readonly grossPaise: Readonly<Record<string, number>>;
  /** The days on which something was entered. */
  readonly entered: readonly string[];
  /** When each day's last exit filled. */
  readonly closedAt: Readonly<Record<string, string>>;
}

async function days(path: string, configured: Partial<Protections> = {}): Promise<RanDays> {
  const loaded = await loadAll([path]);
  const own = { protections: { ...NO_PROTECTIONS, ...configured } };
  const strategies = loaded.map((one) => ({ ...one, policies: withPolicies(one.policies, own) }));
  const result = valueOf(await backtest({ prices: { files: [nifty] }, strategies }));
  const ran = result.days.filter(({ date }) => date in MOVES);
  return {
    grossPaise: Object.fromEntries(ran.map(({ date, grossPaise }) => [date, grossPaise])),
    entered: ran.flatMap(({ date, fills }) => (fills.length > 0 ? [date] : [])),
    closedAt: Object.fromEntries(
      ran.map(({ date, fills }) => [date, istClock(fills.at(-1)?.atMs ?? 0).slice(0, 5)]),
    ),
  };
}

const ALL = Object.keys(MOVES);

describe.each(['yaml', 'ts'] as const)('a backtest of two weeks in %s', (form) => {
  it('locks the rest of a lost week, and starts fresh on Monday', async () => {
    const free = await days(written(BUYER, form));
    expect(free.entered).toEqual(ALL);
    const lostPaise = -(
      (free.grossPaise['2024-03-04'] ?? 0) + (free.grossPaise['2024-03-05'] ?? 0)
    );
    expect(lostPaise).toBeGreaterThan(0);
    // Reached on Tuesday, before its exit time; Wednesday would have earned some of it back.
    const rupees = Math.floor(lostPaise / 100) - 100;
    const limited = await days(
      written(`${BUYER}protections: { weekLoss: ${String(rupees)} rupees }\n`, form),
    );
    expect(limited.entered).toEqual([
      '2024-03-04',
      '2024-03-05',
      '2024-03-11',
      '2024-03-12',
      '2024-03-13',
    ]);
    expect(limited.closedAt['2024-03-04']).toBe('15:10');
    expect(limited.closedAt['2024-03-05']).not.toBe('15:10');
  });
});

it('enters on a day only while the week before it is above every drawn limit', async () => {
  const path = written(BUYER);
  const { grossPaise } = await days(path);
  const then = { ...DEFAULT_CONSEQUENCES, weekLoss: 'lock' } as const;
  const limits = fc.integer({ min: 50_000, max: 1_500_000 });
  await fc.assert(
    fc.asyncProperty(limits, async (weekLossPaiseMax) => {
      const { entered } = await days(path, { weekLossPaiseMax, then });
      // The model: what a limit that only locks leaves of each week, from the days without one.
      const expected = [ALL.slice(0, 4), ALL.slice(4)].flatMap((week) => {
        let sum = 0;
        let isLocked = false;
        return week.filter((date) => {
          if (isLocked) return false;
          sum += grossPaise[date] ?? 0;
          isLocked = sum <= -weekLossPaiseMax;
          return true;
        });
      });
      expect(entered).toEqual(expected);
    }),
    { numRuns: 6 },
  );
});

/** On Thursday no program runs. */
const RUN_DAYS = ['2024-03-04', '2024-03-05', '2024-03-06', '2024-03-11'];

interface Seen {
  readonly codes: readonly string[];
  readonly placed: number;
}

/** Days of one journal on paper, each stopped once in mid-day and started again. */
async function killedDays(
  text: string,
  form: 'yaml' | 'ts',
): Promise<Readonly<Record<string, Seen>>> {
  const path = written(text, form);
  const journalPath = join(directory, `week-${String(files)}.journal`);
  const seen: Record<string, Seen> = {};
  for (const date of RUN_DAYS) {
    const options = { strategies: [path], prices: nifty, journalPath, pollEvery: '1m' };
    const stop = new AbortController();
    const before = await simulatedDay({
      ...options,
      at: `${date}T09:14`,
      signal: stop.signal,
      onView: ({ atMs }) => {
        if (istClock(atMs) > '11:00') stop.abort();
      },
    });
    const after = await simulatedDay({ ...options, at: `${date}T11:02` });
    const codes = [...before.notices, ...after.notices].map(({ code }) => code);
    const week = codes.filter((code) => ['entries-locked', 'week-still-locked'].includes(code));
    seen[date] = { codes: [...new Set(week)], placed: after.summary.orders.placed };
  }
  return seen;
}

it.each(['yaml', 'ts'] as const)(
  'days on paper that are killed and started again lock the week, in %s',
  async (form) => {
    const { grossPaise } = await days(written(BUYER));
    const lostPaise = -((grossPaise['2024-03-04'] ?? 0) + (grossPaise['2024-03-05'] ?? 0));
    const limit = `protections: { weekLoss: ${String(Math.floor((lostPaise * 0.8) / 100))} rupees }\n`;
    expect(await killedDays(`${BUYER}${limit}`, form)).toMatchObject({
      '2024-03-04': { codes: [], placed: 2 },
      '2024-03-05': { codes: ['entries-locked'], placed: 2 },
      '2024-03-06': { codes: ['week-still-locked'], placed: 0 },
      '2024-03-11': { codes: [], placed: 2 },
    });
  },
  // A day of a daemon takes a second, and on a busy machine ten.
  180_000,
);
