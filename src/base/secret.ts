/** What is shown in place of a secret. */
export const SECRET_MASK = '[secret]';

/** A text that must not be seen. Every way of printing it gives a mask; only `reveal` gives the text. */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** The text itself, for the one place that sends it. */
  reveal(): string {
    return this.#text;
  }

  toString(): string {
    return SECRET_MASK;
  }

  toJSON(): string {
    return SECRET_MASK;
  }

  /** How Node's console shows it. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return SECRET_MASK;
  }
}
