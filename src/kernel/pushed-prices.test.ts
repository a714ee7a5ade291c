import { describe, expect, it } from 'vitest';

import { type PriceFeed, type PricesWanted } from '../ports/price-feed.ts';
import { PushedPrices } from './pushed-prices.ts';

const EVERY_MS = 1_000;

/** Pushes once in 10 s, and notes what was subscribed to. */
function feedOf(): { readonly feed: PriceFeed; readonly subscribed: PricesWanted[] } {
  const subscribed: PricesWanted[] = [];
  const feed: PriceFeed = {
    subscribe: (wanted) => {
      subscribed.push(wanted);
      let nextMs = wanted.fromMs;
      const take = () => {
        const atMs = nextMs;
        nextMs = (Math.floor(atMs / 10_000) + 1) * 10_000;
        return { atMs, quotes: [], repeats: { everyMs: EVERY_MS, untilMs: nextMs } };
      };
      return {
        get nextMs() {
          return nextMs;
        },
        take,
        takeLatest: (atMs) => {
          nextMs += Math.floor((atMs - nextMs) / EVERY_MS) * EVERY_MS;
          return take();
        },
      };
    },
  };
  return { feed, subscribed };
}

const wanted = (symbols: readonly string[], isEach = false) =>
  ({ kind: 'watch-prices', symbols, everyMs: EVERY_MS, isEach }) as const;

describe('prices that are pushed', () => {
  it('are at once those of new symbols, and then pass the engine over unless it wants each', () => {
    const { feed } = feedOf();
    const prices = new PushedPrices(feed);
    const symbols = ['A'];
    prices.watch(wanted(symbols), 2_500);
    expect(prices.nextMs).toBe(2_500);
    expect(prices.takeAt(2_500)?.atMs).toBe(2_500);
    prices.arrived();
    expect(prices.nextMs).toBe(Infinity);
    prices.watch(wanted(symbols, true), 3_000);
    expect(prices.nextMs).toBe(10_000);
  });

  it('bring before another event the latest that came, once, and none of that very instant', () => {
    const prices = new PushedPrices(feedOf().feed);
    prices.watch(wanted(['A']), 0);
    prices.takeAt(0);
    prices.arrived();
    expect(prices.takeBefore(10_000)).toBeNull();
    expect(prices.takeBefore(20_001)?.atMs).toBe(20_000);
    expect(prices.takeBefore(20_001)).toBeNull();
    expect(prices.takeAt(30_000)?.atMs).toBe(30_000);
  });

  it('go on in step where fewer symbols are wanted, and begin anew with a new one', () => {
    const { feed, subscribed } = feedOf();
    const prices = new PushedPrices(feed);
    prices.watch(wanted(['A', 'B']), 500);
    prices.takeAt(500);
    prices.arrived();
    prices.watch(wanted(['A']), 4_200);
    expect(prices.nextMs).toBe(4_500);
    prices.takeAt(4_500);
    prices.arrived();
    prices.watch(wanted(['A', 'C']), 4_700);
    prices.watch(wanted([]), 4_800);
    expect(prices.nextMs).toBe(Infinity);
    expect(subscribed.map(({ fromMs }) => fromMs)).toEqual([500, 4_500, 4_700]);
  });

  it('come one after another: none while one is on its way', () => {
    const prices = new PushedPrices(feedOf().feed);
    prices.watch(wanted(['A']), 0);
    prices.takeAt(0);
    prices.watch(wanted(['A', 'B']), 0);
    expect(prices.takeAt(0)).toBeNull();
    prices.arrived();
    expect(prices.takeAt(0)?.atMs).toBe(0);
  });

  it('are none without a feed', () => {
    const prices = new PushedPrices(null);
    prices.watch(wanted(['A'], true), 0);
    expect([prices.nextMs, prices.takeAt(9_000), prices.takeBefore(9_000)]).toEqual([
      Infinity,
      null,
      null,
    ]);
  });
});
