import { type Lock } from '../model/lock.ts';

/** The locks in force, in the order in which they began. One of each protection and scope at a time. */
export class LockBook {
  #locks: Lock[] = [];

  /** Adds a lock; false when one of its protection and scope is in force already. */
  add(lock: Lock): boolean {
    const isNew = this.of(lock.runId, lock.protection) === undefined;
    if (isNew) this.#locks.push(lock);
    return isNew;
  }

  /** The lock of one protection and scope. */
  of(runId: string | null, protection: Lock['protection']): Lock | undefined {
    return this.#locks.find((lock) => lock.runId === runId && lock.protection === protection);
  }

  /** Those that hold a run: its own and the account's. */
  holding(runId: string): readonly Lock[] {
    return this.#locks.filter((lock) => lock.runId === null || lock.runId === runId);
  }

  /** All of them. */
  all(): readonly Lock[] {
    return this.#locks;
  }

  /** Ends a lock. */
  remove(lock: Lock): void {
    this.#locks = this.#locks.filter((other) => other !== lock);
  }
}
