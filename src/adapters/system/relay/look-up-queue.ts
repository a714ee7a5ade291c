import { type LookupFunction } from 'node:net';

/** Who looks a name up. */
export interface LookingUp {
  readonly owner: object;
  /** Whether no one waits for it any more. */
  readonly isGivenUp: () => boolean;
}

/** Node looks names up in four threads, which work on files as well: the program's own must not wait behind those of children. */
const AT_ONCE = 2;

/**
 * Looks names up for children, two at a time for all of them. A look-up cannot be broken off: one that was given up counts until it
 * has ended, or never begins.
 */
export class LookUpQueue {
  readonly #running = new Set<LookingUp>();
  #waiting: { readonly of: LookingUp; readonly begin: () => void }[] = [];

  /** How many look-ups of an owner are given up and have not ended. */
  givenUpOf(owner: object): number {
    return [...this.#running].filter((of) => of.owner === owner && of.isGivenUp()).length;
  }

  /** The same look-up, in its turn. */
  inTurn(lookUp: LookupFunction, of: LookingUp): LookupFunction {
    return (host, options, callback) => {
      const begin = (): void => {
        this.#running.add(of);
        lookUp(host, options, (...found) => {
          this.#running.delete(of);
          callback(...found);
          this.#goOn();
        });
      };
      this.#waiting = this.#waiting.filter((other) => !other.of.isGivenUp());
      this.#waiting.push({ of, begin });
      this.#goOn();
    };
  }

  #goOn(): void {
    while (this.#running.size < AT_ONCE) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      if (!next.of.isGivenUp()) next.begin();
    }
  }
}
