import { type EngineLimits } from '../../engine/engine-limits.ts';
import { type SeenStep } from '../oracle/seen-step.ts';
import { type SentOrder, type SentWrite } from '../oracle/sent-order.ts';
import { type TrueHolding, type Truth } from '../oracle/truth.ts';
import { type Ground } from './ground.ts';
import { optionKind } from './what-was-read.ts';

/** Beyond the touch, percent: the buffer of options with some room for the tick. */
const BUFFER_PERCENT_MAX = 9;
const ROOM = 1 + BUFFER_PERCENT_MAX / 100;
const TICKS_PAISE = 10;
/** Two prices before the last one that was read. */
const STEPS_BACK = 2;

/** Which exit of a write is priced short of the touch, or beyond its buffer (I33); null when none is. */
export function wrongPriceIn({ kind, orders }: SentWrite, on: Ground): string | null {
  if (kind !== 'place' && kind !== 'modify') return null;
  for (const order of orders) {
    const moved = kind === 'place' ? undefined : on.truth.orderOf(order.orderId);
    const what = wrongPriceOf({ ...order, ...moved }, on);
    if (what !== null) return what;
  }
  return null;
}

function wrongPriceOf(order: SentOrder, on: Ground): string | null {
  const { tag, symbol, side, limitPaise } = order;
  const intent = on.truth.durableIntents.get(tag);
  if (intent?.role !== 'exit' || on.declared.pricesExits(intent.runId, intent.leg)) return null;
  if (limitPaise === null) return `The exit ${tag} of ${symbol} left without a limit`;
  const touches = touchesFor(order, on);
  if (touches.length === 0) return null;
  const [low, high] = [Math.min(...touches), Math.max(...touches)];
  const [isShort, isBeyond] =
    side === 'buy'
      ? [limitPaise < low, limitPaise > high * ROOM + TICKS_PAISE]
      : [limitPaise > high, limitPaise < low / ROOM - TICKS_PAISE];
  if (!isShort && !isBeyond) return null;
  const wrong = isShort ? 'does not meet the market' : 'is priced beyond its buffer';
  return `The exit ${tag} of ${intent.leg} of ${intent.runId} ${wrong}: it ${side}s ${symbol} at ${String(limitPaise)} paise, touch ${String(low)} to ${String(high)}`;
}

function touchesFor(
  { symbol, side }: SentOrder,
  { machine: { nowMs }, read, priceStepMs, quoteOf }: Ground,
): readonly number[] {
  const readAtMs = read.quotesAtMs.get(symbol) ?? nowMs;
  const times = [nowMs];
  for (let back = 0; back <= STEPS_BACK; back += 1) times.push(readAtMs - back * priceStepMs);
  const quotes = times.flatMap((atMs) => quoteOf(symbol, atMs) ?? []);
  // Without another side only the last price is left to go by.
  return quotes.map(({ bidPaise, askPaise, lastPaise }) => {
    return (side === 'buy' ? askPaise : bidPaise) ?? lastPaise;
  });
}

type IsOneGoal = (runId: string, leg: string, other: string) => boolean;

/** Which sale of a square-off takes the cover of a short that was read and not read as closed (I38); null when none does. */
export function uncoveringIn(
  { kind, orders }: SentWrite,
  on: Ground,
  isOneGoal: IsOneGoal,
): string | null {
  if (kind !== 'place') return null;
  for (const { tag, symbol, side, quantityUnits } of orders) {
    const intent = on.truth.durableIntents.get(tag);
    if (side !== 'sell' || intent?.role !== 'exit') continue;
    const { runId, leg } = intent;
    const bareUnits = bareUnitsAfter(
      { runId, leg, symbol, netUnits: quantityUnits },
      on,
      isOneGoal,
    );
    if (bareUnits > 0) {
      return `"${leg}" of ${runId} sells ${String(quantityUnits)} of ${symbol} while shorts that it covers are not read as closed: ${String(bareUnits)} units are left bare`;
    }
  }
  return null;
}

function bareUnitsAfter(
  { runId, leg, symbol, netUnits }: TrueHolding,
  { read, truth }: Ground,
  isOneGoal: IsOneGoal,
): number {
  const of = optionKind(symbol);
  if (of === null) return 0;
  if ([...truth.meddledSymbols].some((other) => optionKind(other)?.kind === of.kind)) return 0;
  const shortUnits = read.shortUnits(runId, of, (other) => isOneGoal(runId, leg, other));
  const longUnits = Math.max(0, read.longUnits(runId, of) - netUnits);
  return shortUnits === 0 ? 0 : shortUnits - longUnits;
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
  crowdedBy(
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
