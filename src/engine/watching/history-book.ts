import { type HistoryAnswer, type HistoryAsked } from '../../model/market/bar.ts';

/**
 * A request for bars of the past.
 *
 * Waits until `dueAtMs`, is under way, waits to be tried again, and is settled with its answer: the bars, or why there
 * are none. A settled one is never asked again.
 */
export interface HistoryRequest {
  readonly asked: HistoryAsked;
  dueAtMs: number;
  /** When it was first tried, by this process; null before. */
  triedFromMs: number | null;
  tries: number;
  isUnderWay: boolean;
  /** Why the last try failed, for people; null where none did. */
  lastFailure: string | null;
  answer: HistoryAnswer | null;
  /** Runs that were shown the answer. */
  readonly told: Set<string>;
}

/** A source may take a moment to finish a bar that has just ended. */
const FINISHED_AFTER_MS = 1_000;

/** Requests for bars of the past, by what is asked: runs that ask for the same share one. */
export class HistoryBook {
  readonly #requests = new Map<string, HistoryRequest>();

  /** The request for these bars; made at the first look. */
  of(asked: HistoryAsked): HistoryRequest {
    const { underlying, minutes, count, beforeMs } = asked;
    const key = `${String(minutes)} ${String(count)} ${String(beforeMs)} ${underlying}`;
    const held = this.#requests.get(key);
    if (held !== undefined) return held;
    const fresh = { asked, ...untried(asked), answer: null, told: new Set<string>() };
    this.#requests.set(key, fresh);
    return fresh;
  }

  /** Nothing is under way any more; what is not settled is tried afresh. */
  forget(): void {
    for (const request of this.#requests.values()) {
      if (request.answer === null) Object.assign(request, untried(request.asked));
    }
  }
}

function untried({
  beforeMs,
}: HistoryAsked): Pick<
  HistoryRequest,
  'dueAtMs' | 'triedFromMs' | 'tries' | 'isUnderWay' | 'lastFailure'
> {
  const dueAtMs = beforeMs + FINISHED_AFTER_MS;
  return { dueAtMs, triedFromMs: null, tries: 0, isUnderWay: false, lastFailure: null };
}
