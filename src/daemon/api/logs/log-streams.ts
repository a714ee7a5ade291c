import { wait } from '../../../adapters/system/machine-time.ts';
import { type LogSource } from '../../logs/read-log.ts';
import { eventText } from '../events/event-feed.ts';
import { type LogAsked, logLinesOf } from './log-routes.ts';

/** What a reader of a log comes with. */
export interface LogReaderStart {
  readonly log: LogSource;
  /** Where it continues is `after`. */
  readonly asked: LogAsked;
  /** Cuts its line. */
  readonly drop: () => void;
}

const READERS_MAX = 16;
const LOOK_EVERY_MS = 250;
/** A reader that takes nothing for so many beats is dropped. */
const IDLE_BEATS_MAX = 4;
const LIVE = eventText('live', {}, null);

/** Readers of a log on this machine, each with a place in its files and no queue. */
export class LogStreams {
  readonly #readers = new Map<LogFollower, () => void>();

  /** A log as it is written, as server-sent events; null where there are too many readers. */
  open({ log, asked, drop }: LogReaderStart): ReadableStream<Uint8Array> | null {
    if (this.#readers.size >= READERS_MAX) return null;
    const follower = new LogFollower(log, asked);
    this.#readers.set(follower, drop);
    const encoder = new TextEncoder();
    return new ReadableStream({
      pull: async (controller) => {
        controller.enqueue(encoder.encode(await follower.next()));
      },
      cancel: () => {
        follower.end();
        this.#readers.delete(follower);
      },
    });
  }

  /** Shows readers that the line is alive, and drops those that take nothing. */
  beat(): void {
    for (const follower of this.#readers.keys()) follower.beat();
    this.#dropWhere(({ isStuck }) => isStuck);
  }

  close(): void {
    this.#dropWhere(() => true);
  }

  #dropWhere(isDropped: (follower: LogFollower) => boolean): void {
    for (const [follower, drop] of this.#readers) {
      if (!isDropped(follower)) continue;
      follower.end();
      this.#readers.delete(follower);
      drop();
    }
  }
}

/**
 * One reader of a log. The `id` of its events is a place in the files, which a program that is started again knows, too.
 *
 * States: behind (it is sent what is there), live (it looks for more), ended.
 */
class LogFollower {
  readonly #log: LogSource;
  readonly #ended = new AbortController();
  #asked: LogAsked;
  #hasMore = false;
  #isLive = false;
  #isWaiting = false;
  #isBeatDue = false;
  #idleBeats = 0;

  constructor(log: LogSource, asked: LogAsked) {
    this.#log = log;
    this.#asked = asked;
  }

  /** Whether it has taken nothing for too long. */
  get isStuck(): boolean {
    return this.#idleBeats > IDLE_BEATS_MAX;
  }

  /** What it is sent next; waits for it, and is empty once it has ended. @throws what the file system says */
  async next(): Promise<string> {
    const { signal } = this.#ended;
    this.#idleBeats = 0;
    this.#isWaiting = true;
    let text = this.#take();
    while (text === '' && !signal.aborted) {
      await wait(this.#hasMore ? 0 : LOOK_EVERY_MS, signal);
      text = this.#take();
    }
    this.#isWaiting = false;
    return text;
  }

  beat(): void {
    this.#isBeatDue = this.#isWaiting;
    if (!this.#isWaiting) this.#idleBeats += 1;
  }

  end(): void {
    this.#ended.abort();
  }

  #take(): string {
    if (this.#ended.signal.aborted) return '';
    const { lines, next, hasMore } = logLinesOf(this.#log, this.#asked);
    if (next !== null) this.#asked = { ...this.#asked, after: next };
    this.#hasMore = hasMore;
    const isLiveNow = !this.#isLive && !hasMore;
    this.#isLive ||= isLiveNow;
    const text = `${lines.length === 0 ? '' : eventText('lines', { lines }, next)}${isLiveNow ? LIVE : ''}`;
    const isAlive = text === '' && this.#isBeatDue;
    this.#isBeatDue = false;
    return isAlive ? ': alive\n\n' : text;
  }
}
