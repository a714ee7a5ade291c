import { describe, expect, it } from 'vitest';

import { aQuote, CE } from '../../test/support/engine-rig.ts';
import { type PriceBand } from '../engine/judging/order-terms.ts';
import {
  type KnownPriceFeed,
  lookOf,
  type PriceFeed,
  type PricesWanted,
} from '../ports/price-feed.ts';
import { FollowedPrices } from './followed-prices.ts';

const EVERY_MS = 1_000;

const NO_BANDS: readonly PriceBand[] = [];

/** Pushes once in 10 s, at a rupee more each time, and notes what was subscribed to. */
function feedOf(): { readonly feed: KnownPriceFeed; readonly subscribed: PricesWanted[] } {
  const subscribed: PricesWanted[] = [];
  const feed: KnownPriceFeed = {
    subscribe: (wanted) => {
      subscribed.push(wanted);
      let nextMs = wanted.fromMs;
      const take = () => {
        const atMs = nextMs;
        nextMs = (Math.floor(atMs / 10_000) + 1) * 10_000;
        const quotes = [{ ...aQuote(CE, 10_000 + atMs / 100), atMs }];
        return { atMs, quotes, repeats: { everyMs: EVERY_MS, untilMs: nextMs } };
      };
      return {
        get nextMs() {
          return nextMs;
        },
        take,
        look: () => lookOf(take()),
        takeLatest: (atMs) => {
          nextMs += Math.floor((atMs - nextMs) / EVERY_MS) * EVERY_MS;
          return take();
        },
        passOver: () => undefined,
      };
    },
  };
  return { feed, subscribed };
}

const wanted = (
  symbols: readonly string[],
  isEach = false,
  bands: readonly PriceBand[] = NO_BANDS,
) =>
  ({
    kind: 'watch-prices',
    symbols,
    everyMs: EVERY_MS,
    isEach,
    bands,
    leaveOutUntilMs: null,
  }) as const;

/** Looks where that is due. Returns when the prices are of; null where no look is due. */
async function lookAt(prices: FollowedPrices, atMs: number): Promise<number | null> {
  const look = await prices.begin(atMs)?.();
  if (look === undefined) return null;
  const { atMs: startedAtMs, untilMs } = look;
  prices.arrived({ startedAtMs, ...(untilMs === undefined ? {} : { holdsUntilMs: untilMs }) });
  return startedAtMs;
}

describe('prices that are known', () => {
  it('are at once those of new symbols, and then pass the engine over unless it wants each', async () => {
    const prices = new FollowedPrices(feedOf().feed);
    const symbols = ['A'];
    prices.watch(wanted(symbols), 2_500);
    expect(prices.nextMs).toBe(2_500);
    expect(await lookAt(prices, 2_500)).toBe(2_500);
    expect(prices.nextMs).toBe(Infinity);
    prices.watch(wanted(symbols, true), 3_000);
    expect(prices.nextMs).toBe(10_000);
  });

  it('pass the engine over until one leaves its band, and are then at their time', async () => {
    const prices = new FollowedPrices(feedOf().feed);
    const symbols = ['A', CE.symbol];
    const band = { symbol: CE.symbol, side: 'buy', fromPaise: 10_000, toPaise: 10_310 } as const;
    const bands = [band, { ...band, symbol: 'A', toPaise: 0 }];
    prices.watch(wanted(symbols), 0);
    await lookAt(prices, 0);
    prices.watch(wanted(symbols, false, bands), 500);
    expect(prices.nextMs).toBe(40_000);
    expect(prices.takeBefore(25_000)?.atMs).toBe(24_000);
    expect(prices.nextMs).toBe(40_000);
    expect(prices.takeBefore(40_000)?.atMs).toBe(39_000);
    expect(await lookAt(prices, 40_000)).toBe(40_000);
    expect(prices.nextMs).toBe(50_000);
    prices.watch(wanted(symbols, false, [{ ...band, toPaise: 10_710 }]), 40_000);
    expect(prices.nextMs).toBe(80_000);
    prices.watch(wanted(symbols), 40_000);
    expect(prices.nextMs).toBe(Infinity);
  });

  it('bring before another event the latest that came, once, and none of that very instant', async () => {
    const prices = new FollowedPrices(feedOf().feed);
    prices.watch(wanted(['A']), 0);
    await lookAt(prices, 0);
    expect(prices.takeBefore(10_000)).toBeNull();
    expect(prices.takeBefore(20_001)?.atMs).toBe(20_000);
    expect(prices.takeBefore(20_001)).toBeNull();
    expect(await lookAt(prices, 30_000)).toBe(30_000);
  });

  it('go on in step where fewer symbols are wanted, and begin anew with a new one', async () => {
    const { feed, subscribed } = feedOf();
    const prices = new FollowedPrices(feed);
    prices.watch(wanted(['A', 'B']), 500);
    await lookAt(prices, 500);
    prices.watch(wanted(['A']), 4_200);
    expect(prices.nextMs).toBe(4_500);
    await lookAt(prices, 4_500);
    prices.watch(wanted(['A', 'C']), 4_700);
    prices.watch(wanted([]), 4_800);
    expect(prices.nextMs).toBe(Infinity);
    expect(subscribed.map(({ fromMs }) => fromMs)).toEqual([500, 4_500, 4_700]);
  });
});

describe('prices that are asked for', () => {
  /** Looks that stand for so long, noted as they are made. */
  function asked(standsMs?: number) {
    const subscribed: number[] = [];
    const feed: PriceFeed = {
      subscribe: ({ fromMs }) => {
        subscribed.push(fromMs);
        let nextMs = fromMs;
        return {
          get nextMs() {
            return nextMs;
          },
          look: (atMs) => {
            nextMs = atMs + (standsMs ?? EVERY_MS);
            const outcome = { kind: 'accepted', value: [] } as const;
            return Promise.resolve({
              atMs,
              outcome,
              ...(standsMs === undefined ? {} : { untilMs: nextMs }),
            });
          },
        };
      },
    };
    return { prices: new FollowedPrices(feed), subscribed };
  }

  it('are followed whether or not anything waits for them, and none is passed over', async () => {
    const { prices } = asked();
    prices.watch(wanted(['A']), 0);
    await lookAt(prices, 0);
    expect(prices.nextMs).toBe(1_000);
    expect(prices.takeBefore(5_000)).toBeNull();
    expect(await lookAt(prices, 5_000)).toBe(5_000);
  });

  it('come one after another: none while one is under way', async () => {
    const { prices, subscribed } = asked();
    prices.watch(wanted(['A']), 0);
    const look = prices.begin(0);
    expect([prices.begin(0), prices.nextMs]).toEqual([null, Infinity]);
    prices.watch(wanted(['A', 'B']), 10);
    expect([prices.begin(10), prices.nextMs]).toEqual([null, Infinity]);
    await look?.();
    prices.arrived({ startedAtMs: 0 });
    expect([prices.nextMs, subscribed]).toEqual([10, [0, 10]]);
  });

  it('keep their pace where fewer symbols are wanted, counted from the last look or what it stands for', async () => {
    const waiting = asked();
    waiting.prices.watch(wanted(['A', 'B']), 0);
    await lookAt(waiting.prices, 0);
    waiting.prices.watch(wanted(['A']), 300);
    const standing = asked(60_000);
    standing.prices.watch(wanted(['A', 'B']), 0);
    await lookAt(standing.prices, 0);
    standing.prices.watch(wanted(['A']), 7_300);
    expect([waiting.subscribed, standing.subscribed]).toEqual([
      [0, 1_000],
      [0, 8_000],
    ]);
  });
});
