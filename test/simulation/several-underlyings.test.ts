import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { backtest } from '../../src/backtest/backtest.ts';
import { underlyingsOf } from '../../src/backtest/backtest-refusals.ts';
import { istClock } from '../../src/model/time/ist.ts';
import { barLines, indexCsv } from '../support/index-csv.ts';
import { loadAll, valueOf } from '../support/simulated-day.ts';

const directory = mkdtempSync(join(tmpdir(), 'sauda-underlyings-'));
afterAll(() => {
  rmSync(directory, { recursive: true });
});

const DATE = '2024-03-04';

/** A day of an index at one level, and at another from noon on. */
function priceFile(name: string, [morning, afternoon]: readonly [number, number]): string {
  const path = join(directory, `${name}.csv`);
  const lines = barLines(DATE).map((line, minute) => {
    const [stamp = ''] = line.split(',');
    const level = (minute < 165 ? morning : afternoon).toFixed(2);
    return [stamp, level, level, level, level].join(',');
  });
  writeFileSync(path, indexCsv(lines));
  return path;
}

const files = [
  priceFile('nifty', [22_400, 22_400]),
  priceFile('banknifty', [47_300, 47_600]),
] as const;

/** What a file fills: the hour, the leg, what it trades and at which side. */
async function fills(rest: string): Promise<readonly string[]> {
  const path = join(directory, 'pair.yaml');
  writeFileSync(path, `name: pair\nschemaVersion: 1\nunderlying: NIFTY\nexit: 15:10\n${rest}`);
  const strategies = await loadAll([path]);
  expect(strategies.flatMap(underlyingsOf)).toEqual(['NIFTY', 'BANKNIFTY']);
  const { days } = valueOf(await backtest({ prices: { files: [...files] }, strategies }));
  const all = days.flatMap((day) => day.fills).toSorted((a, b) => a.atMs - b.atMs);
  return all.map(({ atMs, leg, side, symbol, units }) => {
    const index = /^[A-Z]+/.exec(symbol)?.[0] ?? '';
    const strike = /[CP](\d+)$/.exec(symbol)?.[1] ?? '';
    return `${istClock(atMs).slice(0, 2)} ${leg} ${side} ${String(units)} ${index} ${strike}`;
  });
}

const LEGS = `legs:
  n: { side: buy, type: CE, strike: ATM, indexTarget: 100 points }
  b: { side: buy, type: CE, strike: OTM1, underlying: BANKNIFTY, indexTarget: 100 points }
`;
const ENTRIES = ['10 b buy 15 BANKNIFTY 47400', '10 n buy 50 NIFTY 22400'];
const EXITS = ['12 b sell 15 BANKNIFTY 47400', '15 n sell 50 NIFTY 22400'];

it('legs trade each its own index, in its own strikes and lots, and are measured on it', async () => {
  const found = await fills(`entry: 10:00\n${LEGS}`);
  expect(found.slice(0, 2).toSorted()).toEqual(ENTRIES);
  expect(found.slice(2)).toEqual(EXITS);
});

it('rules enter them together, too', async () => {
  const rules = 'rules:\n  - { when: { at: 10:00 }, then: [{ enter: all }] }\n';
  const found = await fills(LEGS + rules);
  expect(found.slice(0, 2).toSorted()).toEqual(ENTRIES);
  expect(found.slice(2)).toEqual(EXITS);
});

it('a leg is entered again in its own index', async () => {
  const again = 'target: 20%, onTarget: { reenter: { how: immediately } }';
  const found = await fills(
    `entry: 10:00\nlegs:\n  b: { side: buy, type: CE, strike: ATM, underlying: BANKNIFTY, ${again} }\n`,
  );
  expect(found.slice(0, 3)).toEqual([
    '10 b buy 15 BANKNIFTY 47300',
    '12 b sell 15 BANKNIFTY 47300',
    '12 b buy 15 BANKNIFTY 47600',
  ]);
});
