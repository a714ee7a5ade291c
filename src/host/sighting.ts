import { type Seen } from '../model/order-event.ts';
import { type InputOf } from '../strategy/context.ts';

/** When a poll brought something, and the polls after it that are known to have brought the same. */
export class Sighting {
  readonly #seen: Seen;
  readonly #repeats: InputOf<'quotes-observed'>['repeats'];

  constructor({ seen, repeats }: Pick<InputOf<'quotes-observed'>, 'seen' | 'repeats'>) {
    this.#seen = seen;
    this.#repeats = repeats;
  }

  /** The last of these polls that had been made before a time. */
  before(atMs: number): Seen {
    const observedAtMs = this.observedAtMs(atMs);
    return observedAtMs === this.#seen.observedAtMs ? this.#seen : { ...this.#seen, observedAtMs };
  }

  /** When the last of these polls was made before a time. */
  observedAtMs(atMs: number): number {
    const { observedAtMs } = this.#seen;
    if (this.#repeats === undefined) return observedAtMs;
    const { everyMs, untilMs } = this.#repeats;
    const polls = Math.ceil((Math.min(atMs, untilMs) - observedAtMs) / everyMs) - 1;
    return polls > 0 ? observedAtMs + polls * everyMs : observedAtMs;
  }
}
