import { type Repeats } from '../model/input.ts';
import { type Seen } from '../model/order-event.ts';

/** What one poll brought, and when it was last seen: by that poll, or by the latest of those that bring the same. */
export class Sight {
  readonly #seen: Seen;
  readonly #repeats: Repeats | undefined;
  readonly #nowMs: () => number;
  #shown: Seen | null = null;

  constructor(
    { seen, repeats }: { readonly seen: Seen; readonly repeats?: Repeats },
    nowMs: () => number,
  ) {
    this.#seen = seen;
    this.#repeats = repeats;
    this.#nowMs = nowMs;
  }

  /** When the last poll was that brought it, as of now. */
  get observedAtMs(): number {
    const { observedAtMs } = this.#seen;
    if (this.#repeats === undefined) return observedAtMs;
    const { everyMs, untilMs } = this.#repeats;
    const polls = Math.ceil((Math.min(this.#nowMs(), untilMs) - observedAtMs) / everyMs) - 1;
    return polls > 0 ? observedAtMs + polls * everyMs : observedAtMs;
  }

  /** As strategies see it: whoever reads it later learns of a later poll. */
  get shown(): Seen {
    this.#shown ??= this.#repeats === undefined ? this.#seen : this.#living();
    return this.#shown;
  }

  #living(): Seen {
    const observedAtMs = (): number => this.observedAtMs;
    return {
      get observedAtMs() {
        return observedAtMs();
      },
      ageMsMax: this.#seen.ageMsMax,
    };
  }
}
