import fc from 'fast-check';
import { expect, it } from 'vitest';

import { type Market } from '../../src/market/market.ts';
import { type Contract } from '../../src/model/market/contract.ts';
import { type Quote } from '../../src/model/market/quote.ts';
import { instantAt, type IstDate } from '../../src/model/time/ist.ts';
import { type PriceFeed, type PricePush } from '../../src/ports/price-feed.ts';

/** A feed, and the prices that it should push on an ordinary day. */
export interface PushedWorld {
  readonly date: IstDate;
  readonly feed: PriceFeed;
  readonly market: Market;
  readonly contract: Contract;
}

const EVERY_MS = 1_000;

function pricesOf(quotes: readonly Quote[]): readonly string[] {
  return quotes.map(
    ({ symbol, lastPaise, bidPaise }) => `${symbol} ${String([lastPaise, bidPaise])}`,
  );
}

/** What the PriceFeed port promises. */
export function priceFeedContract(start: () => PushedWorld): void {
  const world = start();
  const at = (time: string): number => instantAt(world.date, time);
  const symbols = ['NIFTY', world.contract.symbol];
  const subscribe = (fromMs: number) =>
    world.feed.subscribe({ symbols, fromMs, everyMs: EVERY_MS });
  const lookAt = (atMs: number): readonly string[] => {
    const { market, contract } = world;
    const quotes = [market.index('NIFTY', atMs), market.quote(contract, atMs)];
    return pricesOf(quotes.filter((quote) => quote !== null));
  };
  const pushesFrom = (fromMs: number, untilMs: number): readonly PricePush[] => {
    const subscription = subscribe(fromMs);
    const pushes: PricePush[] = [];
    while (subscription.nextMs < untilMs) pushes.push(subscription.take());
    return pushes;
  };

  it('pushes what looking once a second would have brought, and at least once a minute', () => {
    const [fromMs, untilMs] = [at('09:58:00') + 300, at('10:08')];
    let latest: readonly string[] = [];
    const pushes = [...pushesFrom(fromMs, untilMs)];
    for (let atMs = fromMs; atMs < untilMs; atMs += EVERY_MS) {
      const isPushed = pushes[0]?.atMs === atMs;
      if (isPushed) latest = pricesOf(pushes.shift()?.quotes ?? []);
      expect(latest).toEqual(lookAt(atMs));
      const isFirstOfMinute = Math.floor(atMs / 60_000) > Math.floor((atMs - EVERY_MS) / 60_000);
      expect(isPushed || !isFirstOfMinute).toBe(true);
    }
    expect(pushes).toEqual([]);
  });

  it('pushes plain data that says until when it stands', () => {
    const pushes = pushesFrom(at('11:00'), at('11:05'));
    expect(JSON.parse(JSON.stringify(pushes))).toEqual(pushes);
    for (const [place, { repeats }] of pushes.slice(0, -1).entries()) {
      const nextMs = pushes[place + 1]?.atMs ?? 0;
      expect(repeats.everyMs).toBe(EVERY_MS);
      expect(repeats.untilMs).toBeLessThanOrEqual(nextMs);
      expect(repeats.untilMs).toBeGreaterThan(nextMs - EVERY_MS);
    }
  });

  it('begins with the session, at once in one, and ends with the last', () => {
    expect(subscribe(at('08:00')).nextMs).toBe(at('09:15'));
    expect(subscribe(at('12:00:00') + 7).nextMs).toBe(at('12:00:00') + 7);
    expect(subscribe(at('15:30')).nextMs).toBe(Infinity);
    const last = pushesFrom(at('15:29:00'), Infinity).at(-1);
    expect(last?.atMs).toBeLessThan(at('15:30'));
  });

  it('passes over pushes to the latest, whenever it is asked', () => {
    const offsets = fc.array(fc.integer({ min: 1, max: 400_000 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(offsets, (waits) => {
        const subscription = subscribe(at('12:00'));
        let atMs = at('12:00');
        for (const waitMs of waits) {
          atMs += waitMs;
          if (subscription.nextMs > atMs) continue;
          const { quotes, atMs: pushedMs } = subscription.takeLatest(atMs);
          expect(pushedMs).toBeLessThanOrEqual(atMs);
          expect(pricesOf(quotes)).toEqual(lookAt(atMs - ((atMs - at('12:00')) % EVERY_MS)));
          expect(subscription.nextMs).toBeGreaterThan(atMs - EVERY_MS);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('passes over nothing where a price is missing at the end: an earlier push has it', () => {
    const pushes = pushesFrom(at('09:59'), at('10:04'));
    const gap = pushes.find(({ quotes }) => quotes.length < symbols.length);
    if (gap === undefined) return;
    const subscription = subscribe(at('09:59'));
    subscription.take();
    expect(subscription.takeLatest(gap.atMs)).toEqual(pushes[1]);
  });

  it('has nothing of what is unknown, and goes on with the rest', () => {
    const wanted = { symbols: ['NOSUCH', 'NIFTY'], fromMs: at('11:00'), everyMs: EVERY_MS };
    const { quotes } = world.feed.subscribe(wanted).take();
    expect(quotes.map(({ symbol }) => symbol)).toEqual(['NIFTY']);
  });
}
