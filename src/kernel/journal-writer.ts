import { invariant } from '../base/invariant.ts';
import { type Json } from '../base/json.ts';
import { ok, type Result } from '../base/result.ts';
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

/** Entries that the journal has taken and not yet made durable. */
interface Taken {
  readonly sequence: number;
  readonly entries: readonly JournalEntry[];
}

/**
 * Collects what happens and hands it to the journal in groups. What the journal refuses, or cannot make durable after
 * all, is kept and tried again.
 */
export class JournalWriter {
  readonly #to: EventJournal | null;
  readonly #onChange: (failure: JournalFailure | null) => void;
  #unwritten: JournalEntry[] = [];
  #taken: readonly Taken[] = [];
  #sequence = 0;
  #failure: JournalFailure | null = null;
  #triedAtMs = -Infinity;
  /** Of the last event. */
  #latestMs = -Infinity;

  /** `onChange` is called when the journal fails, and when it works again. Null keeps nothing. */
  constructor(to: EventJournal | null, onChange: (failure: JournalFailure | null) => void) {
    this.#to = to;
    this.#onChange = onChange;
  }

  /** Why the journal could not be written the last time; null when it could. */
  get failure(): JournalFailure | null {
    return this.#failure;
  }

  /** Whether the journal has been handed everything. */
  get isHandedOver(): boolean {
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
    if (kind === 'intent') this.take({ ...record, fence: this.#to?.journal.fence ?? 0 });
    else if (kind === 'attempt' || kind === 'halt') this.take(record);
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

  /** Hands everything so far to the journal. Returns how far it must be durable for all of it to be, or why it was refused. */
  write(): Result<number, JournalFailure> {
    if (this.#to === null || this.#unwritten.length === 0) return ok(this.#sequence);
    const { journal, date } = this.#to;
    const appended = journal.append(this.#unwritten, date);
    if (appended.ok) {
      invariant(
        appended.value >= this.#sequence,
        'A journal counts back: what is not kept seems to be',
      );
      this.#sequence = appended.value;
      if (journal.durable !== undefined) this.#keepTaken(this.#unwritten);
      this.#unwritten = [];
    }
    this.#note(appended.ok ? null : appended.error);
    return appended;
  }

  /** Whether everything up to there outlasts a crash. */
  isDurable(sequence: number): boolean {
    const durable = this.#to?.journal.durable;
    return durable === undefined || durable.through() >= sequence;
  }

  /** Takes in that the journal could not make durable what it had taken: it is written again. */
  takeBack(failure: JournalFailure, nowMs: number): void {
    const lost = this.#taken.filter(({ sequence }) => !this.isDurable(sequence));
    this.#taken = [];
    this.#triedAtMs = nowMs;
    this.#unwritten = [...lost.flatMap(({ entries }) => entries), ...this.#unwritten];
    this.#note(failure);
  }

  #keepTaken(entries: readonly JournalEntry[]): void {
    const open = this.#taken.filter(({ sequence }) => !this.isDurable(sequence));
    this.#taken = [...open, { sequence: this.#sequence, entries }];
  }

  #note(failure: JournalFailure | null): void {
    const isChanged = (failure === null) !== (this.#failure === null);
    this.#failure = failure;
    if (isChanged) this.#onChange(failure);
  }

  #isDue(first: JournalEntry, nowMs: number): boolean {
    if (this.#failure !== null) return nowMs - this.#triedAtMs >= FAILED_AGAIN_MS;
    if (this.#unwritten.length >= UNWRITTEN_ENTRIES_MAX) return true;
    return nowMs - first.atMs >= UNWRITTEN_MS_MAX;
  }
}
