import { type OrderTerms, type Side } from '../../model/orders/order.ts';
import { type BarTouches } from './bar-touches.ts';
import { type FillAssumption } from './fill-assumption.ts';

/**
 * Where an order that meets the other side fills.
 *
 * - `touch`: at the other side's current best price. Nothing is known of the rest of the minute, so the range of
 *   the fill is that price.
 * - `touch-in-bar`: the same price; the range is that of the minute, beyond the limit too: whether the other side came
 *   to the limit hangs on the assumed path.
 * - `worse-side-of-bar`: at the worst price of the minute or at its limit, which the minute came back to. The range is
 *   that of the minute, cut at the limit.
 * - `central-of-bar`: served as at the worse side, within the same range, at the price to expect. An order that was asked
 *   for with more of the minute known than its first price fills at the worst, a stop too. Of the others a stop fills as
 *   its trigger is passed, and the rest at the minute's first price.
 */
export type FillsAt = 'touch' | 'touch-in-bar' | 'worse-side-of-bar' | 'central-of-bar';

/** Whether the minute decides what is served, rather than the price that is shown in it. */
export function isDecidedByMinute(at: FillsAt): boolean {
  return at === 'worse-side-of-bar' || at === 'central-of-bar';
}

/** How far from the best price orders fill. */
export interface SlippageModel {
  readonly at: FillsAt;
  /** So many ticks worse than that, past the order's limit too: a result that needs its limits exactly must show it. */
  readonly ticks: number;
}

/** The default: the other side's best price. */
export const NO_SLIPPAGE: SlippageModel = { at: 'touch', ticks: 0 };

/** A price with the range in which the fill could have happened. `bestPaise` and `worstPaise` are best and worst for us. */
export interface FillPrice {
  readonly pricePaise: number;
  readonly bestPaise: number;
  readonly worstPaise: number;
  readonly assumption: FillAssumption;
}

/** An order that fills, as the book knows it. */
export interface FillingOrder {
  readonly side: Side;
  readonly terms: OrderTerms;
  readonly limitPaise: number;
  readonly tickPaise: number;
  /** Whether it arrived, was changed or reached its trigger within the minute in which it fills. */
  readonly isNewInBar: boolean;
  /** Whether it was asked for, as it stands, while nothing of the minute but its first price was known. */
  readonly isUninformed: boolean;
  /** From the last price to the other side's best one now, paise. */
  readonly halfSpreadPaise: number;
}

/** A match of an order with the other side, before slippage. */
export interface Match {
  readonly pricePaise: number;
  readonly assumption: 'took-the-touch' | 'rested-at-its-limit' | 'traded-through';
}

/** Where a match fills. `touches` is asked for only when the model looks at the minute. */
export function slipped(
  match: Match,
  order: FillingOrder,
  { model, touches }: { readonly model: SlippageModel; readonly touches: () => BarTouches | null },
): FillPrice {
  const bar = model.at === 'touch' ? null : touches();
  const { pricePaise } = match;
  if (bar === null) {
    return worsened({ ...match, bestPaise: pricePaise, worstPaise: pricePaise }, order, model);
  }
  const [best, worst] =
    order.side === 'buy' ? [bar.lowPaise, bar.highPaise] : [bar.highPaise, bar.lowPaise];
  if (match.assumption !== 'took-the-touch') {
    return worsened(rested(match, order, worst), order, model);
  }
  const bestPaise = better(order.side, notBeforeTrigger(best, order), pricePaise);
  if (model.at === 'touch-in-bar') {
    return worsened(
      { ...match, bestPaise, worstPaise: worse(order.side, worst, pricePaise) },
      order,
      model,
    );
  }
  const worstPaise = better(order.side, worst, order.limitPaise);
  const range = { bestPaise, worstPaise };
  const price =
    model.at === 'central-of-bar'
      ? expected(order, bar, range)
      : { pricePaise: worstPaise, assumption: assumptionOf(order, bar) };
  return worsened({ ...range, ...price }, order, model);
}

