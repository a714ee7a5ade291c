import { type Attempt, type Effect } from '../engine/effect.ts';
import { type AttemptResult } from '../engine/event.ts';
import { type OperatorRequest } from '../model/orders/operator-request.ts';
import { type JournalFailure } from '../ports/journal.ts';
import { type Outcome } from '../ports/outcome.ts';

/** How requests are made, and who is told of answers. */
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
  // A disk that is full now may have room in a moment; what is held must not stay without its exit until then.
  return { kind: attempt.kind, outcome: notSent(reason, true) };
}

/** The answer to an attempt that did not leave, since the trading day that it was for is over. */
export function dayOver(attempt: Attempt): AttemptResult {
  const reason = 'the trading day that it was for is over';
  return { kind: attempt.kind, outcome: notSent(reason, false) };
}

/** What people are told when the journal fails, and when it works again. */
export function failedJournal(
  failure: JournalFailure | null,
): Omit<Extract<Effect, { kind: 'notice' }>, 'kind'> {
  if (failure === null) {
    return { severity: 'info', runId: null, message: 'The journal can be written again' };
  }
  const message = `The journal cannot be written, so nothing is sent, no exit and no square-off either; stop orders that rest on the platform stand. ${failure.detail}; ${failure.next}`;
  return { severity: 'critical', runId: null, message };
}

/** What the operator is told of a request that was done but could not be kept; null when it was. */
export function unkeptRequest(
  { action, reason }: OperatorRequest,
  failure: JournalFailure | null,
): Omit<Extract<Effect, { kind: 'notice' }>, 'kind'> | null {
  if (failure === null) return null;
  const message = `The journal cannot keep that you asked to ${action} (${reason}): it is forgotten if the program ends before it can: ${failure.detail}; ${failure.next}`;
  return { severity: 'critical', runId: null, message };
}

function notSent(reason: string, isTransient: boolean): Outcome<never> {
  const because = { form: 'not-sent', reason, ...(isTransient ? { isTransient } : {}) } as const;
  return { kind: 'rejected', rejection: because };
}
