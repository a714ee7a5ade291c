import { type Notice } from './notice.ts';
import { RefusalFold } from './refusal-fold.ts';

/** Notices that are kept for a late reader. */
const RECENT_KEPT = 200;
/** Warnings and worse that are kept for the end of the day. */
const PROBLEMS_KEPT = 1_000;

/** What was said of a day: the last notices whole, and every problem however much was said after it. */
export class NoticeBoard {
  #recent: readonly Notice[] = [];
  readonly #problems: string[] = [];
  readonly #alerts: Notice[] = [];
  #problemsLeftOut = 0;
  readonly #refusals = new RefusalFold();

  /** Adds a notice. Returns it as it is to be told; null where it only repeats what was told a moment ago. */
  add(of: Notice): Notice | null {
    const notice = this.#refusals.take(of);
    if (notice !== null) this.#keep(notice);
    return notice;
  }

  #keep(notice: Notice): void {
    this.#recent = [...this.#recent.slice(1 - RECENT_KEPT), notice];
    // The summary of the day says it of tables.
    if (notice.severity === 'info' || notice.topic === 'tables') return;
    if (notice.topic === 'alert') {
      if (this.#alerts.length < PROBLEMS_KEPT) this.#alerts.push(notice);
      return;
    }
    if (this.#problems.length < PROBLEMS_KEPT) this.#problems.push(notice.message);
    else this.#problemsLeftOut += 1;
  }

  /** The last notices, oldest first. */
  get recent(): readonly Notice[] {
    return this.#recent;
  }

  /** Warnings and worse that strategies told themselves, oldest first; at most 1,000. */
  get alerts(): readonly Notice[] {
    return this.#alerts;
  }

  /** Messages of all warnings and worse but those of strategies, oldest first; what is beyond the first 1,000 is counted. */
  get problems(): readonly string[] {
    const counted = this.#refusals.rest().map(({ message }) => message);
    const problems = [...this.#problems, ...counted];
    if (this.#problemsLeftOut === 0) return problems;
    return [...problems, `and ${String(this.#problemsLeftOut)} more`];
  }
}
