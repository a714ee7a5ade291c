import { describe, expect, it } from 'vitest';

import { instantAt } from '../../model/time/ist.ts';
import { nifty, ReckonedAccount } from '../../../test/support/reckoned-account.ts';

const DAY = '2026-11-20';
const NEXT = '2026-11-23';
const call = nifty('CE', 24_500, '2026-11-23');

const bought = { at: '09:20', contract: call, side: 'buy', units: 65, pricePaise: 10_000 } as const;
const sold = { at: '10:00', contract: call, side: 'sell', units: 65, pricePaise: 11_000 } as const;

describe('a day that ends flat', () => {
  const account = new ReckonedAccount();
  const day = account.day(DAY, [bought, { ...sold, role: 'exit' }], { [call.symbol]: 11_000 });

  it('charges what a contract note of both orders would', () => {
    // Turnover 6,500 and 7,150 rupees. Brokerage 40; exchange 0.03553 % of 13,650: 4.85; SEBI 0.0001 %: 0.01;
    // GST 18 % of 44.8635: 8.08; STT 0.15 % of 7,150: 10.725, to 11; stamp 0.003 % of 6,500: 0.195, to 0.
    expect(day.costs).toEqual({
      brokeragePaise: 4_000,
      exchangePaise: 485,
      sebiPaise: 1,
      gstPaise: 808,
      sttPaise: 1_100,
      stampPaise: 0,
      totalPaise: 6_394,
    });
    expect(day).toMatchObject({ grossPaise: 65_000, netPaise: 58_606, turnoverPaise: 1_365_000 });
  });

  it('shows one trade from flat to flat', () => {
    expect(account.account.trades()).toMatchObject([
      {
        side: 'buy',
        units: 65,
        openedAtMs: instantAt(DAY, '09:20'),
        closedAtMs: instantAt(DAY, '10:00'),
        entryPaise: 10_000,
        exitPaise: 11_000,
        closedBy: 'exit',
        daysToExpiry: 3,
        grossPaise: 65_000,
        costsPaise: 6_394,
        netPaise: 58_606,
      },
    ]);
  });

  it('marks what is open at the end of every minute, after the costs so far', () => {
    const { equity } = day;
    expect(equity.slice(0, 2).map(({ atMs }) => atMs)).toEqual([
      instantAt(DAY, '09:20'),
      instantAt(DAY, '09:21'),
    ]);
    // Up 10 rupees a unit from the first mark on, less the share of the buy: it would cost 26.53 alone, the sell 37.33.
    expect(equity[1]?.netPaise).toBe(65_000 - 2_656);
    expect(equity.at(-1)).toEqual({ atMs: instantAt(DAY, '10:00'), netPaise: 58_606 });
    expect(equity).toHaveLength(41);
  });
});

describe('a carry-forward position', () => {
  const account = new ReckonedAccount();
  const entry = { ...bought, product: 'carry-forward' } as const;
  const first = account.day(DAY, [entry], { [call.symbol]: 10_400 });
  const second = account.day(NEXT, [], { [call.symbol]: 12_000, NIFTY: 2_463_050 });

  it('counts at its last price when the day ends', () => {
    expect(first).toMatchObject({ grossPaise: 26_000, leftOpen: [], trades: 1 });
  });

  it('settles at the index close, and pays the tax on exercise', () => {
    // 24,630.50 less 24,500: 130.50 a unit, from 104.00 the day before. STT 0.15 % of 8,482.50: 12.72, to 13.
    expect(second.grossPaise).toBe(65 * (13_050 - 10_400));
    expect(second.costs).toMatchObject({ sttPaise: 1_300, totalPaise: 1_300 });
    expect(second).toMatchObject({ trades: 0, netPaise: 65 * 2_650 - 1_300 });
    expect(second.equity.at(-1)).toEqual({
      atMs: instantAt(NEXT, '15:40'),
      netPaise: second.netPaise,
    });
  });

  it('is one trade over both days', () => {
    const [trade] = account.account.trades();
    expect(trade).toMatchObject({
      closedBy: 'settlement',
      closedAtMs: instantAt(NEXT, '15:30'),
      exitPaise: 13_050,
      grossPaise: 65 * 3_050,
      netPaise: first.netPaise + second.netPaise,
    });
  });

  it('shows the leg under the run of each day', () => {
    expect(second.legs).toMatchObject([{ runId: `straddle@${NEXT}/paper`, leg: 'ce' }]);
  });
});

