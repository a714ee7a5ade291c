import { isObservable, type Observable } from 'rxjs';
import { z } from 'zod';

import { lineUnderWay } from '../base/author-line.ts';
import { type Json } from '../base/json.ts';
import { type Command } from '../model/orders/command.ts';
import { BROKER_NAME, BROKER_NAME_ALLOWED } from '../model/runs/run-broker.ts';
import { type Protections } from '../model/runs/run-policies.ts';
import { DAY_MS } from '../model/time/ist.ts';
import { type Source, type StrategyContext } from './context.ts';
import { type RunTrace, traceRunUnderWay } from './run-trace.ts';
import { engineProtections, type StrategyProtections } from './strategy-protections.ts';

const NAME = /^[a-z][a-z0-9-]{0,31}$/;
/** A host as URLs have it, and a port. */
const ADDRESS = /^([a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\]):[1-9]\d{0,4}$/;

/** The schema of a strategy without parameters. */
export type NoParams = z.ZodObject<Record<string, never>>;

/** What the author writes. */
export interface StrategyDefinition<Schema extends z.ZodType = NoParams> {
  /** 1 to 32 characters, `a-z 0-9 -`, starting with a letter. */
  readonly name: string;
  /** Parameters with their defaults; a configuration overrides them key by key. @default none */
  readonly params?: Schema;
  /** Inputs of the author's own. */
  readonly sources?: readonly Source<Json>[];
  /** Its own limits of the day, which a configuration can only tighten. @default none */
  readonly protections?: StrategyProtections;
  /**
   * The broker connection that it trades through: a name under `brokers` of the configuration, 1 to 32 characters of `a-z 0-9 _ -`.
   * All its orders go there, exits too. A configuration can name another one. @default the account's own
   */
  readonly broker?: string;
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
  /** The author's line that defines it, `path:line:column`. @default unknown */
  readonly definedAt?: string;
  /** Its own limits of the day. @default none */
  readonly protections?: Protections;
  /** The broker connection that it asks for. @default the account's own */
  readonly broker?: AskedBroker;
  /** What it trades, where that is known before it runs. @default unknown */
  readonly underlyings?: readonly string[];
  /** As `run`, taking down what it decides by. The commands are the same. @default it cannot say */
  readonly runTraced?: (context: StrategyContext<unknown>, trace: RunTrace) => Observable<Command>;
}

/** A broker connection that a strategy asks for. */
export interface AskedBroker {
  /** Its name in a configuration. */
  readonly name: string;
  /** Where the author says so; lines and columns from 1. @default unknown */
  readonly at?: { readonly file: string; readonly line: number; readonly column: number };
}

/** The strategy with every run of it traced. Of one that cannot say what it decides by, only the commands are taken down. */
export function withTrace(
  strategy: Strategy,
  traceOf: (run: StrategyContext<unknown>['run']) => RunTrace,
): Strategy {
  const { run, runTraced = run } = strategy;
  const running = (context: StrategyContext<unknown>): Observable<Command> => {
    const trace = traceOf(context.run);
    traceRunUnderWay(trace);
    const commands = runTraced(context, trace);
    // What is none is the run's to refuse.
    return isObservable(commands) ? trace.takingCommands(commands) : commands;
  };
  return { ...strategy, run: running };
}

/** A strategy's definition that cannot be used. */
export class InvalidStrategy extends Error {
  override readonly name = 'InvalidStrategy';
}

/**
 * Makes a strategy of its definition.
 *
 * @throws {InvalidStrategy} when the name has not the form, `run` is no function, a parameter has a name that every object has, two
 * sources share a name, one of their hosts or their `staleAfterMs` has not the form, a schema of theirs changes values, `broker` has
 * not the form, or `protections` holds what is not a limit
 */
export function defineStrategy<Schema extends z.ZodType = NoParams>(
  definition: StrategyDefinition<Schema>,
): Strategy {
  const strategy = ownStrategy(definition);
  const definedAt = lineUnderWay();
  return definedAt === null ? strategy : { ...strategy, definedAt };
}

