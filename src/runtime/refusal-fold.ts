import { type Notice } from './notice.ts';
import { RepeatBook, withoutNumbers } from './repeat-book.ts';

/** Told of a strategy that asks for the same again and again, which would bury everything else. */
const REFUSED = 'Refused';

/** Holds back refusals of one run and leg that were told a moment ago; everything else passes. */
export class RefusalFold {
  readonly #book = new RepeatBook();
  readonly #last = new Map<string, Notice>();

  /** The notice as it is to be told; null: it is counted. */
  take(notice: Notice): Notice | null {
    const { severity, runId, message, atMs } = notice;
    if (!message.startsWith(REFUSED)) return notice;
    // A leg's name may hold numbers; they tell it from others.
    const [of = '', ...reason] = message.split(': ');
    const key = `${severity}\n${runId ?? ''}\n${of}\n${withoutNumbers(reason.join(': '))}`;
    this.#last.set(key, notice);
    const heldBack = this.#book.take(key, atMs);
    return heldBack === null ? null : counted(notice, heldBack);
  }

  /** What was counted and not told yet. */
  rest(): readonly Notice[] {
    return this.#book.rest().flatMap(([key, heldBack]) => {
      const last = this.#last.get(key);
      return last === undefined ? [] : counted(last, heldBack - 1);
    });
  }
}

function counted(notice: Notice, before: number): Notice {
  if (before === 0) return notice;
  const times = (before + 1).toLocaleString('en-IN');
  return { ...notice, message: `${notice.message} (× ${times} since it was told last)` };
}