describe('a carry-forward position that is never closed', () => {
  const account = new ReckonedAccount();
  const put = nifty('PE', 24_500, '2026-12-29');
  const short = { ...sold, contract: put, product: 'carry-forward' } as const;
  const first = account.day(DAY, [short], { [put.symbol]: 10_500 });

  it('can be closed on another day by a run of the same strategy and leg', () => {
    const back = { ...bought, contract: put, product: 'carry-forward' } as const;
    const second = account.day(NEXT, [back], { [put.symbol]: 9_000 });
    expect(first.grossPaise).toBe(65 * 500);
    expect(second.grossPaise).toBe(65 * 500);
    expect(account.account.trades()).toMatchObject([
      { side: 'sell', entryPaise: 11_000, exitPaise: 10_000, closedBy: 'entry' },
    ]);
  });

  it('stays open at its last price', () => {
    const other = new ReckonedAccount();
    other.day(DAY, [short], { [put.symbol]: 10_500 });
    expect(other.account.trades()).toMatchObject([
      { closedAtMs: null, closedBy: 'open', exitPaise: 10_500, grossPaise: 65 * 500 },
    ]);
  });
});

it('settles what expired on a day without prices at the index level known last', () => {
  const account = new ReckonedAccount();
  const entry = { ...bought, product: 'carry-forward' } as const;
  account.day(DAY, [entry], { [call.symbol]: 10_400, NIFTY: 2_460_000 });
  const late = account.day('2026-11-25', [], { NIFTY: 2_400_000 });
  expect(late.grossPaise).toBe(65 * (10_000 - 10_400));
  expect(late.settledLate).toMatchObject([
    {
      kind: 'prices',
      message: `Settled without prices of 2026-11-23, its expiry date: 65 ${call.symbol} (ce) at ₹100.00, by the index level known last, ₹24,600.00`,
      times: 1,
    },
  ]);
});

it('settles what expired on a day without prices by the last of several evenings', () => {
  const account = new ReckonedAccount();
  const entry = { ...bought, product: 'carry-forward' } as const;
  account.day('2026-11-19', [entry], { [call.symbol]: 10_400, NIFTY: 2_460_000 });
  account.day(DAY, [], { [call.symbol]: 16_000, NIFTY: 2_470_000 });
  const late = account.day('2026-11-25', [], { NIFTY: 2_400_000 });
  expect(late.grossPaise).toBe(65 * (20_000 - 16_000));
});

it('settles at the level of the last minute before 15:30', () => {
  const account = new ReckonedAccount();
  const lastMs = instantAt(NEXT, '15:29');
  const NIFTY = (atMs: number): number => {
    if (atMs < lastMs) return 2_460_000;
    return atMs < lastMs + 60_000 ? 2_463_000 : 2_466_000;
  };
  account.day(NEXT, [bought], { [call.symbol]: 10_000, NIFTY });
  expect(account.account.trades()).toMatchObject([{ closedBy: 'settlement', exitPaise: 13_000 }]);
});

it('marks what is open at the last price of each minute, not at the first of the next', () => {
  const riseMs = instantAt(DAY, '09:22');
  const prices = { [call.symbol]: (atMs: number): number => (atMs < riseMs ? 10_000 : 10_500) };
  const { equity } = new ReckonedAccount().day(DAY, [bought], prices);
  const [bare = 0, ...later] = equity.map(({ netPaise }) => netPaise);
  // Bought at 09:20; marked at 09:21, at 09:22 and, after the rise, at 09:23.
  expect(later.slice(0, 3)).toEqual([bare, bare, bare + 65 * 500]);
});

