import { type Json } from '../base/json.ts';
import { type Command } from '../model/orders/command.ts';
import { type Watch } from '../model/runs/input.ts';

/** Where a run stands. */
export type RunProgress = 'running' | 'completed' | 'failed';

/** A command and the run's time at which it was decided. */
export interface TimedCommand {
  readonly atMs: number;
  readonly command: Command;
}

/** What came of letting a run go on: of its start, of one input, or of time that passed. */
export interface Turn {
  /** In the order in which they were emitted. */
  readonly commands: readonly TimedCommand[];
  /** All watches of the run as they are now, in a fixed order; null when they are as they were. */
  readonly watches: readonly Watch[] | null;
  readonly state: RunProgress;
  /** Why it failed, with the strategy's line where that is known. Only when `state` is `failed`. */
  readonly failure?: string;
  /** What the strategy put into its store, in order. */
  readonly storeChanges: readonly { readonly key: string; readonly value: Json }[];
}

/** What came of letting a run pass by itself. */
export interface PassedTurn extends Turn {
  /** When it last did something, epoch milliseconds. */
  readonly atMs: number;
  /** Whether that came of a push of prices, and not of a timer. */
  readonly isOfPrice: boolean;
}

/** Whether a turn brought something that others than its run have to know. */
export function isNews({ commands, watches, state, storeChanges }: Turn): boolean {
  return commands.length > 0 || watches !== null || state !== 'running' || storeChanges.length > 0;
}
