import { invariant } from '../../base/invariant.ts';
import { type Lock } from '../../model/orders/halt-and-lock.ts';
import { type LimitName, type Protections } from '../../model/runs/run-policies.ts';
import { WeekBook } from './week-book.ts';

/** How a run stands: what it earned, and whether it holds anything. */
export interface Standing {
  /** Realised and unrealised at the last known price, paise, before costs. */
  readonly profitPaise: number;
  /** What it is worth while it is flat: all that came in less all that went out, paise. */
  readonly cashPaise: number;
  readonly isFlat: boolean;
}

/** What a protection remembers of a run, or of the account, within a day. */
export interface DayRecord {
  /** Highest profit of the day, paise; at least 0. */
  highPaise: number;
  lostInRow: number;
  /** Limits that are exceeded, and since when. */
  readonly exceeded: Map<LimitName, Exceeded>;
}

/** The first look that found a limit exceeded, in a row of looks that all did. */
export interface Exceeded {
  readonly sinceMs: number;
  /** Version of the quotes that it was found with. */
  readonly looks: number;
}

/** Remembers the week before the day, and the day's highs and round trips. A round trip leads from holding nothing to holding nothing again. */
export class ProfitWatch {
  /** Whether something came since the last look that may have moved a profit. */
  isDue = false;
  /** When to look again though nothing comes, epoch milliseconds; Infinity for never. */
  lookAtMs = Infinity;
  readonly week = new WeekBook();
  readonly #records = new Map<string | null, DayRecord>();
  readonly #flatCashPaise = new Map<string, number>();

  of(runId: string | null): DayRecord {
    const record = this.#records.get(runId) ?? {
      highPaise: 0,
      lostInRow: 0,
      exceeded: new Map<LimitName, Exceeded>(),
    };
    this.#records.set(runId, record);
    return record;
  }

  /** What the round trip brought that has just ended, paise; null when none has. */
  tripEnded(runId: string, { isFlat, cashPaise }: Standing): number | null {
    if (!isFlat) return null;
    const beforePaise = this.#flatCashPaise.get(runId) ?? 0;
    this.#flatCashPaise.set(runId, cashPaise);
    return cashPaise === beforePaise ? null : cashPaise - beforePaise;
  }
}

/** The locks in force, in the order in which they began. One of each protection and scope at a time. */
export class LockBook {
  #locks: Lock[] = [];

  /** Adds a lock; false when one of its protection and scope is in force already. */
  add(lock: Lock): boolean {
    const isNew = this.of(lock.runId, lock.protection) === undefined;
    if (isNew) this.#locks.push(lock);
    return isNew;
  }

  of(runId: string | null, protection: Lock['protection']): Lock | undefined {
    return this.#locks.find((lock) => lock.runId === runId && lock.protection === protection);
  }

  /** Those that hold a run: its own and the account's. */
  holding(runId: string): readonly Lock[] {
    return this.#locks.filter((lock) => lock.runId === null || lock.runId === runId);
  }

  all(): readonly Lock[] {
    return this.#locks;
  }

  remove(lock: Lock): void {
    invariant(this.#locks.includes(lock), 'A lock ends that was not in force');
    this.#locks = this.#locks.filter((other) => other !== lock);
  }
}

/** Protections never change, and are looked at after every poll. */
const limited = new WeakMap<Protections, boolean>();

/** Whether protections limit anything. */
export function isLimited(protections: Protections): boolean {
  const known = limited.get(protections);
  if (known !== undefined) return known;
  const isAny = Object.values(protections).some(
    (limit) => typeof limit === 'number' && limit !== 0,
  );
  limited.set(protections, isAny);
  return isAny;
}
