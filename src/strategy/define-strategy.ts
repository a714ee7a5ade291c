import { type Observable } from 'rxjs';
import { type z } from 'zod';

import { type Json } from '../base/json.ts';
import { type Command } from '../model/command.ts';
import { type StrategyContext } from './context.ts';
import { type Source } from './source.ts';

/** What the author writes. */
export interface StrategyDefinition<Schema extends z.ZodType> {
  /** 1 to 32 characters, `a-z 0-9 -`, starting with a letter. */
  readonly name: string;
  /** Parameters with their defaults; a configuration overrides them key by key. */
  readonly params: Schema;
  /** Inputs of the author's own. */
  readonly sources?: readonly Source<Json>[];
  /** Called once a run. Commands are executed in the order in which they are emitted. */
  readonly run: (context: StrategyContext<z.output<Schema>>) => Observable<Command>;
}

/** A strategy as the runtime knows it: whatever it was written in. */
export interface Strategy {
  readonly name: string;
  readonly params: z.ZodType;
  readonly sources: readonly Source<Json>[];
  /** `params` in the context must be an output of the schema `params`. */
  readonly run: (context: StrategyContext<unknown>) => Observable<Command>;
}
