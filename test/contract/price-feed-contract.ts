import fc from 'fast-check';
import { expect, it } from 'vitest';

import { type Market } from '../../src/market/market.ts';
import { type Contract } from '../../src/model/market/contract.ts';
import { type Quote } from '../../src/model/market/quote.ts';
import { instantAt, type IstDate } from '../../src/model/time/ist.ts';
import {
  type KnownPriceFeed,
  type PriceFeed,
  type PriceLook,
  type PricePush,
  type PriceSubscription,
} from '../../src/ports/price-feed.ts';

/** A feed, and the prices that it should bring on an ordinary day. */
export interface PricedWorld {
  readonly date: IstDate;
  readonly feed: PriceFeed;
  readonly market: Market;
  readonly contract: Contract;
  /** Lets the source come to an instant, where it lives by the clock. @default it knows the day */
  readonly passTo?: (atMs: number) => Promise<void> | void;
}

/** One whose feed knows the whole day. */
export interface KnownWorld extends PricedWorld {
  readonly feed: KnownPriceFeed;
}

const EVERY_MS = 1_000;

function pricesOf(quotes: readonly Quote[]): readonly string[] {
  return quotes.map(
    ({ symbol, lastPaise, bidPaise }) => `${symbol} ${String([lastPaise, bidPaise])}`,
  );
}

/** What a look at both symbols brings at an instant. */
function lookAt({ market, contract }: PricedWorld, atMs: number): readonly string[] {
  const quotes = [market.index('NIFTY', atMs), market.quote(contract, atMs)];
  return pricesOf(quotes.filter((quote) => quote !== null));
}

function quotesOf({ outcome }: PriceLook): readonly Quote[] {
  return outcome.kind === 'accepted' ? outcome.value : [];
}

/** What the PriceFeed port promises, whether prices are known ahead or asked for. */
export function priceFeedContract(start: () => PricedWorld): void {
  const world = start();
  const at = (time: string): number => instantAt(world.date, time);
  const symbols = ['NIFTY', world.contract.symbol];
  const subscribe = (fromMs: number, of: readonly string[] = symbols): PriceSubscription =>
    world.feed.subscribe({ symbols: of, fromMs, everyMs: EVERY_MS });
  const looksOf = async (fromMs: number, untilMs: number): Promise<readonly PriceLook[]> => {
    const subscription = subscribe(fromMs);
    const looks: PriceLook[] = [];
    while (subscription.nextMs < untilMs) {
      const atMs = subscription.nextMs;
      await world.passTo?.(atMs);
      looks.push(await subscription.look(atMs));
    }
    return looks;
  };

  it('brings what looking once a second would bring, and at least once a minute', async () => {
    const [fromMs, untilMs] = [at('09:58:00') + 300, at('10:08')];
    let latest: readonly string[] = [];
    const looks = [...(await looksOf(fromMs, untilMs))];
    for (let atMs = fromMs; atMs < untilMs; atMs += EVERY_MS) {
      const look = looks[0]?.atMs === atMs ? looks.shift() : undefined;
      if (look !== undefined) latest = pricesOf(quotesOf(look));
      expect(latest).toEqual(lookAt(world, atMs));
      const isFirstOfMinute = Math.floor(atMs / 60_000) > Math.floor((atMs - EVERY_MS) / 60_000);
      expect(look !== undefined || !isFirstOfMinute).toBe(true);
    }
    expect(looks).toEqual([]);
  });

  it('brings plain data that says until when it stands, where that is known', async () => {
    const looks = await looksOf(at('11:00'), at('11:05'));
    expect(JSON.parse(JSON.stringify(looks))).toEqual(looks);
    for (const [place, { untilMs }] of looks.slice(0, -1).entries()) {
      const nextMs = looks[place + 1]?.atMs ?? 0;
      if (untilMs === undefined) continue;
      expect(untilMs).toBeLessThanOrEqual(nextMs);
      expect(untilMs).toBeGreaterThan(nextMs - EVERY_MS);
    }
  });

  it('begins with the session, at once in one, and ends with the last', async () => {
    expect(subscribe(at('08:00')).nextMs).toBe(at('09:15'));
    expect(subscribe(at('12:00:00') + 7).nextMs).toBe(at('12:00:00') + 7);
    expect(subscribe(at('15:30')).nextMs).toBe(Infinity);
    const last = (await looksOf(at('15:29:00'), Infinity)).at(-1);
    expect(last?.atMs).toBeLessThan(at('15:30'));
  });

  it('has nothing of what is unknown, and goes on with the rest', async () => {
    await world.passTo?.(at('11:00'));
    const look = await subscribe(at('11:00'), ['NOSUCH', 'NIFTY']).look(at('11:00'));
    expect(quotesOf(look).map(({ symbol }) => symbol)).toEqual(['NIFTY']);
  });
}

/** What a feed of known prices promises further. */
export function knownFeedContract(start: () => KnownWorld): void {
  const world = start();
  const at = (time: string): number => instantAt(world.date, time);
  const symbols = ['NIFTY', world.contract.symbol];
  const subscribe = (fromMs: number) =>
    world.feed.subscribe({ symbols, fromMs, everyMs: EVERY_MS });

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
          expect(pricesOf(quotes)).toEqual(lookAt(world, atMs - ((atMs - at('12:00')) % EVERY_MS)));
          expect(subscription.nextMs).toBeGreaterThan(atMs - EVERY_MS);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('passes over nothing where a price is missing at the end: an earlier push has it', () => {
    const whole = subscribe(at('09:59'));
    const pushes: PricePush[] = [];
    while (whole.nextMs < at('10:04')) pushes.push(whole.take());
    const gap = pushes.find(({ quotes }) => quotes.length < symbols.length);
    if (gap === undefined) return;
    const subscription = subscribe(at('09:59'));
    subscription.take();
    expect(subscription.takeLatest(gap.atMs)).toEqual(pushes[1]);
  });

  it('passes over pushes of an index alone, and tells the price of each', () => {
    const untilMs = at('10:04');
    const of = (some: readonly string[]) =>
      world.feed.subscribe({ symbols: some, fromMs: at('09:58:30'), everyMs: EVERY_MS });
    const [whole, passed, both] = [of(['NIFTY']), of(['NIFTY']), of(symbols)];
    const pushes: PricePush[] = [];
    while (whole.nextMs < untilMs) pushes.push(whole.take());
    const prices: number[] = [];
    const tell = (lastPaise: number) => void prices.push(lastPaise);
    let takes = 0;
    for (; passed.nextMs < untilMs; takes += 1) {
      passed.passOver(untilMs, tell);
      const push = passed.take();
      expect(pushes).toContainEqual(push);
      for (const { lastPaise } of push.quotes) tell(lastPaise);
    }
    expect(prices).toEqual(pushes.flatMap(({ quotes }) => quotes.map((quote) => quote.lastPaise)));
    expect(takes).toBeLessThan(pushes.length);
    both.passOver(untilMs, () => {
      throw new RangeError('There are two');
    });
    expect(both.nextMs).toBe(at('09:58:30'));
  });
}