/**
 * The same for code of the runtime: no line of an author made it, and whoever calls the runtime must not be named in its
 * failures. What a drill records would else depend on where it is called from.
 *
 * @throws as `defineStrategy`
 */
export function ownStrategy<Schema extends z.ZodType = NoParams>(
  definition: StrategyDefinition<Schema>,
): Strategy {
  const { name, params = z.object({}), sources = [], protections, broker } = definition;
  if (!NAME.test(name)) {
    throw new InvalidStrategy(
      `Cannot name a strategy "${name}": wanted 1 to 32 characters of a-z 0-9 -, starting with a letter`,
    );
  }
  if (typeof (definition as { run?: unknown }).run !== 'function') {
    throw new InvalidStrategy(
      `Cannot load strategy "${name}": wanted a function "run", found ${typeof definition.run}`,
    );
  }
  checkParams(name, params);
  const names = sources.map((source) => source.name);
  const twice = names.find((source, index) => names.indexOf(source) !== index);
  if (twice !== undefined) {
    throw new InvalidStrategy(`Cannot load strategy "${name}": two sources are named "${twice}"`);
  }
  for (const source of sources) {
    const wrong = sourceProblem(source);
    if (wrong !== null) {
      throw new InvalidStrategy(`Cannot load strategy "${name}": source "${source.name}" ${wrong}`);
    }
  }
  // The runtime hands `run` only what the schema `params` put out, which is all that the narrower type asks.
  const run = definition.run as Strategy['run'];
  const strategy = { name, params, sources, run, ...askedBroker(name, broker) };
  return protections === undefined
    ? strategy
    : { ...strategy, protections: checkedProtections(name, protections) };
}

function askedBroker(strategy: string, broker: string | undefined): Pick<Strategy, 'broker'> {
  if (broker === undefined) return {};
  // The author's code may be no TypeScript.
  if (typeof broker === 'string' && BROKER_NAME.test(broker)) return { broker: { name: broker } };
  throw new InvalidStrategy(
    `Cannot load strategy "${strategy}": broker: wanted ${BROKER_NAME_ALLOWED}, found ${JSON.stringify(broker)}`,
  );
}

function checkedProtections(strategy: string, of: StrategyProtections): Protections {
  const protections = engineProtections(of);
  if (protections.ok) return protections.value;
  throw new InvalidStrategy(
    `Cannot load strategy "${strategy}": protections: ${protections.error}`,
  );
}

/**
 * A parameter that every object has by itself would be taken as given where it is not.
 *
 * @throws {InvalidStrategy} for such a name
 */
function checkParams(strategy: string, params: z.ZodType): void {
  const { shape = {} } = params as { readonly shape?: object };
  const wrong = Object.keys(shape).find((name) => name in Object.prototype);
  if (wrong === undefined) return;
  throw new InvalidStrategy(
    `Cannot load strategy "${strategy}": wanted another name for parameter "${wrong}", which every object has by itself`,
  );
}

function isStaleAfter(of: number): boolean {
  return Number.isInteger(of) && of >= 1_000 && of <= DAY_MS;
}

/**
 * Why no strategy may declare a source; null where any may. A schema must say what values are, not make other ones: what is recorded is
 * what came.
 */
export function sourceProblem({ hosts = [], schema, staleAfterMs }: Source<Json>): string | null {
  if (staleAfterMs !== undefined && !isStaleAfter(staleAfterMs)) {
    return `wants staleAfterMs from 1000 to 86400000, found ${JSON.stringify(staleAfterMs)}`;
  }
  const wrong = hosts.find((host) => !ADDRESS.test(host));
  if (wrong !== undefined) {
    return `wants hosts like "prices.example:443", found ${JSON.stringify(wrong)}`;
  }
  if (schema === undefined) return null;
  try {
    z.toJSONSchema(schema);
    return null;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return `wants a schema of plain JSON, without transforms: ${why}`;
  }
}
