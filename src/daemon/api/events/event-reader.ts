import { type EventRing } from './event-ring.ts';

/** What a reader is given to read. */
export interface EventSource {
  readonly ring: EventRing;
  /** A picture of the day under way as an event; null between days. */
  readonly picture: () => string | null;
  /** Whether the reader wants the entries of days before now, and not their pictures. */
  readonly isHistory: boolean;
}

/** So much is handed over at once, characters. */
const BATCH_CHARACTERS = 65_536;
/** A reader that takes nothing for so many beats, while something waits for it, is dropped. */
const IDLE_BEATS_MAX = 4;
const LIVE = 'event: live\ndata: {}\n\n';

/**
 * One reader of events: a place in the ring, and no queue of its own.
 *
 * States: behind (what it takes comes from the ring), live (it has had all there is, and waits). One whose place the ring
 * lost, or that takes nothing for a minute, is dropped: it comes back and gets a picture.
 */
export class EventReader {
  readonly #source: EventSource;
  #first: string;
  #position: number;
  #isPictureDue: boolean;
  #isLive = false;
  #idleBeats = 0;
  #wake: (() => void) | null = null;
  #isBeatDue = false;

  /**
   * @param first - sent before anything else
   * @param position - where it continues; null begins with a picture
   */
  constructor(source: EventSource, first: string, position: number | null) {
    this.#source = source;
    this.#first = first;
    this.#isPictureDue = position === null;
    this.#position = position ?? source.ring.end;
  }

  /** Whether it can no longer be sent all that it has not had. */
  get isBehindRing(): boolean {
    return !this.#isPictureDue && this.#position < this.#source.ring.start;
  }

  /** Whether it has taken nothing for too long. */
  get isStuck(): boolean {
    return this.#idleBeats > IDLE_BEATS_MAX;
  }

  /** What it is sent next; waits for it. */
  async next(): Promise<string> {
    this.#idleBeats = 0;
    for (;;) {
      const text = this.#take();
      if (text !== '') return text;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#wake = null;
    }
  }

  /** Something has come. */
  wake(): void {
    this.#wake?.();
  }

  /** A while has passed: shows a reader that waits that the line is alive. */
  beat(): void {
    if (this.#wake === null) this.#idleBeats += 1;
    else this.#isBeatDue = true;
    this.wake();
  }

  #take(): string {
    let text = this.#first;
    this.#first = '';
    while (text.length < BATCH_CHARACTERS) {
      const more = this.#isPictureDue ? this.#takePicture() : this.#takeRecord();
      if (more === null) break;
      text += more;
    }
    const isBeat = text === '' && this.#isBeatDue;
    this.#isBeatDue = false;
    return isBeat ? ': alive\n\n' : text;
  }

  /** All that the ring holds is in the picture. */
  #takePicture(): string {
    this.#isPictureDue = false;
    this.#position = this.#source.ring.end;
    return this.#source.picture() ?? '';
  }

  /** Null where there is nothing more for now. */
  #takeRecord(): string | null {
    const record = this.#source.ring.at(this.#position);
    if (record === undefined) {
      if (this.#isLive) return null;
      this.#isLive = true;
      return LIVE;
    }
    this.#position += 1;
    if (record.kind !== 'day') return record.text;
    // Who wants what was, and not how it stands, needs none of what is over.
    this.#isPictureDue = !this.#source.isHistory || this.#isLive;
    return '';
  }
}
