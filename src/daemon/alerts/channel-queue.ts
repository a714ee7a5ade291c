import { istDate, instantAt } from '../../model/time/ist.ts';
import { type Clock } from '../../ports/clock.ts';
import { type AlertMessage, type AlertSeverity, type Notifier } from '../../ports/notifier.ts';
import { isAtLeast } from './alert.ts';

/** One way to reach a person, and what it is for. */
export interface AlertChannel {
  readonly name: string;
  readonly notifier: Notifier;
  /** What is less severe is not sent. */
  readonly severity: AlertSeverity;
  /** When only what is critical is sent, minutes of the IST day; it may span midnight. Null for never. */
  readonly quietHours: { readonly fromMinutes: number; readonly untilMinutes: number } | null;
}

/** What a queue needs. */
export interface ChannelQueueOptions {
  readonly channel: AlertChannel;
  readonly clock: Clock;
  readonly wait: (delayMs: number, signal?: AbortSignal) => Promise<void>;
  /** Called when a message is given up, and when the first one arrives after that; null: it works. */
  readonly onHealth: (trouble: string | null) => void;
}

const QUEUE_MAX = 100;
/** Between the tries of one message. */
const RETRIES_MS = [2_000, 10_000, 30_000] as const;
const MINUTE_MS = 60_000;

/**
 * Delivers messages over one channel, one after the other.
 *
 * - idle: nothing waits.
 * - sending: one is being delivered, up to 99 wait; the oldest that is not critical gives way to one more, else the oldest.
 * - closing: what waits is tried once more each, without a pause.
 * - closed: nothing is tried any more.
 */
export class ChannelQueue {
  readonly #options: ChannelQueueOptions;
  readonly #closing = new AbortController();
  readonly #waiting: AlertMessage[] = [];
  #current: AlertMessage | null = null;
  #sending: Promise<void> | null = null;
  #isFailing = false;
  #isClosed = false;

  constructor(options: ChannelQueueOptions) {
    this.#options = options;
  }

  get name(): string {
    return this.#options.channel.name;
  }

  /** Those that have neither arrived nor been given up, oldest first. */
  get pending(): readonly AlertMessage[] {
    return this.#current === null ? [...this.#waiting] : [this.#current, ...this.#waiting];
  }

  /** Takes a message that is for this channel. Never throws and never waits. */
  offer(message: AlertMessage): void {
    if (!this.#isWanted(message)) return;
    if (this.#waiting.length >= QUEUE_MAX) {
      const least = this.#waiting.findIndex(({ severity }) => severity !== 'critical');
      this.#waiting.splice(Math.max(0, least), 1);
    }
    this.#waiting.push(message);
    this.#sending ??= this.#work();
  }

  /** Tries what waits once more. Resolves when nothing does, or after `withinMs`: what is left then stays `pending`. */
  async close(withinMs: number): Promise<void> {
    this.#closing.abort();
    const { wait } = this.#options;
    const over = new AbortController();
    await Promise.race([this.#sending ?? Promise.resolve(), wait(withinMs, over.signal)]);
    over.abort();
    this.#isClosed = true;
  }

  #isWanted({ severity }: AlertMessage): boolean {
    const { channel, clock } = this.#options;
    if (!isAtLeast(severity, channel.severity)) return false;
    return severity === 'critical' || !isQuiet(channel.quietHours, clock.nowMs());
  }

  async #work(): Promise<void> {
    while (!this.#isClosed) {
      const message = this.#waiting.shift();
      if (message === undefined) break;
      this.#current = message;
      await this.#deliver(message);
      this.#current = null;
    }
    this.#sending = null;
  }

  async #deliver(message: AlertMessage): Promise<void> {
    const { channel, wait, onHealth } = this.#options;
    for (const retryMs of [...RETRIES_MS, null]) {
      const sent = await channel.notifier.send(message);
      if (sent.ok) {
        if (this.#isFailing) onHealth(null);
        this.#isFailing = false;
        return;
      }
      const isLast = retryMs === null || !sent.error.isPassing || this.#closing.signal.aborted;
      if (isLast) {
        if (!this.#isFailing) onHealth(sent.error.detail);
        this.#isFailing = true;
        return;
      }
      await wait(retryMs, this.#closing.signal);
    }
  }
}

function isQuiet(quietHours: AlertChannel['quietHours'], nowMs: number): boolean {
  if (quietHours === null) return false;
  const { fromMinutes, untilMinutes } = quietHours;
  const minutes = (nowMs - instantAt(istDate(nowMs), '00:00')) / MINUTE_MS;
  return fromMinutes <= untilMinutes
    ? minutes >= fromMinutes && minutes < untilMinutes
    : minutes >= fromMinutes || minutes < untilMinutes;
}
