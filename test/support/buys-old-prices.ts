import {
  filter,
  ignoreElements,
  map,
  merge,
  mergeMap,
  type Observable,
  switchMap,
  take,
  tap,
} from 'rxjs';

import {
  buy,
  type Command,
  type Contract,
  defineStrategy,
  limit,
  place,
  type PricePoint,
  sell,
  squareOff,
  type Strategy,
} from '../../src/index.ts';

/** An option that trades in the first minute of so many, from the open on. */
export interface OldPrices {
  readonly strikePaise: number;
  readonly eachMinutes: number;
}

/** What the strategy has seen so far. */
interface Seen {
  call: Contract | null;
  quote: PricePoint | null;
  spotPaise: number;
  /** Of the index when the call traded last. */
  spotBeforePaise: number;
  isHeld: boolean;
}

/** Buys a call after the index has risen, at what was asked when the call traded last; sells it when it trades again. */
export function buysOldPrices({ strikePaise, eachMinutes }: OldPrices): Strategy {
  return defineStrategy({
    name: 'old-prices',
    run: ({ chain, prices, every, positions, session }) => {
      const seen: Seen = {
        call: null,
        quote: null,
        spotPaise: 0,
        spotBeforePaise: 0,
        isHeld: false,
      };
      const chains = chain('NIFTY').pipe(tap(({ spotPaise }) => (seen.spotPaise = spotPaise)));
      const quotes = chains.pipe(
        take(1),
        map((listed) => (seen.call = listed.at('CE', strikePaise))),
        switchMap((call) => prices(call)),
        tap((quote) => (seen.quote = quote)),
      );
      const holding = positions.pipe(
        tap((legs) => (seen.isHeld = legs.some(({ netUnits }) => netUnits !== 0))),
      );
      const acts = session.pipe(
        filter(({ edge }) => edge === 'open'),
        switchMap(({ atMs }) =>
          every(1_000, { to: '15:10' }).pipe(
            mergeMap(({ dueAtMs }) => act(seen, (dueAtMs - atMs) % (eachMinutes * 60_000))),
          ),
        ),
      );
      return merge(silent(chains), silent(quotes), silent(holding), acts);
    },
  });
}

function act(seen: Seen, sinceTradeMs: number): readonly Command[] {
  switch (sinceTradeMs) {
    case 2_000:
      return sold(seen);
    case 30_000:
      return [squareOff('rest')];
    case 59_000:
      seen.spotBeforePaise = seen.spotPaise;
      return [];
    case 80_000:
      return bought(seen);
    default:
      return [];
  }
}

function sold({ call, quote, isHeld }: Seen): readonly Command[] {
  if (call === null || !isHeld) return [];
  const terms = limit(quote?.bidPaise ?? 0);
  return [place(sell(call, { leg: 'x', lots: 1, role: 'exit', terms }))];
}

function bought({ call, quote, isHeld, spotPaise, spotBeforePaise }: Seen): readonly Command[] {
  const hasRisen = spotBeforePaise > 0 && spotPaise > spotBeforePaise;
  if (call === null || isHeld || !hasRisen) return [];
  const terms = limit(quote?.askPaise ?? 0);
  return [place(buy(call, { leg: 'x', lots: 1, terms }))];
}

function silent(values: Observable<unknown>): Observable<never> {
  return values.pipe(ignoreElements());
}
