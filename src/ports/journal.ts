import { type Json } from '../base/json.ts';
import { type Result } from '../base/result.ts';
import { type CarriedRun } from '../model/orders/carried-over.ts';
import { type Halt } from '../model/orders/halt-and-lock.ts';
import { type RunBroker } from '../model/runs/run-broker.ts';
import { type Mode } from '../model/runs/run.ts';
import { type IstDate } from '../model/time/ist.ts';

/** One line of the journal, plain JSON, append only. Events alone rebuild the day; the other kinds are for people and for checks of a replay. */
export type JournalEntry = { readonly atMs: number } & (
  | {
      /** A day of the account begins, with what it carries over from the one before. */
      readonly kind: 'day-opened';
      readonly date: IstDate;
      readonly mode: Mode;
      readonly account: string;
      readonly build: string;
      readonly halt: Halt;
      /** What strategies left in their stores, by the name of the run. */
      readonly stores: Readonly<Record<string, Readonly<Record<string, Json>>>>;
      /** Positions that earlier days left, by run: a restart of this day reads no other. @default none */
      readonly carried?: readonly CarriedRun[];
    }
  | {
      /** What a run is made of, before its `run-started` event; once more before the operator adopts a changed one. */
      readonly kind: 'run-described';
      readonly runId: string;
      readonly about: RunDescription;
    }
  | {
      /** An event of the engine, in its own coding. */
      readonly kind: 'event';
      readonly event: Json;
    }
  | {
      readonly kind: 'intent';
      readonly runId: string;
      readonly tag: string;
      readonly leg: string;
      readonly role: string;
      /** SHA-256 of what is to be sent. */
      readonly parametersHash: string;
      readonly mode: Mode;
      readonly account: string;
      readonly build: string;
      /** Of the opening of the journal under which it was planned: {@link Journal.fence}. Older journals do not say. */
      readonly fence?: number;
    }
  | { readonly kind: 'attempt'; readonly attemptId: string; readonly attempt: Json }
  | { readonly kind: 'halt'; readonly halt: Halt }
  | {
      readonly kind: 'store';
      /** The run that put it there. */
      readonly runId: string;
      readonly strategy: string;
      readonly key: string;
      readonly value: Json;
    }
);

/** Settings that bear on a run, as plain JSON. */
export interface RunConfig {
  /** Of the account's own broker connection. */
  readonly brokerId: string;
  /** The broker connection that the run asks for. Absent where that is `brokerId`, the account's own. */
  readonly broker?: RunBroker;
  /** Limits of the engine that differ from its defaults. */
  readonly limits: Readonly<Record<string, Json>>;
  /** Policies that differ from the defaults. */
  readonly policies: Readonly<Record<string, Json>>;
}

/** What a run is made of. Hashes are SHA-256, hexadecimal. */
export interface RunDescription {
  /** The strategy's file, absolute. */
  readonly path: string;
  /** What its store held at the start. */
  readonly store: Readonly<Record<string, Json>>;
  /** Of the strategy's source text. */
  readonly sourceHash: string;
  /** The settings that bear on the run. */
  readonly config: RunConfig;
  /** Of them. */
  readonly configHash: string;
  /** After defaults. */
  readonly params: Json;
  /** What of them a configuration or a command line gave, over the strategy's own. Older journals do not say. */
  readonly given?: Readonly<Record<string, Json>>;
  /** "Verified through" date of the calendar. */
  readonly calendarVersion: string;
  readonly build: string;
}

/** Why a journal cannot be used. Nothing is sent before it is journaled. */
export interface JournalFailure {
  readonly kind:
    | 'full'
    | 'io'
    | 'read-only'
    /** No file can be where its path says. */
    | 'no-place'
    | 'in-use'
    /** Its file was removed or replaced while it was open. */
    | 'moved'
    | 'newer-schema'
    | 'older-schema'
    | 'damaged'
    | 'other-account'
    | 'not-a-journal';
  /** What happened, for people. */
  readonly detail: string;
  /** What to do about it. */
  readonly next: string;
}

/** The journal of an account. */
export interface Journal {
  /** Fencing token of this opening: above those of all earlier openings that wrote anything. */
  readonly fence: number;
  /**
   * Takes entries, all or none, in order, and hands out their sequence: above that of all entries before. They outlast a
   * crash of process and machine, as far as the journal's kind promises, once `durable` has come that far: at once where
   * the journal waits for a disk, later where it waits for a network. After a failure the same entries may be given
   * again: none is kept twice.
   *
   * `date` is the trading day that they are of: a machine that slept may work on past midnight.
   * @default that of each entry's time
   */
  readonly append: (
    entries: readonly JournalEntry[],
    date?: IstDate,
  ) => Result<number, JournalFailure>;
  /** The durability of a journal that does not wait in `append`. @default each append is durable when it returns */
  readonly durable?: Durability;
  readonly close: () => void;
}

/** How far a journal's entries outlast a crash. */
export interface Durability {
  /** Sequence of the last entry that does. */
  readonly through: () => number;
  /**
   * Calls back, never from within `append`, whenever it has come further, and with the failure when entries that were
   * taken cannot be made durable: then all after `through` must be given again.
   */
  readonly whenChanged: (listener: (failure: JournalFailure | null) => void) => void;
}

/** A journal that can be read back. */
export interface ReadableJournal extends Journal {
  /** Dates with entries, ascending. */
  readonly dates: () => readonly IstDate[];
  /** The date of the entry that was kept last, which need not be the latest; null when there is none. */
  readonly lastDate: () => IstDate | null;
  /** Entries of a date in order. */
  readonly entriesOf: (date: IstDate) => Iterable<JournalEntry>;
}

/** One commit's entries of one date, chained to the commit before. */
export interface JournalBlock {
  /** From 1, without gaps. */
  readonly sequence: number;
  readonly date: IstDate;
  /**
   * One JSON entry a line, with a comma at each line's end but the last. An event is a list: milliseconds since the previous
   * event of the block (of the first, since 1970), and the event. Older journals write it as other entries.
   */
  readonly entries: string;
  /** SHA-256 over the previous block's hash and all of the above. */
  readonly hash: string;
}

/** The blocks of a journal, for whoever follows it. Its functions throw where it cannot be read. */
export interface JournalBlocks {
  /** Blocks in order after a sequence number, of a date or of all: as many as are at hand together; none at the end. */
  readonly after: (date: IstDate | null, sequence: number) => readonly JournalBlock[];
  /** The hash of a block; of number 0, the start of the chain. */
  readonly hashAt: (sequence: number) => string;
}
