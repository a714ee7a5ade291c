import { reasonOf } from '../notices/refusals.ts';
import { isSettledBy, isSlip, maySettle } from '../notices/settled.ts';
import { type ToldNotice } from '../notices/told-notice.ts';

/** Notices that are kept for a late reader. */
const RECENT_KEPT = 200;
/** Warnings and worse that are kept for the end of the day. */
const PROBLEMS_KEPT = 1_000;

/** The notices of a day: the last ones whole, and every problem however many follow. */
export class NoticeBoard {
  #recent: readonly ToldNotice[] = [];
  readonly #problems: ToldNotice[] = [];
  readonly #settled = new Set<ToldNotice>();
  readonly #alerts: ToldNotice[] = [];
  #problemsLeftOut = 0;
  readonly #refusals = new RefusalFold();

  /** Adds a notice. Returns it as it must be shown; null where it only repeats a recent one. */
  add(of: ToldNotice): ToldNotice | null {
    const notice = this.#refusals.take(of);
    if (notice !== null) this.#keep(notice);
    return notice;
  }

  #keep(notice: ToldNotice): void {
    this.#recent = [...this.#recent.slice(1 - RECENT_KEPT), notice];
    if (maySettle(notice)) this.#settle(notice);
    // The summary of the day says it of tables.
    if (notice.severity === 'info' || notice.code === 'table-ends') return;
    if (notice.code === 'alert') {
      if (this.#alerts.length < PROBLEMS_KEPT) this.#alerts.push(notice);
      return;
    }
    if (this.#problems.length < PROBLEMS_KEPT) {
      this.#problems.push(notice);
      if (isSlip(notice)) this.#settled.add(notice);
    } else this.#problemsLeftOut += 1;
  }

  #settle(by: ToldNotice): void {
    for (const problem of this.#problems) if (isSettledBy(problem, by)) this.#settled.add(problem);
  }

  /** The last notices, oldest first. */
  get recent(): readonly ToldNotice[] {
    return this.#recent;
  }

  /** Warnings and worse that strategies told themselves, oldest first; at most 1,000. */
  get alerts(): readonly ToldNotice[] {
    return this.#alerts;
  }

  /** The first 1,000 warnings and worse but those of strategies, oldest first, and refusals that were only counted. */
  get problems(): readonly ToldNotice[] {
    return [...this.#problems, ...this.#refusals.rest()];
  }

  /** Those of the problems that were settled since, or were only mistakes of the operator: nothing is left of them. */
  get settled(): readonly ToldNotice[] {
    return [...this.#settled];
  }

  /** How many more there were. */
  get problemsLeftOut(): number {
    return this.#problemsLeftOut;
  }
}

/**
 * Holds back refusals of one run, leg and reason that were told a moment ago: a strategy that asks for the same again and
 * again would bury everything else, which passes.
 */
export class RefusalFold {
  readonly #book = new RepeatBook();
  readonly #last = new Map<string, ToldNotice>();

  /** The notice as it must be shown; null: it is only counted. */
  take(notice: ToldNotice): ToldNotice | null {
    if (notice.code !== 'refused') return notice;
    const { severity, runId, facts, atMs } = notice;
    const { leg, why } = facts;
    const key = [severity, runId ?? '', leg ?? '', reasonOf(why)].join('\n');
    this.#last.set(key, notice);
    const heldBack = this.#book.take(key, atMs);
    return heldBack === null ? null : counted(notice, heldBack);
  }

  /** What was counted and not told yet. */
  rest(): readonly ToldNotice[] {
    return this.#book.rest().flatMap(([key, heldBack]) => {
      const last = this.#last.get(key);
      return last === undefined ? [] : counted(last, heldBack - 1);
    });
  }
}

function counted(notice: ToldNotice, before: number): ToldNotice {
  return before === 0 ? notice : { ...notice, timesSinceTold: before + 1 };
}

/** How long the same is not told again. */
const TOLD_EVERY_MS = 60_000;

/** Remembers notices, so that a repeated one is shown once a minute with a count. */
export class RepeatBook {
  readonly #told = new Map<string, { toldAtMs: number; heldBack: number }>();

  /** How often the same was dropped since it was last shown; null: drop it now. */
  take(key: string, atMs: number): number | null {
    const told = this.#told.get(key);
    if (told === undefined || atMs - told.toldAtMs >= TOLD_EVERY_MS) {
      this.#told.set(key, { toldAtMs: atMs, heldBack: 0 });
      return told?.heldBack ?? 0;
    }
    told.heldBack += 1;
    return null;
  }

  /** What was held back and not told since, with how often. */
  rest(): readonly (readonly [key: string, heldBack: number])[] {
    return [...this.#told].flatMap(([key, { heldBack }]) =>
      heldBack === 0 ? [] : [[key, heldBack] as const],
    );
  }
}
