import { resolve } from 'node:path';

import { type Problem } from '../../base/problem.ts';
import { type IstDate } from '../../model/ist.ts';
import { limitsInForce } from '../../runtime/limits-in-force.ts';
import { isStrategyModule } from '../../runtime/load-strategy.ts';
import { lotsBeyond } from '../../runtime/lots-beyond.ts';
import { runTrial } from '../../runtime/run-trial.ts';
import { type TrialThread } from '../../runtime/trial-thread.ts';
import { type Settings, type StrategyEntry } from '../../settings/settings.ts';
import { type CliContext } from './cli-context.ts';
import { asConfigured, asNamed } from './load-strategies.ts';
import { paramsText, shortPath } from './strategy-facts.ts';

/** One file as it was found. */
export interface Finding {
  readonly file: string;
  readonly kind: 'configuration' | 'strategy';
  readonly problems: readonly Problem[];
  /** What is allowed and likely a slip. */
  readonly warnings?: readonly string[];
  /** What the file is, for people; empty when it has problems. */
  readonly text: string;
  /** What `--json` says of it besides. */
  readonly facts: object;
  /** Of a strategy: the limits in force, by the key that sets each. */
  readonly limits?: Readonly<Record<string, string>>;
  /** Of a strategy: its absolute path. */
  readonly path?: string;
  /** Why its types were not compiled; absent where they were, or were not to be. */
  readonly types?: string;
}

/** A strategy as it was found. */
export interface CheckedStrategy extends Finding {
  /** Its name, where it looks at prices. */
  readonly needsPrices?: string;
}

/** What strategies are checked under. */
export interface CheckedUnder extends Pick<
  Settings,
  'mode' | 'engine' | 'accountProtections' | 'calendar'
> {
  /** The day that it would run on. */
  readonly date: IstDate;
}

/** Where modules are tried. */
export interface CheckContext extends CliContext {
  readonly thread: TrialThread;
}

/** Loads a strategy and tries it over a day of made-up prices. None of a module's code runs on this thread. */
export async function checkStrategy(
  { workingDirectory, thread }: CheckContext,
  entry: StrategyEntry,
  { mode, engine, accountProtections, calendar, date }: CheckedUnder,
): Promise<CheckedStrategy> {
  const { path: named, params: given, policies } = entry;
  const path = resolve(workingDirectory, named);
  const file = shortPath(path, workingDirectory);
  const task = { path, given, date, mode, calendar };
  const answer = await (isStrategyModule({ path }) ? thread.try(task) : runTrial(task));
  if (answer.kind !== 'tried') {
    const problems = asConfigured(entry, asNamed({ workingDirectory }, path, answer.problems));
    return { file, path, kind: 'strategy', problems, text: '', facts: {} };
  }
  const { trial, strategy } = answer;
  const { name, params, sources } = strategy;
  const limits = limitsInForce({ engine, accountProtections, policies });
  const from = sources.length === 0 ? '' : `; sources ${sources.join(', ')}`;
  const beyond = lotsBeyond(trial.lots, params, engine);
  return {
    file,
    path,
    kind: 'strategy',
    problems: trial.problems.map((found) => ({ ...found, file })),
    warnings: [...strategy.warnings, ...beyond, ...trial.warnings],
    text: `${name}: ${paramsText(params)}${from}`,
    facts: { strategy: name, params, sources, limits },
    limits,
    ...(trial.needsPrices ? { needsPrices: name } : {}),
  };
}
