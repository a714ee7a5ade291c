import { type Json } from '../base/json.ts';
import { type Command } from '../model/command.ts';
import { type Input } from '../model/input.ts';
import { type RunHeader } from '../model/run.ts';

/** One line of what happened. Plain JSON, append only. */
export type JournalEntry = { readonly atMs: number } & (
  | { readonly kind: 'run-started'; readonly run: RunHeader }
  | { readonly kind: 'input'; readonly runId: string; readonly input: Input }
  | {
      readonly kind: 'command';
      readonly runId: string;
      /** Number of the command in its run, from 0. */
      readonly index: number;
      readonly command: Command;
    }
  | {
      readonly kind: 'intent';
      readonly runId: string;
      readonly tag: string;
      readonly leg: string;
      readonly role: string;
      /** SHA-256 of what is to be sent. */
      readonly parametersHash: string;
    }
  | { readonly kind: 'attempt'; readonly attemptId: string; readonly attempt: Json }
  | { readonly kind: 'outcome'; readonly attemptId: string; readonly outcome: Json }
  | {
      readonly kind: 'run-ended';
      readonly runId: string;
      readonly how: string;
      readonly detail: string;
    }
);

/** Keeps what happened. `append` returns (or resolves) when the entries are as durable as the journal promises. */
export interface Journal {
  readonly append: (entries: readonly JournalEntry[]) => void | Promise<void>;
  readonly close: () => void | Promise<void>;
}
