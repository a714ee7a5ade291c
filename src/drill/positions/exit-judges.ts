import { type EngineLimits } from '../../engine/engine-limits.ts';
import { type Quote } from '../../model/market/quote.ts';
import { type SeenStep } from '../oracle/seen-step.ts';
import { type SentOrder, type SentWrite } from '../oracle/sent-order.ts';
import { type TrueHolding, type Truth } from '../oracle/truth.ts';
import { type Declared } from './declared.ts';
import { type QuoteOf } from './flat-judge.ts';
import { type OptionKind, optionKind, type ReadOrders } from './read-orders.ts';

/** Beyond the touch, percent: the buffer of options with some room for the tick. */
const BUFFER_PERCENT_MAX = 9;
/** Two prices before the last one that was read. */
const STEPS_BACK = 2;

/** What exit prices are judged by; `stepMs`: between two prices. */
interface ExitPriceParts {
  readonly truth: Truth;
  readonly declared: Declared;
  readonly quoteOf: QuoteOf;
  readonly stepMs: number;
}

/** Holds the price of each exit against the market (I33): through the touch, and no further than its buffer. */
export class ExitPriceJudge {
  readonly #parts: ExitPriceParts;
  /** When the process last read a price, by symbol: a contract that left the list has none for a while. */
  readonly #readAtMs = new Map<string, number>();

  constructor(parts: ExitPriceParts) {
    this.#parts = parts;
  }

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

  #moved(modify: SentOrder): SentOrder {
    const order = this.#parts.truth.orderOf(modify.orderId);
    if (order === undefined) return modify;
    return { ...modify, tag: order.tag, symbol: order.symbol, side: order.side };
  }

  #lookAt({ tag, symbol, side, limitPaise }: SentOrder, nowMs: number): string | null {
    const intent = this.#parts.truth.durableIntents.get(tag);
    if (intent?.role !== 'exit' || this.#parts.declared.pricesExits(intent.runId, intent.leg)) {
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

  #quotes(symbol: string, nowMs: number): readonly Quote[] {
    const readAtMs = this.#readAtMs.get(symbol) ?? nowMs;
    const times = [nowMs];
    for (let back = 0; back <= STEPS_BACK; back += 1) {
      times.push(readAtMs - back * this.#parts.stepMs);
    }
    return times.flatMap((atMs) => this.#parts.quoteOf(symbol, atMs) ?? []);
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

/** What the judge looks at. */
export interface CoverJudgeParts {
  readonly truth: Truth;
  readonly read: ReadOrders;
  readonly isOneGoal: (runId: string, leg: string, other: string) => boolean;
}

/** Judges square-offs where their sales leave: none sells what covers a short that was read and not read as closed (I38). */
export class CoverJudge {
  readonly #parts: CoverJudgeParts;

  constructor(parts: CoverJudgeParts) {
    this.#parts = parts;
  }

  /** A write is about to leave; what is wrong with it, or null. */
  takeSend({ kind, orders }: SentWrite): string | null {
    if (kind !== 'place') return null;
    for (const { tag, symbol, side, quantityUnits } of orders) {
      const intent = this.#parts.truth.durableIntents.get(tag);
      if (side !== 'sell' || intent?.role !== 'exit') continue;
      const { runId, leg } = intent;
      const bareUnits = this.#bareUnits({ runId, leg, symbol, netUnits: quantityUnits });
      if (bareUnits > 0) {
        return `"${leg}" of ${runId} sells ${String(quantityUnits)} of ${symbol} while shorts that it covers are not read as closed: ${String(bareUnits)} units are left bare`;
      }
    }
    return null;
  }

  #bareUnits({ runId, leg, symbol, netUnits }: TrueHolding): number {
    const { read, isOneGoal } = this.#parts;
    const of = optionKind(symbol);
    if (of === null || this.#isMeddledWith(of)) return 0;
    const shortUnits = read.shortUnits(runId, of, (other) => isOneGoal(runId, leg, other));
    const longUnits = Math.max(0, read.longUnits(runId, of) - netUnits);
    return shortUnits === 0 ? 0 : shortUnits - longUnits;
  }

  #isMeddledWith({ kind }: OptionKind): boolean {
    const { meddledSymbols } = this.#parts.truth;
    return [...meddledSymbols].some((symbol) => optionKind(symbol)?.kind === kind);
  }
}

/** A little less than a second: a clock that works off a difference goes slower. */
const WINDOW_MS = 990;
/** Written down here once more, so that a change of the default is seen. */
const USUAL_MAX = 8;
const KEPT_FOR_EXITS = 2;

/** Counts entries where they leave: they never take what is kept for exits (I34). */
export class RoomForExits {
  readonly #truth: Truth;
  #entries: { readonly atMs: number; readonly tag: string }[] = [];
  readonly #tagsOf = new Map<string, readonly string[]>();

  constructor(truth: Truth) {
    this.#truth = truth;
  }

  /** Takes a step: a request of which not one byte was written took no room. */
  takeStep({ event, effects }: SeenStep): void {
    for (const effect of effects) {
      if (effect.kind !== 'attempt' || effect.attempt.kind !== 'place') continue;
      const { attemptId, request } = effect.attempt;
      this.#tagsOf.set(
        attemptId,
        request.elements.map(({ tag }) => tag),
      );
    }
    if (event.kind !== 'attempt-ended' || event.result.outcome.kind !== 'rejected') return;
    if (event.result.outcome.rejection.form !== 'not-sent') return;
    const unsent = this.#tagsOf.get(event.attemptId) ?? [];
    this.#entries = this.#entries.filter(({ tag }) => !unsent.includes(tag));
  }

  /** A write is about to leave; what is wrong with it, or null. */
  takeSend(
    { kind, orders }: SentWrite,
    nowMs: number,
    { messagesPerSecondMax = USUAL_MAX }: Partial<EngineLimits>,
  ): string | null {
    if (kind !== 'place') return null;
    this.#entries = this.#entries.filter(({ atMs }) => atMs > nowMs - WINDOW_MS);
    for (const { tag, symbol } of orders) {
      const intent = this.#truth.durableIntents.get(tag);
      if (intent?.role !== 'entry') continue;
      // What covers a short takes risk away, and may use all that an exit may.
      if (this.#truth.buysCover(intent.runId, { leg: intent.leg, symbol })) continue;
      this.#entries.push({ atMs: nowMs, tag });
    }
    const count = this.#entries.length;
    const most = Math.max(1, messagesPerSecondMax - KEPT_FOR_EXITS);
    if (count <= most) return null;
    return `${String(count)} entries left within ${String(WINDOW_MS)} ms, which leaves too little room for exits`;
  }
}
