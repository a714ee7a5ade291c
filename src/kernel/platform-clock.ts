import { type Clock } from '../ports/clock.ts';
import { type Transport, type TransportResult } from '../ports/transport.ts';

/** How platform and day are compared. */
export interface PlatformClockOptions {
  /** Milliseconds of the day's clock in a real one. @default 1 */
  readonly speed?: number;
  /**
   * Beside a simulator with a time of its own: the machine's time, epoch milliseconds. A server that sends that says nothing
   * of the simulated time. @default every server counts
   */
  readonly machineMs?: () => number;
}

/** Clocks that are certainly further apart than this differ, real milliseconds. A `Date` has whole seconds, and servers keep one for a while. */
const DIFFER_MS = 5_000;
/** Answers in a row that must agree, once there are as many: one from a cache, or from one host that is off, proves nothing. */
const ANSWERS = 6;
/** A `Date` is cut to the second. */
const SECOND_MS = 1_000;

/**
 * How the day's clock stands against the platform's, by what its answers certainly show: the most favourable of the last
 * answers counts, and of each only what its way there and back leaves certain.
 */
export class PlatformClock {
  readonly #differMs: number;
  readonly #machineMs: (() => number) | null;
  /** By how much the day's clock is ahead at least, or behind, by the last answers. */
  #aheadMs: readonly number[] = [];
  #toldMs = 0;
  #news: number | null = null;

  constructor({ speed = 1, machineMs }: PlatformClockOptions = {}) {
    this.#differMs = DIFFER_MS * speed;
    this.#machineMs = machineMs ?? null;
  }

  /** Takes in an answer. */
  take(answer: DatedAnswer): void {
    if (this.#isOfMachine(answer)) return;
    this.#aheadMs = [...this.#aheadMs.slice(1 - ANSWERS), certainlyAheadMs(answer)];
    this.#judge();
  }

  /** What was heard so far says nothing of now: the day's clock may have jumped. */
  forget(): void {
    this.#aheadMs = [];
  }

  /** By how much the day's clock is ahead (below 0: behind; 0: they agree again), once for each change; else null. */
  news(): number | null {
    const news = this.#news;
    this.#news = null;
    return news;
  }

  /** By how much the day's clock is certainly ahead now (below 0: behind); null before the first answer. */
  aheadMs(): number | null {
    return this.#aheadMs.length === 0 ? null : mostFavourable(this.#aheadMs);
  }

  #judge(): void {
    const aheadMs = mostFavourable(this.#aheadMs);
    const differsMs = Math.abs(aheadMs) > this.#differMs ? aheadMs : 0;
    const isBack = differsMs === 0 && this.#toldMs !== 0;
    if (!isBack && Math.abs(differsMs - this.#toldMs) <= this.#differMs) return;
    this.#toldMs = differsMs;
    this.#news = differsMs;
  }

  #isOfMachine({ dateMs }: DatedAnswer): boolean {
    if (this.#machineMs === null) return false;
    return Math.abs(this.#machineMs() - dateMs) < DIFFER_MS;
  }
}

/** The answer was made between its sending and its receipt, in the second that it names. */
function certainlyAheadMs({ sentAtMs, receivedAtMs, dateMs }: DatedAnswer): number {
  if (sentAtMs > dateMs + SECOND_MS) return sentAtMs - dateMs - SECOND_MS;
  return Math.min(0, receivedAtMs - dateMs);
}

function mostFavourable(aheadMs: readonly number[]): number {
  const least = Math.min(...aheadMs);
  const most = Math.max(...aheadMs);
  if (least > 0) return least;
  return Math.min(0, most);
}

/** When an answer was made by its server's clock, and when the request left and the answer was there by one's own. Epoch milliseconds. */
export interface DatedAnswer {
  readonly sentAtMs: number;
  readonly receivedAtMs: number;
  /** The start of the second that its `Date` names. */
  readonly dateMs: number;
}

/** The one form that servers may send, RFC 9110, 5.6.7: `Sun, 06 Nov 1994 08:49:37 GMT`. */
const DATE =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT$/;

/** Reports when each answer with a `Date` was made. Passes on an answer without a readable one all the same. */
export function hearDates(
  transport: Transport,
  { clock, onDate }: { readonly clock: Clock; readonly onDate: (answer: DatedAnswer) => void },
): Transport {
  return {
    send: async (request) => {
      const sentAtMs = clock.nowMs();
      const result = await transport.send(request);
      const dateMs = dateOf(result);
      if (dateMs !== null) onDate({ sentAtMs, receivedAtMs: clock.nowMs(), dateMs });
      return result;
    },
  };
}

function dateOf(result: TransportResult): number | null {
  if (result.kind !== 'response') return null;
  const dates = result.headers.filter(([name]) => name === 'date');
  const [first] = dates;
  // Two dates come of something in between: which of them is the platform's is not known.
  if (first === undefined || dates.length > 1 || !DATE.test(first[1])) return null;
  const dateMs = Date.parse(first[1]);
  return Number.isNaN(dateMs) ? null : dateMs;
}
