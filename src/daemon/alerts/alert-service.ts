import { type Result } from '../../base/result.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { noticeOf } from '../../notices/notice.ts';
import { toldAt, type ToldNotice } from '../../notices/told-notice.ts';
import { type Clock } from '../../ports/clock.ts';
import { type DeliveryFailure } from '../../ports/notifier.ts';
import { type AccountBoard, type AccountStanding, type FollowedDay } from '../account-board.ts';
import { type AlertFiles, type UndeliveredAlert } from './alert-files.ts';
import { AlertMachine } from './alert-machine.ts';
import { messageOf } from './alert-text.ts';
import { type Alert, type AlertPace, type AlertSignal } from './alert.ts';
import { type AlertChannel, ChannelQueue } from './channel-queue.ts';
import { ConditionWatch } from './condition-watch.ts';
import { NOTICED, signalOfProcess } from './noticed-alerts.ts';
import { endedByNotice, endedByOpening, isOfAlerts, signalOfNotice } from './notice-signal.ts';

/** What calls people when something is wrong with an account. */
export interface AlertServiceOptions {
  readonly board: AccountBoard;
  readonly channels: readonly AlertChannel[];
  /** The sign of life for another machine; null for none. */
  readonly deadMan: {
    readonly ping: () => Promise<Result<null, DeliveryFailure>>;
    readonly everyMs: number;
  } | null;
  readonly pace: AlertPace;
  /** How late a trading day may open. */
  readonly opensWithinMs: number;
  readonly ordersStaleMs: number;
  /** Null where nothing is written. */
  readonly disk: {
    readonly freeBytesMin: number;
    readonly freeBytes: () => Promise<number | null>;
  } | null;
  /** The machine's. */
  readonly clock: Clock;
  readonly wait: (delayMs: number, signal?: AbortSignal) => Promise<void>;
  /** What outlasts the process; null keeps it in memory. */
  readonly files: AlertFiles | null;
}

interface Watched {
  readonly day: FollowedDay;
  readonly conditions: ConditionWatch;
}

const LOOK_EVERY_MS = 2_000;
const DISK_EVERY_MS = 10_000;
/** What waits to be sent when the program ends gets this long. */
const CLOSE_WITHIN_MS = 5_000;
/** Notices between two looks; of more only the number is known. */
const INBOX_MAX = 1_000;
const DEAD_MAN = 'dead-man';

const OWN_FAILURE = signalOfProcess('channel-fails', {
  of: 'alerts',
  what: 'The alerts of this program fail',
});

/**
 * Follows an account and calls people. It hears notices as they come and looks at the books every two seconds; the day
 * neither waits for it nor is reached by its failures.
 */
export class AlertService {
  readonly #options: AlertServiceOptions;
  readonly #machine: AlertMachine;
  readonly #queues: readonly ChannelQueue[];
  readonly #ended = new AbortController();
  readonly #inbox: ToldNotice[] = [];
  #date: IstDate | null;
  /** Of an earlier process, which ended before they arrived. */
  readonly #undelivered: readonly UndeliveredAlert[];
  #day: Watched | null = null;
  #opensByMs: { readonly date: string | null; readonly atMs: number } | null = null;
  #nextDiskMs = -Infinity;
  #nextPingMs = -Infinity;
  #isPingFailing = false;
  #unfollow: () => void = () => undefined;
  #loop: Promise<void> = Promise.resolve();