it('does not tell of what is settled on its expiry date', () => {
  const account = new ReckonedAccount();
  account.day(DAY, [{ ...bought, product: 'carry-forward' }], { NIFTY: 2_460_000 });
  expect(account.day(NEXT, [], { NIFTY: 2_460_000 }).settledLate).toEqual([]);
});

it('tells what was for the day only and is open at its end, and lets go of it', () => {
  const account = new ReckonedAccount();
  const far = nifty('CE', 24_500, '2026-12-29');
  const day = account.day(DAY, [{ ...bought, contract: far }], { [far.symbol]: 9_000 });
  expect(day).toMatchObject({ grossPaise: -65_000, leftOpen: [{ netUnits: 65 }] });
  expect(account.account.trades()).toMatchObject([{ closedBy: 'open', exitPaise: 9_000 }]);
  expect(account.day(NEXT, [], {}).grossPaise).toBe(0);
});

it('charges an order that fills in parts one brokerage, and the rest by all that it filled', () => {
  const parts = [
    { ...sold, units: 130, order: 'one' },
    { ...sold, at: '10:01', units: 65, order: 'one' },
  ];
  const day = new ReckonedAccount().day(DAY, parts, { [call.symbol]: 11_000 });
  expect(day.turnoverPaise).toBe(195 * 11_000);
  // Turnover 21,450 rupees: STT 0.15 %: 32.18, to 32; exchange 0.03553 %: 7.62; SEBI 0.02; GST on 27.64: 4.98.
  expect(day.costs).toMatchObject({
    brokeragePaise: 2_000,
    sttPaise: 3_200,
    exchangePaise: 762,
    sebiPaise: 2,
    gstPaise: 498,
  });
});

it('charges by the exchange of the underlying', () => {
  const sensex = { ...call, symbol: 'SENSEX261126C80000', underlying: 'SENSEX', exchange: 'BFO' };
  const fills = [bought, { ...sold, role: 'exit' } as const];
  const day = new ReckonedAccount().day(
    DAY,
    fills.map((fill) => ({ ...fill, contract: sensex })),
    { [sensex.symbol]: 11_000 },
  );
  // Turnover 13,650 rupees: exchange 0.0325 %: 4.44; GST 18 % of 44.45: 8.00.
  expect(day.costs).toMatchObject({ exchangePaise: 444, gstPaise: 800 });
});

it('ends one trade and begins the next where a fill goes through flat', () => {
  const account = new ReckonedAccount();
  const through = { ...sold, units: 130 };
  const day = account.day(DAY, [bought, through], { [call.symbol]: 10_500 });
  expect(day.trades).toBe(2);
  expect(account.account.trades()).toMatchObject([
    { side: 'buy', grossPaise: 65_000 },
    { side: 'sell', grossPaise: 32_500, closedBy: 'open' },
  ]);
});

it('reckons the same fills at the edges of their ranges, costs anew', () => {
  const ranged = { ...bought, bestPaise: 9_000, worstPaise: 10_000 };
  const exit = { ...sold, bestPaise: 12_000, worstPaise: 11_000 };
  const day = new ReckonedAccount().day(DAY, [ranged, exit], { [call.symbol]: 11_000 });
  // Turnover 5,850 and 7,800: STT 11.70, to 12; exchange 4.85; GST on 44.86: 8.08; stamp 0.18, to 0.
  expect(day.optimistic).toEqual({ grossPaise: 195_000, costsPaise: 6_494, netPaise: 188_506 });
  expect(day.pessimistic).toEqual({
    grossPaise: day.grossPaise,
    costsPaise: day.costsPaise,
    netPaise: day.netPaise,
  });
});
