import { type IstDate } from '../../../model/time/ist.ts';

/** A place in what happened: after this entry of this day. */
export interface EventPlace {
  readonly date: IstDate;
  readonly seq: number;
}

/** Something that readers get, in order. */
export type RingRecord =
  | { readonly kind: 'entry'; readonly place: EventPlace; readonly text: string }
  /** A text without a place of its own. */
  | { readonly kind: 'standing'; readonly text: string }
  /** Entries of another day follow: who comes here needs a picture. */
  | { readonly kind: 'day'; readonly place: EventPlace };

/** How much is kept. */
export interface RingLimits {
  readonly recordsMax: number;
  /** All their texts together. */
  readonly charactersMax: number;
}

/** The latest records, bounded in number and size; the oldest make room. */
export class EventRing {
  readonly #limits: RingLimits;
  readonly #records: RingRecord[] = [];
  /** Position of the first record that is kept. */
  #start = 0;
  #characters = 0;
  /** The last place that is not kept. */
  #lost: EventPlace | null = null;

  constructor(limits: RingLimits) {
    this.#limits = limits;
  }

  /** Position of the first record that is kept. */
  get start(): number {
    return this.#start;
  }

  /** Position that the next record will have. */
  get end(): number {
    return this.#start + this.#records.length;
  }

  /** The record at a position; undefined where none is kept. */
  at(position: number): RingRecord | undefined {
    return this.#records[position - this.#start];
  }

  push(record: RingRecord): void {
    this.#records.push(record);
    this.#characters += lengthOf(record);
    const { recordsMax, charactersMax } = this.#limits;
    if (this.#records.length <= recordsMax && this.#characters <= charactersMax) return;
    // A tenth at once: what follows moves up each time.
    const target = { records: recordsMax * 0.9, characters: charactersMax * 0.9 };
    let count = 0;
    let characters = this.#characters;
    while (this.#records.length - count > target.records || characters > target.characters) {
      const lost = this.#records[count];
      if (lost === undefined) break;
      characters -= lengthOf(lost);
      if (lost.kind !== 'standing') this.#lost = lost.place;
      count += 1;
    }
    this.#records.splice(0, count);
    this.#start += count;
    this.#characters = characters;
  }

  /** Position of the first record after a place; null where some of what follows it is gone. */
  after(place: EventPlace): number | null {
    if (this.#lost !== null && isBefore(place, this.#lost)) return null;
    const index = this.#records.findIndex(
      (record) => record.kind !== 'standing' && isBefore(place, record.place),
    );
    return index === -1 ? this.end : this.#start + index;
  }
}

/** Whether a place comes before another. */
export function isBefore(one: EventPlace, other: EventPlace): boolean {
  return one.date === other.date ? one.seq < other.seq : one.date < other.date;
}

function lengthOf(record: RingRecord): number {
  return record.kind === 'day' ? 0 : record.text.length;
}