/** The price to expect within a range: a strategy that had seen more than the first price could name any better one. */
function expected(
  order: FillingOrder,
  bar: BarTouches,
  { bestPaise, worstPaise }: { readonly bestPaise: number; readonly worstPaise: number },
): Pick<FillPrice, 'pricePaise' | 'assumption'> {
  const { side, terms, isNewInBar, isUninformed, halfSpreadPaise } = order;
  const within = (paise: number): number => better(side, worse(side, paise, bestPaise), worstPaise);
  const beyond = (paise: number): number => (side === 'buy' ? paise : -paise);
  const assumption = assumptionOf(order, bar);
  if (isNewInBar && !isUninformed) return { pricePaise: worstPaise, assumption };
  if (terms.kind === 'stop' && isNewInBar) {
    if (assumption === 'stop-gapped') {
      return {
        pricePaise: within(bar.firstPaise + beyond(halfSpreadPaise)),
        assumption: 'stop-gapped-open',
      };
    }
    const passed = terms.triggerPricePaise + beyond(halfSpreadPaise + order.tickPaise);
    return { pricePaise: within(passed), assumption: 'stop-at-its-trigger' };
  }
  const first = bar.firstPaise + beyond(halfSpreadPaise);
  return { pricePaise: within(first), assumption: 'first-of-bar' };
}

/**
 * Its own limit, or better only where the market had left it behind before the minute began. One that came into the
 * book within the minute would have missed it, had the prices come in another order.
 */
function rested(match: Match, { side, isNewInBar }: FillingOrder, worst: number): FillPrice {
  const { pricePaise } = match;
  return {
    ...match,
    bestPaise: better(side, pricePaise, worst),
    worstPaise: isNewInBar ? worse(side, pricePaise, worst) : pricePaise,
  };
}

function assumptionOf(order: FillingOrder, bar: BarTouches): FillAssumption {
  const { side, terms, isNewInBar, isUninformed } = order;
  if (terms.kind !== 'stop' || !isNewInBar) return 'worse-side-of-bar';
  // One that was asked for later has no minute before its first price.
  if (!isUninformed) return 'stop-worse-side';
  const beyondPaise = bar.firstPaise - terms.triggerPricePaise;
  return (side === 'buy' ? beyondPaise : -beyondPaise) > 0 ? 'stop-gapped' : 'stop-worse-side';
}

/** A stop cannot fill before its trigger is reached. */
function notBeforeTrigger(bestPaise: number, { side, terms, isNewInBar }: FillingOrder): number {
  if (terms.kind !== 'stop' || !isNewInBar) return bestPaise;
  return worse(side, bestPaise, terms.triggerPricePaise);
}

function worsened(price: FillPrice, order: FillingOrder, { ticks }: SlippageModel): FillPrice {
  if (ticks === 0) return price;
  const movePaise = ticks * order.tickPaise * (order.side === 'buy' ? 1 : -1);
  const pricePaise = Math.max(order.tickPaise, price.pricePaise + movePaise);
  return { ...price, pricePaise, worstPaise: worse(order.side, price.worstPaise, pricePaise) };
}

function better(side: Side, one: number, other: number): number {
  return side === 'buy' ? Math.min(one, other) : Math.max(one, other);
}

function worse(side: Side, one: number, other: number): number {
  return side === 'buy' ? Math.max(one, other) : Math.min(one, other);
}

/**
 * Who else stands at the price of an order that rests in the book.
 *
 * - `nobody`: it fills as soon as the other side’s best price reaches its limit.
 * - `all-before-us`: only once that price has gone beyond its limit, for then everybody at the limit was served.
 */
export type QueueModel = 'nobody' | 'all-before-us';

/**
 * Whether an order is served now.
 *
 * @param beyondPaise - how far the other side's best price is inside its limit: 0 at the limit, negative short of it
 * @param hasRested - whether it stood in the book before; one that arrives takes what is there
 */
export function isServed(beyondPaise: number, hasRested: boolean, queue: QueueModel): boolean {
  return hasRested && queue === 'all-before-us' ? beyondPaise > 0 : beyondPaise >= 0;
}

/** A stretch that a seeded draw falls into, both ends included. */
export interface DelayRange {
  readonly minMs: number;
  readonly maxMs: number;
}

/** How long what was asked for takes to happen. */
export interface LatencyModel {
  /** From the platform's answer until the order is at the exchange. @default 20 to 120 ms */
  readonly placing: DelayRange;
  /** From the answer to a modify until it takes effect. @default 20 to 120 ms */
  readonly modifying: DelayRange;
  /** From the answer to a cancel until it takes effect: the time in which a fill can win. @default 20 to 120 ms */
  readonly cancelling: DelayRange;
}

const USUAL: DelayRange = { minMs: 20, maxMs: 120 };

/** The default. */
export const USUAL_LATENCY: LatencyModel = {
  placing: USUAL,
  modifying: USUAL,
  cancelling: USUAL,
};

/** A delay of a range. `draw` gives a whole number below the one it is given. */
export function delayMs({ minMs, maxMs }: DelayRange, draw: (below: number) => number): number {
  return minMs + draw(maxMs - minMs + 1);
}
