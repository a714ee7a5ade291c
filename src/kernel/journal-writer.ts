import { invariant } from '../base/invariant.ts';
import { type Json } from '../base/json.ts';
import { EventEncoder } from '../engine/codec/event-codec.ts';
import { type EngineRecord } from '../engine/effect.ts';
import { type EngineEvent } from '../engine/event.ts';
import { type IstDate } from '../model/time/ist.ts';
import { type Journal, type JournalEntry, type JournalFailure } from '../ports/journal.ts';

/** A journal, and how events are written in it. */
export interface EventJournal {
  readonly journal: Journal;
  readonly encode: (event: EngineEvent) => Json;
  /** The trading day that all of it is of. @default that of each entry's time */
  readonly date?: IstDate;
}

/** A journal that one process writes the events of a day to; null keeps nothing. */
export function eventJournal(journal: Journal | null, date: IstDate): EventJournal | null {
  if (journal === null) return null;
  const encoder = new EventEncoder();
  return { journal, date, encode: (event) => encoder.encode(event) };
}

/** What no attempt waits for is written after this long, or when it has become this much. */
const UNWRITTEN_MS_MAX = 1000;
const UNWRITTEN_ENTRIES_MAX = 1000;
/** A journal that fails is given all that is unwritten again after this long: each time it is more. */
const FAILED_AGAIN_MS = 5000;

/** Collects what happens and writes it in groups. After a failure all of it is kept, and tried again the next time. */
export class JournalWriter {
  readonly #to: EventJournal | null;
  readonly #onChange: (failure: JournalFailure | null) => void;
  #unwritten: JournalEntry[] = [];
  #failure: JournalFailure | null = null;
  #triedAtMs = -Infinity;
  /** Of the last event. */
  #latestMs = -Infinity;

  /** `onChange` is told when the journal fails, and when it works again. Null keeps nothing. */
  constructor(to: EventJournal | null, onChange: (failure: JournalFailure | null) => void) {
    this.#to = to;
    this.#onChange = onChange;
  }

  /** Why the journal could not be written the last time; null when it could. */
  get failure(): JournalFailure | null {
    return this.#failure;
  }

  /** Whether all that was taken is kept, or nothing is to be. */
  get isDurable(): boolean {
    return this.#unwritten.length === 0;
  }

  /** Takes an event, before it is worked in. */
  takeEvent(event: EngineEvent): void {
    if (this.#to === null) return;
    invariant(event.atMs >= this.#latestMs, 'An event is kept before one that came earlier');
    this.#latestMs = event.atMs;
    this.#unwritten.push({ kind: 'event', atMs: event.atMs, event: this.#to.encode(event) });
  }

  /** Takes what the engine says of itself, as far as it is journaled. */
  takeRecord(record: EngineRecord): void {
    const { kind } = record;
    if (kind === 'intent' || kind === 'attempt' || kind === 'halt') this.take(record);
  }

  /** Takes an entry. */
  take(entry: JournalEntry): void {
    if (this.#to !== null) this.#unwritten.push(entry);
  }

  /** Writes when it has waited long enough. */
  writeInTime(nowMs: number): void {
    const first = this.#unwritten[0];
    if (first === undefined || !this.#isDue(first, nowMs)) return;
    this.#triedAtMs = nowMs;
    this.write();
  }

  /** Makes everything so far durable, or says why it is not. */
  write(): JournalFailure | null {
    if (this.#to === null || this.#unwritten.length === 0) return null;
    const failure = this.#to.journal.append(this.#unwritten, this.#to.date);
    if (failure === null) this.#unwritten = [];
    const isChanged = (failure === null) !== (this.#failure === null);
    this.#failure = failure;
    if (isChanged) this.#onChange(failure);
    return failure;
  }

  #isDue(first: JournalEntry, nowMs: number): boolean {
    if (this.#failure !== null) return nowMs - this.#triedAtMs >= FAILED_AGAIN_MS;
    if (this.#unwritten.length >= UNWRITTEN_ENTRIES_MAX) return true;
    return nowMs - first.atMs >= UNWRITTEN_MS_MAX;
  }
}
