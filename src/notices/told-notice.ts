import { type Severity } from './notice-kind.ts';
import { operatorCommands, type OperatorCommands } from './operator-commands.ts';
import { type Notice, type NoticeCode, noticeKey, noticeText } from './notice.ts';

/** A notice at its time. */
export type ToldNotice = CountedNotice & { readonly atMs: number };

/** A notice that may stand for several. */
export type CountedNotice = Notice & {
  /** How many equal ones there were at this instant. @default 1 */
  readonly times?: number;
  /** How many of its kind there were since the last one that was reported, this one included. @default 1 */
  readonly timesSinceTold?: number;
};

/** Puts a notice at its time. */
export function toldAt(atMs: number, notice: Notice): ToldNotice {
  return { ...notice, atMs };
}

/** The sentence for people, with how often. Only what shows a notice may call it. */
export function toldText(
  told: CountedNotice,
  commands: OperatorCommands = operatorCommands,
): string {
  const { times = 1, timesSinceTold = 1 } = told;
  const now = times === 1 ? '' : ` (× ${inIndian(times)})`;
  const since =
    timesSinceTold === 1 ? '' : ` (× ${inIndian(timesSinceTold)} since the last notice)`;
  return `${noticeText(told, commands)}${now}${since}`;
}

/**
 * The sentence of a notice of another program, with the commands of this reader; the program's own sentence where it is of
 * another version and words it otherwise.
 */
export function retoldText(
  told: { readonly message: string; readonly code?: string; readonly facts?: unknown },
  commands: OperatorCommands,
): string {
  const notice = told as unknown as CountedNotice;
  try {
    return toldText(notice) === told.message ? toldText(notice, commands) : told.message;
  } catch {
    // A code, or facts of it, that only the other version knows.
    return told.message;
  }
}

/** A notice as programs read it, with its sentence for people beside code and facts. */
export interface ShownNotice {
  readonly atMs: number;
  readonly severity: Severity;
  /** Null where it is of no run. */
  readonly runId: string | null;
  /** One of `docs/notices.md`: what programs go by. */
  readonly code: NoticeCode;
  readonly facts: Notice['facts'];
  readonly message: string;
}

/** What an output for programs says of a notice. */
export function shownNotice(
  told: ToldNotice,
  commands: OperatorCommands = operatorCommands,
): ShownNotice {
  const { atMs, severity, runId, code, facts } = told;
  return { atMs, severity, runId, code, facts, message: toldText(told, commands) };
}

const NONE: readonly ToldNotice[] = [];

/** Holds the notices of one drain, so that a thousand equal ones at one instant are reported once. */
export class NoticeFold {
  readonly #held = new Map<string, { readonly notice: ToldNotice; count: number }>();

  /** Takes a notice in, at an instant. */
  take(atMs: number, notice: Notice): void {
    const key = noticeKey(notice);
    const held = this.#held.get(key);
    if (held === undefined) this.#held.set(key, { notice: toldAt(atMs, notice), count: 1 });
    else held.count += 1;
  }

  /** Hands out what was held, in the order in which each first came, and empties itself. */
  release(): readonly ToldNotice[] {
    if (this.#held.size === 0) return NONE;
    const notices = Array.from(this.#held.values(), ({ notice, count }) =>
      count === 1 ? notice : { ...notice, times: count },
    );
    this.#held.clear();
    return notices;
  }
}

function inIndian(count: number): string {
  return count.toLocaleString('en-IN');
}
