import { invariant } from '../base/invariant.ts';
import { type Attempt } from '../engine/effect.ts';
import { type AttemptResult } from '../engine/event.ts';
import { type JournalFailure } from '../ports/journal.ts';
import { type JournalWriter } from './journal-writer.ts';
import { dayOver, type RequestLine, unsent } from './request-line.ts';
import { type Venue } from './venue.ts';

/** What attempts pass on their way out. */
export interface WayOut {
  readonly writer: JournalWriter;
  readonly requests: RequestLine;
  readonly venue: Pick<Venue, 'attempt'>;
  /** Nothing leaves from then on. */
  readonly dayEndsMs: number;
  readonly nowMs: () => number;
  readonly onEnded: (attemptId: string, result: AttemptResult) => void;
}

/** An attempt that is in the journal, which cannot promise yet that it stays there. */
interface Awaiting {
  readonly attempt: Attempt;
  readonly sequence: number;
  readonly sinceMs: number;
}

/** A journal that has not confirmed by then holds the attempt up no longer: the engine decides anew with what it knows then. */
const CONFIRMED_WITHIN_MS = 5_000;

const UNCONFIRMED: JournalFailure = {
  kind: 'io',
  detail: `it did not confirm an entry within ${String(CONFIRMED_WITHIN_MS / 1000)} s`,
  next: 'Look at the connection to the journal',
};

/**
 * Attempts on their way out, in the order in which the engine asked for them: into the journal, then, once that is
 * durable, to the venue. One that the journal refuses, loses or does not confirm in time never leaves.
 */
export class OutgoingAttempts {
  readonly #way: WayOut;
  #awaiting: readonly Awaiting[] = [];

  constructor(way: WayOut) {
    this.#way = way;
  }

  /** How many wait for the journal. */
  get count(): number {
    return this.#awaiting.length;
  }

  /** When the first has waited too long, epoch milliseconds; Infinity where none waits. */
  get overdueAtMs(): number {
    const first = this.#awaiting[0];
    return first === undefined ? Infinity : first.sinceMs + CONFIRMED_WITHIN_MS;
  }

  /** Sends an attempt, or has it wait for the journal. */
  make(attempt: Attempt): void {
    const { writer, nowMs } = this.#way;
    const written = writer.write();
    if (this.#isDayOver) this.#end(attempt, dayOver(attempt));
    else if (!written.ok) this.#end(attempt, unsent(attempt, written.error));
    else if (writer.isDurable(written.value)) {
      invariant(writer.isHandedOver, 'An attempt leaves that is not on record');
      this.#send(attempt);
    } else {
      const awaiting = { attempt, sequence: written.value, sinceMs: nowMs() };
      this.#awaiting = [...this.#awaiting, awaiting];
    }
  }

  /** The journal has made more durable, which leaves now, or could not: then nothing of it leaves. */
  takeJournaled(failure: JournalFailure | null): void {
    const { writer, nowMs } = this.#way;
    if (failure !== null) writer.takeBack(failure, nowMs());
    for (const attempt of this.#take(({ sequence }) => writer.isDurable(sequence))) {
      if (this.#isDayOver) this.#end(attempt, dayOver(attempt));
      else this.#send(attempt);
    }
    if (failure !== null) this.#giveUp(() => true, failure);
  }

  /** Gives those up that have waited too long. */
  giveUpOverdue(): void {
    const nowMs = this.#way.nowMs();
    this.#giveUp(({ sinceMs }) => sinceMs + CONFIRMED_WITHIN_MS <= nowMs, UNCONFIRMED);
  }

  get #isDayOver(): boolean {
    return this.#way.nowMs() >= this.#way.dayEndsMs;
  }

  #send(attempt: Attempt): void {
    const { requests, venue, nowMs } = this.#way;
    requests.make(
      () => venue.attempt(attempt, nowMs()),
      (result) => {
        this.#end(attempt, result);
      },
    );
  }

  #end({ attemptId }: Attempt, result: AttemptResult): void {
    this.#way.onEnded(attemptId, result);
  }

  #giveUp(isOver: (awaiting: Awaiting) => boolean, failure: JournalFailure): void {
    for (const attempt of this.#take(isOver)) this.#end(attempt, unsent(attempt, failure));
  }

  /** Takes the first ones out of which something holds: none passes one before it. */
  #take(holds: (awaiting: Awaiting) => boolean): readonly Attempt[] {
    if (this.#awaiting.length === 0) return [];
    const first = this.#awaiting.findIndex((awaiting) => !holds(awaiting));
    const count = first === -1 ? this.#awaiting.length : first;
    const taken = this.#awaiting.slice(0, count);
    this.#awaiting = this.#awaiting.slice(count);
    return taken.map(({ attempt }) => attempt);
  }
}
