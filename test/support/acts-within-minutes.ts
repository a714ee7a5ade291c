import {
  concatWith,
  filter,
  ignoreElements,
  map,
  merge,
  mergeMap,
  NEVER,
  switchMap,
  takeUntil,
  tap,
} from 'rxjs';

import {
  buy,
  cancel,
  type Command,
  type Contract,
  defineStrategy,
  type LegPosition,
  limit,
  modify,
  place,
  type PricePoint,
  sell,
  squareOff,
  type Strategy,
} from '../../src/index.ts';

/** What a strategy that acts within minutes knows at a second of one. */
export interface Moment {
  /** Whole seconds since the minute began. */
  readonly second: number;
  /** What it holds, or else the call at the money. */
  readonly call: Contract;
  readonly bidPaise: number;
  readonly askPaise: number;
  /** Of the index since the minute began. */
  readonly movePaise: number;
  readonly held: LegPosition | null;
}

export type Act = (moment: Moment) => readonly Command[];

const END = '11:00';

/** Strategies that live by what is made up: that within a bar the extreme nearer to its open comes first. */
export const ACTING_WITHIN_MINUTES: Readonly<Record<string, () => Strategy>> = {
  'buys the first extreme, sells the second': () =>
    eachSecond('extremes', ({ second, call, bidPaise, askPaise, movePaise, held }) => {
      if (second === 20 && held === null && movePaise < -200) return [bought(call, askPaise)];
      if (second === 45 && held !== null) return [sold(call, bidPaise)];
      return second === 59 && held !== null ? [squareOff('late')] : [];
    }),
  'waits below for the first extreme, and above for the second': () =>
    eachSecond('resting', ({ second, call, bidPaise, askPaise, held }) => {
      if (second === 3 && held === null) return [bought(call, askPaise - 300)];
      if (second === 22 && held !== null) return [sold(call, bidPaise + 400)];
      if (second === 30 && held === null) return [cancel(['x'], 'entry')];
      return second === 58 && held !== null ? [squareOff('late')] : [];
    }),
};

/** Paise below the ask, or above the bid, at which orders wait for what a minute will do. */
const DEPTH_PAISE = 800;

/**
 * Strategies that live by what an exchange decides by the whole minute: that an order is let go only if the minute never
 * reaches it, and that one which is moved had been filled before if the minute reaches where it was. Each has one beside it
 * that trades at the same seconds without asking.
 */
export const ASKING_THE_MINUTE: Readonly<
  Record<string, { readonly asking: () => Strategy; readonly plain: () => Strategy }>
> = {
  'buys when an order was let go': {
    asking: () => {
      let isWaiting = false;
      return eachSecond('let-go', (moment) => {
        const { second, call, askPaise, held } = moment;
        if (held !== null) {
          isWaiting = false;
          return leaves(moment);
        }
        if (second === 40) {
          isWaiting = true;
          return [bought(call, askPaise - DEPTH_PAISE)];
        }
        if (second === 0) return isWaiting ? [cancel(['x'], 'entry')] : [];
        return second === 4 && isWaiting ? [bought(call, askPaise)] : [];
      });
    },
    plain: () =>
      eachSecond('bought', (moment) => {
        const { second, call, askPaise, held } = moment;
        if (held !== null) return leaves(moment);
        return second === 4 ? [bought(call, askPaise)] : [];
      }),
  },
  'moves waiting orders to the touch': {
    asking: () => {
      let isWaiting = false;
      return eachSecond('moved', ({ second, call, bidPaise, askPaise, held }) => {
        if (held !== null) {
          isWaiting = false;
          if (second === 50) return [sold(call, bidPaise + DEPTH_PAISE)];
          return second === 1 ? [modify('x', 'exit', limit(bidPaise))] : [];
        }
        if (second === 40) {
          isWaiting = true;
          return [bought(call, askPaise - DEPTH_PAISE)];
        }
        return second === 1 && isWaiting ? [modify('x', 'entry', limit(askPaise))] : [];
      });
    },
    plain: () =>
      eachSecond('at-the-touch', ({ second, call, bidPaise, askPaise, held }) => {
        if (second !== 1) return [];
        return [held === null ? bought(call, askPaise) : sold(call, bidPaise)];
      }),
  },
};

/** Sells as the next minute begins. */
function leaves({ second, call, bidPaise }: Moment): readonly Command[] {
  if (second === 1) return [sold(call, bidPaise)];
  return second === 20 ? [squareOff('rest')] : [];
}

function bought(call: Contract, pricePaise: number): Command {
  return place(buy(call, { leg: 'x', lots: 1, terms: limit(pricePaise) }));
}

function sold(call: Contract, pricePaise: number): Command {
  const terms = limit(pricePaise);
  return place(sell(call, { leg: 'x', lots: 1, role: 'exit', terms }));
}

function touchOf(quote: PricePoint | undefined): Pick<Moment, 'bidPaise' | 'askPaise'> | null {
  if (quote === undefined) return null;
  const { bidPaise, askPaise } = quote;
  return bidPaise === null || askPaise === null ? null : { bidPaise, askPaise };
}

/** Asks every second what to do with the call at the money. */
export function eachSecond(name: string, act: Act): Strategy {
  return defineStrategy({
    name,
    run: ({ at, chain, prices, every, positions, session }) => {
      let call: Contract | null = null;
      let spotPaise = 0;
      let openPaise = 0;
      let held: LegPosition | null = null;
      const quotes = new Map<string, PricePoint>();
      const chains = chain('NIFTY');
      const watched = chains.pipe(
        tap((seen) => {
          spotPaise = seen.spotPaise;
          call = seen.atm.ce;
        }),
        map(({ atm }) => atm.ce),
        switchMap((contract) => prices(contract)),
        tap((price) => quotes.set(price.symbol, price)),
        ignoreElements(),
      );
      const holding = positions.pipe(
        tap((legs) => {
          held = legs.find(({ netUnits }) => netUnits !== 0) ?? null;
        }),
        ignoreElements(),
      );
      const acts = session.pipe(
        filter(({ edge }) => edge === 'open'),
        switchMap(() => every(1_000)),
        mergeMap(({ dueAtMs }) => {
          const second = Math.floor((dueAtMs % 60_000) / 1_000);
          if (second === 0) openPaise = spotPaise;
          const contract = held?.contract ?? call;
          if (contract === null) return [];
          const touch = touchOf(quotes.get(contract.symbol));
          const movePaise = spotPaise - openPaise;
          return touch === null ? [] : act({ second, call: contract, movePaise, held, ...touch });
        }),
      );
      // From then on it neither acts nor looks, and lives until what it holds is closed.
      const end = at(END).pipe(
        map(() => squareOff('the day is over')),
        concatWith(NEVER),
      );
      return merge(merge(watched, holding, acts).pipe(takeUntil(at(END))), end);
    },
  });
}