  constructor(options: AlertServiceOptions) {
    const { pace, files, channels, clock, wait } = options;
    this.#options = options;
    const kept = files?.read() ?? null;
    this.#machine = kept === null ? new AlertMachine(pace) : new AlertMachine(pace, kept);
    this.#date = kept?.date ?? null;
    this.#undelivered = kept?.undelivered ?? [];
    // This process tries its channels anew.
    for (const { key, code } of this.#machine.standing) {
      if (code === 'channel-fails') this.#machine.clear(key, clock.nowMs());
    }
    this.#queues = channels.map((channel) => {
      const onHealth = (trouble: string | null): void => {
        this.#noteHealth(channel.name, trouble);
      };
      return new ChannelQueue({ channel, clock, wait, onHealth });
    });
  }

  /** Alerts that have not ended, oldest first. */
  get standing(): readonly Alert[] {
    return this.#machine.standing;
  }

  /** Follows the board and looks now and again, until closed. */
  start(): void {
    for (const { channel, message } of this.#undelivered) {
      this.#queues.find(({ name }) => name === channel)?.offer(message);
    }
    this.#unfollow = this.#options.board.follow({
      onStanding: (standing) => {
        this.#takeStanding(standing);
      },
      onNotice: (notice) => {
        this.#hear(notice);
      },
      onDay: (day) => this.#beginDay(day),
    });
    this.#loop = this.#lookOn();
  }

  /** Looks a last time and sends what waits, within five seconds. Never rejects. */
  async close(): Promise<void> {
    this.#unfollow();
    this.#ended.abort();
    await this.#loop;
    this.look();
    await Promise.all(this.#queues.map((queue) => queue.close(CLOSE_WITHIN_MS)));
    this.#save();
  }

  /** Looks at everything once. Never throws: whatever is wrong here must not end a process that trades. */
  look(): void {
    const nowMs = this.#options.clock.nowMs();
    try {
      this.#takeInbox(nowMs);
      const isWell = this.#lookAtDay(nowMs) && this.#lookAtOpening(nowMs);
      this.#takeAcks(nowMs);
      this.#send(nowMs);
      this.#save();
      this.#measureDisk(nowMs);
      if (isWell) this.#pingWhenDue(nowMs);
      this.#machine.clear(OWN_FAILURE.key, nowMs);
    } catch (error) {
      // No ping was sent, so silence is noticed elsewhere.
      const what = `${OWN_FAILURE.what} (${error instanceof Error ? error.name : 'unknown'})`;
      this.#machine.raise({ ...OWN_FAILURE, what }, nowMs);
    }
  }

  async #lookOn(): Promise<void> {
    const { wait } = this.#options;
    while (!this.#ended.signal.aborted) {
      this.look();
      await wait(LOOK_EVERY_MS, this.#ended.signal);
    }
  }

  #hear(notice: ToldNotice): void {
    if (!isOfAlerts(notice)) return;
    if (this.#inbox.length < INBOX_MAX) this.#inbox.push(notice);
    else this.#machine.leaveOut(notice.severity);
  }

  #takeInbox(nowMs: number): void {
    for (const notice of this.#inbox.splice(0)) {
      for (const key of endedByNotice(notice)) this.#machine.clear(key, nowMs);
      const signal = signalOfNotice(notice);
      if (signal !== null) this.#machine.raise(signal, nowMs);
    }
  }

  #beginDay(day: FollowedDay): () => void {
    const nowMs = this.#options.clock.nowMs();
    this.#takeInbox(nowMs);
    for (const { key } of endedByOpening(this.#machine.standing)) this.#machine.clear(key, nowMs);
    if (day.date !== this.#date) this.#endPast(nowMs);
    this.#date = day.date;
    this.#opensByMs = null;
    this.#day = { day, conditions: new ConditionWatch() };
    const stop = day.audit.listen(['notice'], ({ atMs, notice }) => {
      this.#hear({ ...notice, atMs });
    });
    return () => {
      stop();
      this.look();
      this.#day = null;
    };
  }

  /** What happened on another day, and what was wrong with its runs, is over. */
  #endPast(nowMs: number): void {
    for (const { key, code, lasts } of this.#machine.standing) {
      if (lasts === 'happened' || code in NOTICED) this.#machine.clear(key, nowMs);
    }
  }

  /** Whether the day, if one is open, sees its orders. */
  #lookAtDay(nowMs: number): boolean {
    if (this.#day === null) return true;
    const { day, conditions } = this.#day;
    const { ordersStaleMs } = this.#options;
    const { books, shadow } = day.picture();
    const ofShadow = shadow === undefined ? {} : { shadow };
    const facts = { books, ...ofShadow, nowMs: day.clock.nowMs(), ordersStaleMs };
    const { raised, ended } = conditions.look(facts, this.#machine.standing);
    for (const key of ended) this.#machine.clear(key, nowMs);
    for (const signal of raised) this.#machine.raise(signal, nowMs);
    return raised.every(({ code }) => code !== 'polls-stale');
  }

  #takeStanding({ state, sinceMs, date, opensAtMs }: AccountStanding): void {
    const { clock, opensWithinMs } = this.#options;
    if (state !== 'waiting' && state !== 'opening') {
      this.#opensByMs = null;
      return;
    }
    // By the account's clock, which may run faster than the machine's: then this is later, and no false alarm.
    const leftMs = state === 'waiting' && opensAtMs !== null ? Math.max(0, opensAtMs - sinceMs) : 0;
    const atMs = clock.nowMs() + leftMs + opensWithinMs;
    const known = this.#opensByMs;
    // Another try of the same day does not move its time.
    const isSame = known !== null && known.date === date;
    this.#opensByMs = { date, atMs: isSame ? Math.min(known.atMs, atMs) : atMs };
  }

  /** Whether no day is late. */
  #lookAtOpening(nowMs: number): boolean {
    const opensBy = this.#opensByMs;
    const isLate = opensBy !== null && nowMs > opensBy.atMs;
    const of = opensBy?.date ?? '';
    const what = `The trading day ${of} has not opened in time: nothing is watched or traded`;
    this.#stand(isLate, signalOfProcess('opens-late', { what }), nowMs);
    return !isLate;
  }

  #measureDisk(nowMs: number): void {
    const { disk } = this.#options;
    if (disk === null || nowMs < this.#nextDiskMs) return;
    this.#nextDiskMs = nowMs + DISK_EVERY_MS;
    void disk.freeBytes().then((free) => {
      if (free === null) return;
      const mebibytes = String(Math.floor(free / 1024 / 1024));
      const what = `Only ${mebibytes} MiB are free beside the journal`;
      const signal = signalOfProcess('disk-low', { what });
      // A little more than the bound, so that a full disk does not come and go.
      const isOver = free >= disk.freeBytesMin * 1.1;
      if (free < disk.freeBytesMin || isOver) this.#stand(!isOver, signal, nowMs);
    });
  }

  #stand(isWrong: boolean, signal: AlertSignal, nowMs: number): void {
    if (isWrong) this.#machine.raise(signal, nowMs);
    else this.#machine.clear(signal.key, nowMs);
  }

  #takeAcks(nowMs: number): void {
    for (const { id, reason } of this.#options.files?.takeAcks() ?? []) {
      this.#machine.acknowledge(id, reason, nowMs);
    }
  }

  #send(nowMs: number): void {
    const { account, mode } = this.#options.board;
    for (const delivery of this.#machine.due(nowMs)) {
      const message = messageOf(delivery, { account, mode, nowMs });
      for (const queue of this.#queues) {
        if (queue.name !== delivery.alert?.notVia) queue.offer(message);
      }
    }
  }

  /** A disk that takes nothing is an alert of its own; the next look writes again. */
  #save(): void {
    const undelivered = this.#queues.flatMap(({ name: channel, pending }) =>
      pending.map((message) => ({ channel, message })),
    );
    this.#options.files?.write({ ...this.#machine.kept, date: this.#date, undelivered });
  }

  #pingWhenDue(nowMs: number): void {
    const { deadMan } = this.#options;
    const isDue = nowMs >= this.#nextPingMs || this.#nextPingMs - nowMs > (deadMan?.everyMs ?? 0);
    if (deadMan === null || !isDue || this.#ended.signal.aborted) return;
    this.#nextPingMs = nowMs + deadMan.everyMs;
    void deadMan.ping().then((sent) => {
      if (sent.ok !== this.#isPingFailing) return;
      this.#isPingFailing = !sent.ok;
      this.#noteHealth(DEAD_MAN, sent.ok ? null : sent.error.detail);
    });
  }

  /** What a channel says of itself: a notice, and an alert on the others. */
  #noteHealth(channel: string, trouble: string | null): void {
    const nowMs = this.#options.clock.nowMs();
    const what = `Alerts do not arrive over "${channel}": ${trouble ?? ''}`;
    const signal = signalOfProcess('channel-fails', { of: channel, what, notVia: channel });
    this.#stand(trouble !== null, signal, nowMs);
    const notice =
      trouble === null
        ? noticeOf('alert-channel-works', null, { channel })
        : noticeOf('alert-channel-fails', null, { channel, detail: trouble });
    const atMs = this.#day === null ? nowMs : this.#day.day.clock.nowMs();
    this.#options.board.note(toldAt(atMs, notice));
  }
}
