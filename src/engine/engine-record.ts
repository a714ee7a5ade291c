import { type Json } from '../base/json.ts';
import { type Command } from '../model/command.ts';
import { type Halt } from '../model/halt.ts';
import { type RunHeader } from '../model/run.ts';
import { type Mode } from '../model/run.ts';

/**
 * What the engine says about itself. `intent`, `attempt` and `halt` are journaled as they are; the others follow from
 * the journaled events and serve whoever looks on.
 */
export type EngineRecord = { readonly atMs: number } & (
  | { readonly kind: 'run-started'; readonly run: RunHeader }
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
      readonly mode: Mode;
      readonly account: string;
      readonly build: string;
    }
  | { readonly kind: 'attempt'; readonly attemptId: string; readonly attempt: Json }
  | { readonly kind: 'outcome'; readonly attemptId: string; readonly outcome: Json }
  | { readonly kind: 'halt'; readonly halt: Halt }
  | {
      readonly kind: 'run-ended';
      readonly runId: string;
      readonly how: string;
      readonly detail: string;
    }
);
