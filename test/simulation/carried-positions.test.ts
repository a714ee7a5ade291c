import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { EMPTY, filter, map, merge, mergeMap, of, take, tap, withLatestFrom } from 'rxjs';
import { afterAll, describe, expect, it } from 'vitest';

import { backtest } from '../../src/backtest/backtest.ts';
import {
  buy,
  type Command,
  defineStrategy,
  type LegPosition,
  percent,
  place,
  protectHeld,
  selectNow,
  sell,
  squareOff,
  type Strategy,
  type StrategyContext,
} from '../../src/index.ts';
import { instantAt } from '../../src/model/time/ist.ts';
import { type BacktestResult } from '../../src/results/backtest-result.ts';
import { barLines, indexCsv } from '../support/index-csv.ts';
import { loadAll, shipped, valueOf } from '../support/simulated-day.ts';

const directory = mkdtempSync(join(tmpdir(), 'sauda-carried-'));
afterAll(() => {
  rmSync(directory, { recursive: true });
});

const EXPIRY = '2024-03-07';
const [MONDAY, TUESDAY, WEDNESDAY] = ['2024-03-04', '2024-03-05', '2024-03-06'];
const DATES = [MONDAY, TUESDAY, WEDNESDAY, EXPIRY, '2024-03-11'];
const STOP_PERCENT = 20;

function priceFile(name: string, lines: readonly string[]): string {
  const path = join(directory, name);
  writeFileSync(path, indexCsv(lines));
  return path;
}

const nifty = priceFile('nifty.csv', DATES.flatMap(barLines));

/** Bars of a Monday at one level, of higher ones, and of a Wednesday that sinks by 1 % until its end. */
function levelLines(date: string): readonly string[] {
  const firstRupees = date === MONDAY ? 25_000 : 25_100;
  return barLines(date).map((line, minute) => {
    const [stamp = ''] = line.split(',');
    const sunk = date === WEDNESDAY ? minute / 37_500 : 0;
    const level = (firstRupees * (1 - sunk)).toFixed(2);
    return [stamp, level, level, level, level].join(',');
  });
}

async function run(
  strategies: readonly (Strategy | string)[],
  prices = nifty,
): Promise<BacktestResult> {
  const loaded = await loadAll(strategies);
  return valueOf(await backtest({ prices: { files: [prices] }, strategies: loaded }));
}

type Seen = Record<string, readonly (readonly [leg: string, units: number])[]>;

const unitsOf = (all: readonly LegPosition[]): readonly (readonly [string, number])[] =>
  all.map(({ leg, netUnits }) => [leg, netUnits] as const);

interface Holder {
  readonly name?: string;
  readonly lots?: number;
  /** What it held at each start is put here. */
  readonly seen?: Seen;
}

/** Buys lots of the call at the money of the nearest expiry on its first day, and does something later. */
function holder(
  { name = 'holder', lots = 2, seen = {} }: Holder,
  later: (context: StrategyContext<unknown>) => ReturnType<Strategy['run']>,
): Strategy {
  return defineStrategy({
    name,
    run: (context) => {
      const { at, chain, positions, fills, run: header } = context;
      const told: string[] = [];
      return merge(
        fills.pipe(
          tap(() => told.push('fill')),
          mergeMap(() => EMPTY),
        ),
        positions.pipe(
          take(1),
          tap((held) => {
            expect(told).toEqual([]);
            seen[header.date] = unitsOf(held);
          }),
          mergeMap(() => EMPTY),
        ),
        header.date === MONDAY
          ? at('10:00').pipe(
              selectNow(chain('NIFTY')),
              map(({ atm }) => place(buy(atm.ce, { leg: 'ce', lots, product: 'carry-forward' }))),
            )
          : later(context),
      );
    },
  });
}

