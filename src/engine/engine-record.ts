import { type Json } from '../base/json.ts';
import { type Command } from '../model/command.ts';
import { type RunHeader } from '../model/run.ts';
import { type JournalEntry } from '../ports/journal.ts';

/** What the engine decided, journaled as it is. */
export type JournaledRecord = Extract<JournalEntry, { kind: 'intent' | 'attempt' | 'halt' }>;

/** What the engine says about itself. All but a `JournaledRecord` follows from the journaled events and serves whoever looks on. */
export type EngineRecord =
  | JournaledRecord
  | ({ readonly atMs: number } & (
      | { readonly kind: 'run-started'; readonly run: RunHeader }
      | {
          readonly kind: 'command';
          readonly runId: string;
          /** Number of the command in its run, from 0. */
          readonly index: number;
          readonly command: Command;
        }
      | { readonly kind: 'outcome'; readonly attemptId: string; readonly outcome: Json }
      | {
          readonly kind: 'run-ended';
          readonly runId: string;
          readonly how: string;
          readonly detail: string;
        }
    ));
