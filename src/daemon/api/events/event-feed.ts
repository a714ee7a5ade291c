import { randomBytes } from 'node:crypto';

import { type AuditEntry, AUDIT_KINDS } from '../../../audit/audit-entry.ts';
import { shownNotice, toldAt } from '../../../notices/told-notice.ts';
import {
  type AccountBoard,
  type AccountFollower,
  type AccountStanding,
  type FollowedDay,
} from '../../account-board.ts';
import { EventReader } from './event-reader.ts';
import { type EventPlace, EventRing, isBefore, type RingLimits } from './event-ring.ts';

/** What the feed keeps and serves at most. */
export interface FeedLimits extends RingLimits {
  readonly readersMax: number;
}

/** Some three days of a small desk: who was away for longer gets a picture. More is only memory, which takes days to fill. */
const LIMITS: FeedLimits = { recordsMax: 4_000, charactersMax: 8_000_000, readersMax: 16 };

/** What a reader comes with. */
export interface ReaderStart {
  /** The last event that it had; null for a new one. */
  readonly lastId: string | null;
  /** Whether it wants all that is kept, where it had nothing. */
  readonly isFromStart: boolean;
  /** Ends its connection. */
  readonly drop: () => void;
}

/** What the feed is made of. */
export interface EventFeedOptions {
  readonly board: AccountBoard;
  /** A picture of a day, for a reader that begins with it. */
  readonly pictureOf: (day: FollowedDay) => object;
  readonly limits?: Partial<FeedLimits>;
}

/**
 * The audit stream of an account's process for readers on this machine: the latest entries in a ring, and readers that
 * each have a place in it. Polls of prices are left out, they would push all else out of the ring.
 */
export class EventFeed implements AccountFollower {
  readonly #options: EventFeedOptions;
  readonly #limits: FeedLimits;
  readonly #ring: EventRing;
  readonly #readers = new Map<EventReader, () => void>();
  /** Names this process: another one counts anew. */
  readonly #epoch = randomBytes(6).toString('hex');
  readonly #stopFollowing: () => void;
  /** The last entry that there was, prices too. */
  #latest: EventPlace = { date: '', seq: 0 };

  constructor(options: EventFeedOptions) {
    this.#options = options;
    this.#limits = { ...LIMITS, ...options.limits };
    this.#ring = new EventRing(this.#limits);
    this.#stopFollowing = options.board.follow(this);
  }

  /** How many readers there are. */
  get readers(): number {
    return this.#readers.size;
  }

  readonly onStanding = (standing: AccountStanding): void => {
    this.#ring.push({ kind: 'standing', text: standingEvent(standing) });
    this.#wakeAll();
  };

  readonly onDay = (day: FollowedDay): (() => void) => {
    const { date, audit } = day;
    this.#latest = { date, seq: audit.seq };
    this.#ring.push({ kind: 'day', place: this.#latest });
    this.#wakeAll();
    return audit.listen(AUDIT_KINDS, (entry) => {
      this.#take({ date, seq: entry.seq }, entry);
    });
  };

  /** A reader's events, as server-sent events; null where there are too many readers. */
  open(start: ReaderStart): ReadableStream<Uint8Array> | null {
    if (this.#readers.size >= this.#limits.readersMax) return null;
    const { standing } = this.#options.board;
    const isHistory = start.lastId === null && start.isFromStart;
    const source = { ring: this.#ring, picture: () => this.#picture(), isHistory };
    const first = `retry: 2000\n\n${standingEvent(standing)}`;
    const reader = new EventReader(source, first, this.#positionOf(start));
    this.#readers.set(reader, start.drop);
    const encoder = new TextEncoder();
    return new ReadableStream({
      pull: async (controller) => {
        controller.enqueue(encoder.encode(await reader.next()));
      },
      cancel: () => {
        this.#readers.delete(reader);
      },
    });
  }

  /** Shows readers that the line is alive, and drops those that take nothing. */
  beat(): void {
    for (const reader of this.#readers.keys()) reader.beat();
    this.#dropWhere(({ isStuck }) => isStuck);
  }

  close(): void {
    this.#stopFollowing();
    this.#dropWhere(() => true);
  }

  /** Where a reader continues; null where it needs a picture first. */
  #positionOf({ lastId, isFromStart }: ReaderStart): number | null {
    if (lastId === null) return isFromStart ? this.#ring.start : null;
    const place = this.#placeOf(lastId);
    return place === null ? null : this.#ring.after(place);
  }

  /** Null for an identifier of another process, or one that was never given. */
  #placeOf(id: string): EventPlace | null {
    const [, epoch, date = '', seq] = /^(\w+)\.(\d{4}-\d\d-\d\d)\.(\d{1,15})$/.exec(id) ?? [];
    if (epoch !== this.#epoch) return null;
    const place = { date, seq: Number(seq) };
    return isBefore(this.#latest, place) ? null : place;
  }

  #take(place: EventPlace, entry: AuditEntry): void {
    this.#latest = place;
    if (entry.kind === 'seen' && entry.what.kind === 'prices') return;
    const text = eventText('entry', shownEntry(entry), this.#idOf(place));
    this.#ring.push({ kind: 'entry', place, text });
    this.#dropWhere(({ isBehindRing }) => isBehindRing);
    this.#wakeAll();
  }

  #picture(): string | null {
    const { day } = this.#options.board;
    if (day === null) return null;
    const place = { date: day.date, seq: day.audit.seq };
    return eventText('picture', this.#options.pictureOf(day), this.#idOf(place));
  }

  #idOf({ date, seq }: EventPlace): string {
    return `${this.#epoch}.${date}.${String(seq)}`;
  }

  #wakeAll(): void {
    for (const reader of this.#readers.keys()) reader.wake();
  }

  #dropWhere(isToGo: (reader: EventReader) => boolean): void {
    for (const [reader, drop] of this.#readers) {
      if (!isToGo(reader)) continue;
      this.#readers.delete(reader);
      drop();
    }
  }
}

/** An entry with the sentence of its notice, for people. */
function shownEntry(entry: AuditEntry): object {
  if (entry.kind !== 'notice') return entry;
  return { ...entry, notice: shownNotice(toldAt(entry.atMs, entry.notice)) };
}

function standingEvent(standing: AccountStanding): string {
  return eventText('standing', standing, null);
}

/** A server-sent event; one without an id has no place of its own. */
export function eventText(event: string, data: object, id: string | null): string {
  const named = id === null ? '' : `id: ${id}\n`;
  // Joined, it is one piece of memory; added up, V8 would keep each part and a node for every sum.
  return [named, 'event: ', event, '\ndata: ', JSON.stringify(data), '\n\n'].join('');
}
