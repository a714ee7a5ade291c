import { invariant } from '../base/invariant.ts';
import { type Attempt } from '../engine/effect.ts';
import { type AttemptResult } from '../engine/event.ts';
import { type OperatorRequest } from '../model/orders/operator-request.ts';
import { type Notice, noticeOf } from '../notices/notice.ts';
import { type JournalFailure } from '../ports/journal.ts';
import { type Outcome } from '../ports/outcome.ts';

/** How requests are made, and who receives the answers. */
export interface RequestLineOptions {
  /** `at-once`: each starts when it is asked for. `in-order`: one at a time, when `next` is called. */
  readonly order: 'at-once' | 'in-order';
  /** An answer that came later has been handed over. */
  readonly onLateAnswer: () => void;
}

/** The way of requests to the venue and of their answers back. */
export class RequestLine {
  readonly #options: RequestLineOptions;
  readonly #waiting: (() => Promise<void>)[] = [];
  #underWay = 0;

  constructor(options: RequestLineOptions) {
    this.#options = options;
  }

  /** Requests that wait or are under way. */
  get pending(): number {
    return this.#waiting.length + this.#underWay;
  }

  /** Makes a request, now or when its turn comes, and hands its answer over. */
  make<Answer>(send: () => Answer | Promise<Answer>, take: (answer: Answer) => void): void {
    if (this.#options.order === 'in-order') {
      this.#waiting.push(async () => {
        take(await send());
      });
      return;
    }
    const answer = send();
    if (!(answer instanceof Promise)) {
      take(answer);
      return;
    }
    this.#underWay += 1;
    void answer.then((value) => {
      this.#underWay -= 1;
      invariant(this.#underWay >= 0, 'A request is answered twice');
      take(value);
      this.#options.onLateAnswer();
    });
  }

  /** Makes the request that waits longest; false when none waits. */
  async next(): Promise<boolean> {
    const request = this.#waiting.shift();
    if (request === undefined) return false;
    await request();
    return true;
  }
}

/** The answer to an attempt that did not leave, since the journal could not keep it first. */
export function unsent(attempt: Attempt, { detail }: JournalFailure): AttemptResult {
  const reason = `the journal cannot keep it: ${detail}`;
  // A disk that is full now may have room in a moment; an open position must not wait for its exit until then.
  return { kind: attempt.kind, outcome: notSent(reason, true) };
}

/** The answer to an attempt that did not leave, since the trading day that it was for is over. */
export function dayOver(attempt: Attempt): AttemptResult {
  const reason = 'the trading day that it was for is over';
  return { kind: attempt.kind, outcome: notSent(reason, false) };
}

/** The notices when the journal fails, and when it works again. */
export function failedJournal(failure: JournalFailure | null): Notice {
  if (failure === null) return noticeOf('journal-writable', null, {});
  const { detail, next } = failure;
  return noticeOf('journal-unwritable', null, { detail, next });
}

/** The notice for a request that was done but could not be kept; null when it was. */
export function unkeptRequest(
  { action, reason }: OperatorRequest,
  failure: JournalFailure | null,
): Notice | null {
  if (failure === null) return null;
  const { detail, next } = failure;
  return noticeOf('request-not-journaled', null, { action, reason, detail, next });
}

function notSent(reason: string, isTransient: boolean): Outcome<never> {
  const because = { form: 'not-sent', reason, ...(isTransient ? { isTransient } : {}) } as const;
  return { kind: 'rejected', rejection: because };
}
