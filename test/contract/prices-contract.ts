import { expect, it } from 'vitest';

import { sampleContract, sampleInstant } from '../support/sample-world.ts';
import { type Bar, type HistoryAsked } from '../../src/model/market/bar.ts';
import { historyOf } from '../../src/ports/prices.ts';
import { type PricesHarness, type StartPrices } from './prices-harness.ts';

const CALL = sampleContract('CE').symbol;
const PUT = sampleContract('PE').symbol;

async function lastPaiseOf({ prices }: PricesHarness, symbol: string): Promise<number | null> {
  const outcome = await prices.quotes([symbol]);
  return outcome.kind === 'accepted' ? (outcome.value[0]?.lastPaise ?? null) : null;
}

/** What the Prices port promises. */
export function pricesContract(start: StartPrices): void {
  it('gives both sides, the last price and its time, in paise', async () => {
    await using source = await start();
    expect(await source.prices.quotes([CALL])).toEqual({
      kind: 'accepted',
      value: [
        {
          symbol: CALL,
          bidPaise: 9_990,
          askPaise: 10_010,
          lastPaise: 10_000,
          atMs: sampleInstant('09:15'),
        },
      ],
    });
  });

  it('gives an index without a bid and an ask', async () => {
    await using source = await start();
    expect(await source.prices.quotes(['NIFTY'])).toMatchObject({
      kind: 'accepted',
      value: [{ symbol: 'NIFTY', bidPaise: null, askPaise: null, lastPaise: 2_601_000 }],
    });
  });

  it('leaves out what it does not know and gives each symbol once', async () => {
    await using source = await start();
    const outcome = await source.prices.quotes([PUT, 'M&M,X', CALL, 'NOSUCH', PUT]);
    const symbols =
      outcome.kind === 'accepted' ? outcome.value.map(({ symbol }) => symbol).sort() : [];
    expect(symbols).toEqual([CALL, PUT]);
  });

  it('gives nothing for nothing', async () => {
    await using source = await start();
    expect(await source.prices.quotes([])).toEqual({ kind: 'accepted', value: [] });
  });

  it('answers for any number of symbols', async () => {
    await using source = await start();
    const others = Array.from({ length: 1_100 }, (_, place) => `OTHER${String(place)}`);
    const outcome = await source.prices.quotes([CALL, ...others, PUT]);
    expect(outcome).toMatchObject({
      kind: 'accepted',
      value: [{ symbol: CALL }, { symbol: PUT }],
    });
  });

  it('follows the market there and back', async () => {
    await using source = await start();
    const seen: (number | null)[] = [await lastPaiseOf(source, CALL)];
    for (const clock of ['09:30', '09:31']) {
      source.setTime(sampleInstant(clock));
      seen.push(await lastPaiseOf(source, CALL));
    }
    expect(seen).toEqual([10_000, 15_000, 10_000]);
  });

  it('answers calls at the same time, each what it asked', async () => {
    await using source = await start();
    expect(
      await Promise.all([CALL, PUT, 'NIFTY', CALL].map((symbol) => lastPaiseOf(source, symbol))),
    ).toEqual([10_000, 9_000, 2_601_000, 10_000]);
  });

  it('gives bars of an index that are over, oldest first, where it has a history', async () => {
    await using source = await start();
    const bars = await barsOf(source, { count: 40 });
    expect(bars).toHaveLength(hasHistory(source) ? 40 : 0);
    const isRight = ({ symbol, startMs, endMs }: Bar, index: number): boolean =>
      symbol === 'NIFTY' && startMs >= (bars[index - 1]?.endMs ?? 0) && startMs < endMs;
    expect(bars.every(isRight)).toBe(true);
    expect(bars.every(({ endMs }) => endMs <= sampleInstant('09:20'))).toBe(true);
  });

  it('gives the latest of these bars, and never those to come', async () => {
    await using source = await start();
    const few = await barsOf(source, { count: 3 });
    expect(few).toEqual((await barsOf(source, { count: 40 })).slice(-3));
    expect(await barsOf(source, { beforeMs: sampleInstant('15:00') })).toEqual(few);
  });

  it('gives no bars of an index that it does not know', async () => {
    await using source = await start();
    expect(await barsOf(source, { underlying: 'NOSUCH' })).toEqual([]);
  });

  it('says whether it has a history', async () => {
    await using source = await start();
    const { kind } = await historyOf(source.prices, asked({}));
    expect(kind).toBe(hasHistory(source) ? 'accepted' : 'rejected');
  });
}

function hasHistory({ prices }: PricesHarness): boolean {
  return prices.history !== undefined;
}

async function barsOf(
  { prices }: PricesHarness,
  over: Partial<HistoryAsked>,
): Promise<readonly Bar[]> {
  const outcome = await historyOf(prices, asked(over));
  return outcome.kind === 'accepted' ? outcome.value : [];
}

function asked(over: Partial<HistoryAsked>): HistoryAsked {
  return {
    ...{ underlying: 'NIFTY', minutes: 15, count: 3, beforeMs: sampleInstant('09:20') },
    ...over,
  };
}
