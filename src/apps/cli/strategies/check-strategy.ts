import { resolve } from 'node:path';

import { type Problem, problem } from '../../../base/problem.ts';
import { limitsInForce, lotsBeyond } from '../../../loading/limits-in-force.ts';
import { isStrategyModule } from '../../../loading/load-strategy.ts';
import { runTrial } from '../../../loading/trial/run-trial.ts';
import { type TrialThread } from '../../../loading/trial/trial-thread.ts';
import {
  type TypeProblem,
  type TypesOfFiles,
} from '../../../loading/type-check/type-check-task.ts';
import { hasTypes, typesOf } from '../../../loading/type-check/type-check-thread.ts';
import { type IstDate } from '../../../model/time/ist.ts';
import { type Settings, type StrategyEntry } from '../../../settings/settings.ts';
import { type CliContext } from '../cli-context.ts';
import { asConfigured, asNamed } from './load-strategies.ts';
import { paramsText, shortPath } from './strategy-facts.ts';

/** One file as it was found. */
export interface CheckedFile {
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
export interface CheckedStrategy extends CheckedFile {
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

const CLEAR_LINE = '\r\u001b[2K';

/**
 * Findings with what the compiler says of the types of their modules: errors are problems. Modules are compiled together, as
 * that takes seconds once. A problem in a file that several of them import is listed with the first.
 */
export async function withTypes(
  { terminal, workingDirectory, signal }: CliContext,
  findings: readonly CheckedFile[],
  compile = typesOf,
): Promise<readonly CheckedFile[]> {
  const modules = findings.flatMap(({ path }) =>
    path !== undefined && hasTypes(path) ? path : [],
  );
  if (modules.length === 0) return findings;
  if (terminal.isErrInteractive) terminal.err('Compiling types …');
  const answers = await compile([...new Set(modules)], { signal });
  if (terminal.isErrInteractive) terminal.err(CLEAR_LINE);
  const told = new Set<string>();
  return findings.map((finding) => {
    const { path } = finding;
    const answer = answers.find(({ files }) => path !== undefined && files.includes(path));
    if (path === undefined || answer === undefined || told.has(path)) return finding;
    told.add(path);
    return withAnswer(finding, path, { answer, workingDirectory });
  });
}

function withAnswer(
  finding: CheckedFile,
  path: string,
  {
    answer,
    workingDirectory,
  }: { readonly answer: TypesOfFiles; readonly workingDirectory: string },
): CheckedFile {
  if (answer.kind === 'not-compiled') {
    const types = { compiled: false, reason: answer.reason };
    return { ...finding, types: answer.reason, facts: { ...finding.facts, types } };
  }
  const isFirst = path === answer.files[0];
  const problems = answer.problems
    .filter(({ file }) => file === path || (isFirst && !answer.files.includes(file)))
    .map((found) => typeProblem(found, workingDirectory));
  return {
    ...finding,
    problems: [...finding.problems, ...problems],
    facts: { ...finding.facts, types: { compiled: true } },
  };
}

function typeProblem(
  { file, line, column, code, message }: TypeProblem,
  workingDirectory: string,
): Problem {
  return problem(`${code}: ${message}`, { file: shortPath(file, workingDirectory), line, column });
}
