import {
  buy,
  cancel,
  type Command,
  limit,
  place,
  sell,
  squareOff,
  type Strategy,
} from '../../src/index.ts';
import { eachSecond, type Moment } from './acts-within-minutes.ts';

const LOTS = 10;
/** Paise below the ask at which one lot waits to learn how far the next minute goes. */
const PROBE_PAISE = 300;
/** Paise below its first price at which a call is after its nearer extreme, when the other one must lie above. */
const LEAST_PAISE = 100;

/** Strategies that learn from the exchange or from the assumed path what a minute will do, and trade on it within the minute. */
export const KNOWING_THE_MINUTE: Readonly<Record<string, () => Strategy>> = {
  'asks for a stop at the first price when the nearer extreme lies below': () => {
    let firstPaise = 0;
    let isWaiting = false;
    return eachSecond('late-stop', (moment) => {
      const { second, call, askPaise, bidPaise, held } = moment;
      const lastPaise = (askPaise + bidPaise) / 2;
      if (second === 3) firstPaise = lastPaise;
      if (second === 1) {
        const ends = held === null && isWaiting ? [cancel(['x'], 'entry')] : out(moment);
        isWaiting = false;
        return ends;
      }
      if (second !== 16 || held !== null || firstPaise - lastPaise < LEAST_PAISE) return [];
      isWaiting = true;
      const triggerPricePaise = ticks(firstPaise) + 5;
      const limitPricePaise = ticks(triggerPricePaise * 1.1);
      const terms = { kind: 'stop', triggerPricePaise, limitPricePaise } as const;
      return [place(buy(call, { leg: 'x', lots: LOTS, terms }))];
    });
  },
  'buys at the first price when a cancel found an order below let go': () =>
    probing('let-go', ({ call, askPaise, held }) =>
      held === null
        ? [place(buy(call, { leg: 'y', lots: LOTS, terms: limit(ticks(askPaise * 1.1)) }))]
        : [],
    ),
  'sells at the first price when a cancel found an order below filled': () =>
    probing('filled', ({ call, bidPaise, held }) =>
      held === null
        ? []
        : [place(sell(call, { leg: 'y', lots: LOTS, terms: limit(ticks(bidPaise * 0.9)) }))],
    ),
};

/** Lets one lot wait below, cancels it as the minute begins, and acts on the answer before the minute shows a second price. */
function probing(name: string, act: (moment: Moment) => readonly Command[]): Strategy {
  let isWaiting = false;
  return eachSecond(name, (moment) => {
    const { second, call, askPaise, held } = moment;
    if (second === 40 && held === null) {
      isWaiting = true;
      const terms = limit(ticks(askPaise - PROBE_PAISE));
      return [place(buy(call, { leg: 'x', lots: 1, terms }))];
    }
    if (!isWaiting) return out(moment);
    if (second === 0) return [cancel(['x'], 'entry')];
    if (second !== 2) return [];
    isWaiting = false;
    return act(moment);
  });
}

/** Out at the first price of the next minute. */
function out({ second, held }: Moment): readonly Command[] {
  return second === 1 && held !== null ? [squareOff('out')] : [];
}

function ticks(paise: number): number {
  return Math.round(paise / 5) * 5;
}
