import { type EngineLimits } from '../../../engine/engine-limits.ts';
import { type SeenStep } from '../seen-step.ts';
import { type SentWrite } from '../sent-order.ts';
import { type Truth } from '../truth.ts';

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
