import { type Quote } from '../../../model/quote.ts';
import { type SentWrite, type SentOrder } from '../sent-order.ts';
import { type Truth } from '../truth.ts';
import { type Declared } from './declared.ts';
import { type QuoteOf } from './flat-judge.ts';

/** Beyond the touch, percent: the buffer of options with some room for the tick. */
const BUFFER_PERCENT_MAX = 9;
/** Two prices before the last one that was read. */
const STEPS_BACK = 2;

/** Holds the price of each exit against the market (I33): through the touch, and no further than its buffer. */
export class ExitPriceJudge {
  readonly #truth: Truth;
  readonly #declared: Declared;
  readonly #quoteOf: QuoteOf;
  readonly #stepMs: number;
  /** When the process last read a price, by symbol: a contract that left the list has none for a while. */
  readonly #readAtMs = new Map<string, number>();

  constructor(
    truth: Truth,
    declared: Declared,
    { quoteOf, stepMs }: { readonly quoteOf: QuoteOf; readonly stepMs: number },
  ) {
    this.#truth = truth;
    this.#declared = declared;
    this.#quoteOf = quoteOf;
    this.#stepMs = stepMs;
  }

  /** Prices were read. */
  takeQuotes(quotes: readonly Quote[], atMs: number): void {
    for (const { symbol } of quotes) this.#readAtMs.set(symbol, atMs);
  }

  /** What is wrong with the prices of a write; null when nothing is. */
  look({ kind, orders }: SentWrite, nowMs: number): string | null {
    if (kind !== 'place' && kind !== 'modify') return null;
    for (const order of orders) {
      const what = this.#lookAt(kind === 'place' ? order : this.#moved(order), nowMs);
      if (what !== null) return what;
    }
    return null;
  }

  /** A modify names its order alone: what that is of, the exchange knows. */
  #moved(modify: SentOrder): SentOrder {
    const order = this.#truth.orderOf(modify.orderId);
    if (order === undefined) return modify;
    return { ...modify, tag: order.tag, symbol: order.symbol, side: order.side };
  }

  #lookAt({ tag, symbol, side, limitPaise }: SentOrder, nowMs: number): string | null {
    const intent = this.#truth.durableIntents.get(tag);
    if (intent?.role !== 'exit' || this.#declared.pricesExits(intent.runId, intent.leg)) {
      return null;
    }
    if (limitPaise === null) return `The exit ${tag} of ${symbol} left without a limit`;
    const isBuy = side === 'buy';
    // Without another side only the last price is left to go by.
    const touches = this.#quotes(symbol, nowMs).map(({ bidPaise, askPaise, lastPaise }) => {
      return (isBuy ? askPaise : bidPaise) ?? lastPaise;
    });
    if (touches.length === 0) return null;
    const [low, high] = [Math.min(...touches), Math.max(...touches)];
    const wrong = isBuy ? wrongBuy(limitPaise, low, high) : wrongSell(limitPaise, low, high);
    if (wrong === null) return null;
    return `The exit ${tag} of ${intent.leg} of ${intent.runId} ${wrong}: it ${side}s ${symbol} at ${String(limitPaise)} paise, touch ${String(low)} to ${String(high)}`;
  }

  /** What may have been known when it was priced. */
  #quotes(symbol: string, nowMs: number): readonly Quote[] {
    const readAtMs = this.#readAtMs.get(symbol) ?? nowMs;
    const times = [nowMs];
    for (let back = 0; back <= STEPS_BACK; back += 1) times.push(readAtMs - back * this.#stepMs);
    return times.flatMap((atMs) => this.#quoteOf(symbol, atMs) ?? []);
  }
}

const ROOM = 1 + BUFFER_PERCENT_MAX / 100;
const TICKS_PAISE = 10;
const NOT_THROUGH = 'does not meet the market';
const TOO_FAR = 'is priced beyond its buffer';

function wrongBuy(limitPaise: number, low: number, high: number): string | null {
  if (limitPaise < low) return NOT_THROUGH;
  return limitPaise <= high * ROOM + TICKS_PAISE ? null : TOO_FAR;
}

function wrongSell(limitPaise: number, low: number, high: number): string | null {
  if (limitPaise > high) return NOT_THROUGH;
  return limitPaise >= low / ROOM - TICKS_PAISE ? null : TOO_FAR;
}
