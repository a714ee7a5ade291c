import { describe, expect, it } from 'vitest';

import { instantAt } from '../../model/time/ist.ts';
import { type Trade } from '../../results/backtest-result.ts';
import {
  nifty,
  ReckonedAccount,
  type ToldFill,
  type ToldPrices,
} from '../../../test/support/reckoned-account.ts';

const DAY = '2026-11-20';
const call = nifty('CE', 24_500, '2026-11-23');
const put = nifty('PE', 24_500, '2026-11-23');
const bought = { at: '09:20', contract: call, side: 'buy', units: 65, pricePaise: 10_000 } as const;
const sold = { at: '10:00', contract: call, side: 'sell', units: 65, pricePaise: 11_000 } as const;

/** Prices that hold from each told minute on. */
function steps(told: Readonly<Record<string, number>>): (atMs: number) => number {
  const known = Object.entries(told).map(([at, paise]) => [instantAt(DAY, at), paise] as const);
  return (atMs) => known.findLast(([fromMs]) => fromMs <= atMs)?.[1] ?? 0;
}

function tradesOf(fills: readonly ToldFill[], prices: ToldPrices): readonly Trade[] {
  const account = new ReckonedAccount();
  account.day(DAY, fills, prices);
  return account.account.trades();
}

describe('MAE and MFE of a trade', () => {
  it('of a long are the lowest and the highest close of a minute while it was open', () => {
    // Bought at 100: falls to 92, rises to 118, is sold at 110; what came before and after is not its own.
    const path = steps({
      '09:15': 5_000,
      '09:20': 10_000,
      '09:30': 9_200,
      '09:40': 11_800,
      '10:00': 20_000,
    });
    expect(tradesOf([bought, { ...sold, role: 'exit' }], { [call.symbol]: path })).toMatchObject([
      {
        mae: { grossPaise: 65 * -800, perUnitPaise: -800 },
        mfe: { grossPaise: 65 * 1_800, perUnitPaise: 1_800 },
      },
    ]);
  });

  it('of a short are turned around', () => {
    const path = steps({ '09:15': 10_000, '09:30': 9_200, '09:40': 11_800 });
    const short = { ...bought, side: 'sell' } as const;
    const back = { ...sold, side: 'buy', role: 'exit' } as const;
    expect(tradesOf([short, back], { [call.symbol]: path })).toMatchObject([
      {
        mae: { grossPaise: 65 * -1_800, perUnitPaise: -1_800 },
        mfe: { grossPaise: 65 * 800, perUnitPaise: 800 },
      },
    ]);
  });

  it('count the prices of its own fills, and nothing of a minute but its close', () => {
    // At 09:25:30 the price is 150, at the close of that minute 100 again; stopped at 80 in the midst of another.
    const path = (atMs: number): number =>
      atMs >= instantAt(DAY, '09:25') + 30_000 && atMs < instantAt(DAY, '09:25') + 59_000
        ? 15_000
        : 10_000;
    const stopped = { ...sold, pricePaise: 8_000, role: 'stop' } as const;
    // Another leg that fills at 09:25:30 makes the account look at all prices; it changes nothing for this trade.
    const other = { ...bought, contract: put, leg: 'pe', at: '09:25:30' };
    const [trade] = tradesOf([bought, other, stopped], {
      [call.symbol]: path,
      [put.symbol]: 10_000,
    });
    expect(trade).toMatchObject({
      symbol: call.symbol,
      mae: { grossPaise: 65 * -2_000, perUnitPaise: -2_000 },
      mfe: { grossPaise: 0, perUnitPaise: 0 },
    });
  });

  it('are of the whole trade in rupees, and from the average entry so far for a unit', () => {
    // 65 at 100, at 80 another 65: the average is 90. At 70 that is -20 a unit, as at 80 before: -2,600 rupees and -1,300.
    // Half is sold at 95 (+5 a unit: +325), the price rises to 120 (+30 a unit: 325 + 1,950), the rest goes at 95.
    const path = steps({
      ...{ '09:15': 10_000, '09:30': 8_000, '09:40': 7_000 },
      ...{ '10:00': 9_500, '10:10': 12_000, '10:20': 9_500 },
    });
    const more = { ...bought, at: '09:30', pricePaise: 8_000 };
    const half = { ...sold, pricePaise: 9_500 };
    const rest = { ...half, at: '10:20', role: 'exit' } as const;
    expect(tradesOf([bought, more, half, rest], { [call.symbol]: path })).toMatchObject([
      {
        grossPaise: 130 * 500,
        mae: { grossPaise: 130 * -2_000, perUnitPaise: -2_000 },
        mfe: { grossPaise: 65 * 500 + 65 * 3_000, perUnitPaise: 3_000 },
      },
    ]);
  });

  it('go on over nights, and to the settlement', () => {
    const account = new ReckonedAccount();
    const entry = { ...bought, product: 'carry-forward' } as const;
    account.day(DAY, [entry], { [call.symbol]: 9_000 });
    account.day('2026-11-23', [], { [call.symbol]: 12_000, NIFTY: 2_463_050 });
    // Settled at 24,630.50 less 24,500: 130.50.
    expect(account.account.trades()).toMatchObject([
      { mae: { perUnitPaise: -1_000 }, mfe: { grossPaise: 65 * 3_050, perUnitPaise: 3_050 } },
    ]);
  });

  it('begin anew where a fill goes through flat', () => {
    const path = steps({ '09:15': 10_000, '09:30': 9_000, '09:40': 11_000 });
    const trades = tradesOf([bought, { ...sold, units: 130 }], { [call.symbol]: path });
    expect(trades).toMatchObject([
      { side: 'buy', mae: { perUnitPaise: -1_000 }, mfe: { perUnitPaise: 1_000 } },
      { side: 'sell', mae: { perUnitPaise: 0 }, mfe: { perUnitPaise: 0 } },
    ]);
  });
});