/** At 11:00 of a date a command made of what is held. */
function on(
  { at, positions, run: header }: StrategyContext<unknown>,
  date: string,
  command: (held: LegPosition) => Command,
): ReturnType<Strategy['run']> {
  if (header.date !== date) return EMPTY;
  return at('11:00').pipe(
    withLatestFrom(positions),
    mergeMap(([, [held]]) => (held === undefined ? EMPTY : of(command(held)))),
  );
}

/** Everything that was paid and received. */
function cashPaise({ days }: BacktestResult): number {
  const fills = days.flatMap((day) => day.fills);
  return fills.reduce(
    (sum, { side, units, pricePaise }) => sum + (side === 'buy' ? -1 : 1) * units * pricePaise,
    0,
  );
}

const fillsOf = ({ days }: BacktestResult): readonly (readonly string[])[] =>
  days.map(({ fills }) => fills.map(({ role, side, units }) => `${role} ${side} ${String(units)}`));

describe('a position that is carried forward', () => {
  it('is shown at each start, is left in parts, and comes to what the fills come to', async () => {
    const seen: Seen = {};
    const strategy = holder({ seen }, (context) =>
      merge(
        on(context, TUESDAY, ({ contract }) =>
          place(sell(contract, { leg: 'ce', lots: 1, role: 'exit' })),
        ),
        on(context, WEDNESDAY, () => squareOff('enough')),
      ),
    );
    const result = await run([strategy]);
    expect(seen).toEqual({
      [MONDAY]: [],
      [TUESDAY]: [['ce', 100]],
      [WEDNESDAY]: [['ce', 50]],
      [EXPIRY]: [],
      '2024-03-11': [],
    });
    expect(fillsOf(result)).toEqual([
      ['entry buy 100'],
      ['exit sell 50'],
      ['exit sell 50'],
      [],
      [],
    ]);
    expect(result.trades).toMatchObject([{ units: 100, closedBy: 'exit' }]);
    expect(result.totals.grossPaise).toBe(cashPaise(result));
    expect(result.days.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok']);
  });

  it('is left through a stop order that a later day placed', async () => {
    const seen: Seen = {};
    const strategy = holder({ seen }, ({ session, positions, run: { date } }) =>
      date === MONDAY
        ? EMPTY
        : session.pipe(
            filter(({ edge }) => edge === 'open'),
            withLatestFrom(positions),
            map(([, held]) => held),
            protectHeld({ stop: percent(STOP_PERCENT) }),
          ),
    );
    const sinking = priceFile('nifty-sinking.csv', DATES.flatMap(levelLines));
    const result = await run([strategy], sinking);
    expect(fillsOf(result).slice(0, 3)).toEqual([['entry buy 100'], [], ['stop sell 100']]);
    expect(result.trades).toMatchObject([{ closedBy: 'stop' }]);
    expect(result.totals.grossPaise).toBe(cashPaise(result));
    expect(seen[EXPIRY]).toEqual([]);
  });

  it('is not shown after it was settled', async () => {
    const seen: Seen = {};
    const result = await run([holder({ seen }, () => EMPTY)]);
    expect(seen[EXPIRY]).toEqual([['ce', 100]]);
    expect(seen['2024-03-11']).toEqual([]);
    expect(result.trades).toMatchObject([{ closedBy: 'settlement' }]);
  });

  it('is not shown after its expiry passed on a day without prices', async () => {
    const seen: Seen = {};
    const gap = priceFile(
      'gap-nifty.csv',
      DATES.filter((date) => date !== EXPIRY).flatMap(barLines),
    );
    const result = await run([holder({ seen }, () => EMPTY)], gap);
    expect(seen[WEDNESDAY]).toEqual([['ce', 100]]);
    expect(seen['2024-03-11']).toEqual([]);
    expect(result.trades).toMatchObject([{ closedBy: 'settlement' }]);
  });

  it('is squared off when its strategy fails on a later day', async () => {
    const strategy = holder({}, (context) =>
      on(context, TUESDAY, () => {
        throw new RangeError('a fault of the strategy');
      }),
    );
    const result = await run([strategy]);
    expect(fillsOf(result).slice(0, 2)).toEqual([['entry buy 100'], ['exit sell 100']]);
    expect(result.days[1]).toMatchObject({ status: 'ran-with-problems', reason: /a fault of/ });
  });

  it("stays each strategy's own where two share the account and the contract", async () => {
    const [mine, theirs]: [Seen, Seen] = [{}, {}];
    const leaver = holder({ name: 'leaver', seen: mine }, (context) =>
      on(context, TUESDAY, () => squareOff('out')),
    );
    const keeper = holder({ name: 'keeper', seen: theirs, lots: 1 }, () => EMPTY);
    const result = await run([leaver, keeper]);
    expect([mine[WEDNESDAY], theirs[WEDNESDAY]]).toEqual([[], [['ce', 50]]]);
    expect(result.days[1]?.fills).toMatchObject([{ strategy: 'leaver', units: 100 }]);
    expect(result.trades.map(({ strategy, closedBy }) => [strategy, closedBy])).toEqual([
      ['leaver', 'exit'],
      ['keeper', 'settlement'],
    ]);
  });

  it('is told apart where one strategy runs twice', async () => {
    const [first, second]: [Seen, Seen] = [{}, {}];
    await run([
      holder({ seen: first, lots: 1 }, () => EMPTY),
      holder({ seen: second, lots: 3 }, () => EMPTY),
    ]);
    expect([first[TUESDAY], second[TUESDAY]]).toEqual([[['ce', 50]], [['ce', 150]]]);
  });
});

it('is closed by the exit time of a YAML strategy on the next day it runs', async () => {
  const path = join(directory, 'carried.yaml');
  const legs = 'legs: { ce: { side: sell, type: CE, strike: ATM } }';
  const head = 'name: carried\nschemaVersion: 1\nunderlying: NIFTY\nproduct: carry-forward';
  writeFileSync(path, `${head}\nentry: 10:00\nexit: 15:10\n${legs}\n`);
  const isBefore = (line: string): boolean => !line.includes(`${MONDAY}T15:`);
  const cut = priceFile('cut-nifty.csv', DATES.slice(0, 2).flatMap(barLines).filter(isBefore));
  const result = await run([path], cut);
  expect(fillsOf(result)).toEqual([
    ['entry sell 50'],
    ['entry sell 50', 'exit buy 50', 'exit buy 50'],
  ]);
  expect(result.trades.map(({ product }) => product)).toEqual(['carry-forward', 'carry-forward']);
  expect(result.totals.grossPaise).toBe(cashPaise(result));
});

/** The index a share lower, all day. */
function lower(line: string, share: number): string {
  const [stamp = '', ...prices] = line.split(',');
  return [stamp, ...prices.map((price) => (Number(price) * (1 - share)).toFixed(2))].join(',');
}

describe('the example of the guide', async () => {
  const isFallen = (date: string): boolean => date >= EXPIRY;
  const fallen = priceFile(
    'fallen-nifty.csv',
    DATES.flatMap((date) => barLines(date).map((line) => lower(line, isFallen(date) ? 0.02 : 0))),
  );
  const result = await run([shipped('overnight-call.ts')], fallen);

  it('keeps what it bought over night and sells it the next evening', () => {
    expect(fillsOf(result).slice(0, 2)).toEqual([['entry buy 50'], ['exit sell 50']]);
    const [bought, sold] = result.days.flatMap(({ fills }) => fills);
    expect(sold?.symbol).toBe(bought?.symbol);
    expect(sold?.atMs).toBeGreaterThan(instantAt(TUESDAY, '15:00'));
  });

  it('sells at once when the price opens below where its stop order would be', () => {
    const after = result.days.find(({ date }) => date === EXPIRY);
    expect(after?.reason).toMatch(/Trigger of a sell stop must be below/);
    expect(after?.fills[0]).toMatchObject({ role: 'exit', side: 'sell', units: 50 });
    expect(after?.fills[0]?.atMs).toBeLessThan(instantAt(EXPIRY, '09:20'));
  });
});
