import { resolve } from 'node:path';

import { type Command } from 'commander';

import { type Problem } from '../../../base/problem.ts';
import { type CalendarDay } from '../../../model/calendar.ts';
import { NO_PROTECTIONS } from '../../../model/run-policies.ts';
import {
  checkCalendar,
  checkPrices,
  type DayFindings,
  nextDay,
} from '../../../runtime/check-day.ts';
import { limitsInForce } from '../../../runtime/limits-in-force.ts';
import { loadMarketKnowledge, type MarketKnowledge } from '../../../runtime/market-knowledge.ts';
import { tryStrategy } from '../../../runtime/try-strategy.ts';
import { settingsWarnings } from '../../../settings/settings-warnings.ts';
import { type Settings, type StrategyEntry } from '../../../settings/settings.ts';
import { type CliContext } from '../cli-context.ts';
import { CliFailure } from '../cli-failure.ts';
import { isConfiguration } from '../is-configuration.ts';
import { loadNamed } from '../load-strategies.ts';
import { printJson, printLines } from '../output.ts';
import { readSettings } from '../read-settings.ts';
import { errorBody, formatFailure, jsonProblem } from '../report-failure.ts';
import { paramsText, shortPath, strategyFacts, type StrategyFacts } from '../strategy-facts.ts';
import { type Line, span } from '../view/span.ts';

const LIMITS_A_LINE = 4;

interface Options {
  readonly secrets?: boolean;
  readonly json?: boolean;
}

/** One file as it was found. */
interface Finding {
  readonly file: string;
  readonly kind: 'configuration' | 'strategy';
  readonly problems: readonly Problem[];
  /** What is allowed and likely a slip. */
  readonly warnings?: readonly string[];
  /** What the file is, for people; empty when it has problems. */
  readonly text: string;
  readonly facts: StrategyFacts | object;
  /** Of a strategy: the limits in force, by the key that sets each. */
  readonly limits?: Readonly<Record<string, string>>;
}

/** `sauda check`: whether configurations and strategies can be used, without running anything. */
export function addCheck(program: Command, context: CliContext): void {
  program
    .command('check')
    .description('Check configurations and strategies, and list what they need')
    .argument('<file...>', 'configuration (.yaml, .json) or strategy (.ts, .js, .yaml)')
    .option('--secrets', 'also read the credentials that a configuration refers to')
    .option('--json', 'one JSON line')
    .addHelpText(
      'after',
      `
A strategy written as a module is imported, so its top level runs. Each strategy is then tried in virtual time, over a
day of made-up prices: its orders go nowhere, nothing fills.

Examples:
  sauda check sauda.yaml                       a configuration and all its strategies
  sauda check strategies/*.yaml my-idea.ts     strategies alone
  sauda check sauda.yaml --secrets --json`,
    )
    .action(async (files: readonly string[], options: Options) => {
      const findings: Finding[] = [];
      for (const file of files) findings.push(...(await checkFile(context, file, options)));
      report(context, findings, options);
    });
}

async function checkFile(
  context: CliContext,
  file: string,
  options: Options,
): Promise<readonly Finding[]> {
  if (!isConfiguration(resolve(context.workingDirectory, file))) {
    const entry = { path: file, params: {}, policies: {} };
    const knowledge = loadMarketKnowledge();
    const day = nextDay(knowledge, null);
    return [await checkStrategy(context, entry, { ...UNCONFIGURED, knowledge, day })];
  }
  try {
    const secrets = options.secrets === true ? 'required' : 'skipped';
    const settings = readSettings(context, { config: file, secrets });
    const knowledge = loadMarketKnowledge(settings.calendar ?? undefined);
    const { startAtMs } = settings.simulator;
    const day = nextDay(knowledge, startAtMs);
    const below: Checked[] = [];
    for (const entry of settings.strategies) {
      below.push(await checkStrategy(context, entry, { ...settings, knowledge, day }));
    }
    const priced = below.flatMap(({ needsPrices }) => needsPrices ?? []);
    const named = { ...settings, file };
    const found = [checkCalendar(named, knowledge, day), checkPrices(named, priced)];
    return [configurationFinding(file, settings, found), ...below];
  } catch (error) {
    if (!(error instanceof CliFailure)) throw error;
    return [{ file, kind: 'configuration', problems: error.problems, text: '', facts: {} }];
  }
}

function configurationFinding(
  file: string,
  settings: Settings,
  found: readonly DayFindings[],
): Finding {
  const { mode, venue, strategies, prices } = settings;
  const facts = {
    mode,
    venue: venue.kind,
    prices: prices.kind,
    strategies: strategies.length,
  };
  const where = venue.kind === 'simulator' ? 'built-in simulator' : 'platform';
  const count = strategies.length === 1 ? '1 strategy' : `${String(strategies.length)} strategies`;
  const text = `${mode}, ${where}, prices ${prices.kind}, ${count}`;
  const warnings = [...settingsWarnings(settings), ...found.flatMap((one) => one.warnings)];
  const problems = found.flatMap((one) => one.problems);
  return { file, kind: 'configuration', problems, warnings, text, facts };
}

/** What a strategy that stands alone is bound by: the defaults. */
const UNCONFIGURED = { mode: 'paper', engine: {}, accountProtections: NO_PROTECTIONS } as const;

/** A strategy as it was found. */
interface Checked extends Finding {
  /** Its name, where it looks at prices. */
  readonly needsPrices?: string;
}

/** What strategies are checked with. */
interface CheckedWith extends Pick<Settings, 'mode' | 'engine' | 'accountProtections'> {
  readonly knowledge: MarketKnowledge;
  /** The day that it would run on. */
  readonly day: CalendarDay;
}

async function checkStrategy(
  context: CliContext,
  entry: StrategyEntry,
  settings: CheckedWith,
): Promise<Checked> {
  const { workingDirectory } = context;
  const file = shortPath(resolve(workingDirectory, entry.path), workingDirectory);
  const loaded = await loadNamed(context, entry);
  if (!loaded.ok) return { file, kind: 'strategy', problems: loaded.error, text: '', facts: {} };
  const { engine, accountProtections } = settings;
  const { policies } = entry;
  const limits = limitsInForce({ engine, accountProtections, policies });
  const facts = { ...strategyFacts(loaded.value), limits };
  const sources = facts.sources.length === 0 ? '' : `; sources ${facts.sources.join(', ')}`;
  const text = `${facts.strategy}: ${paramsText(facts.params)}${sources}`;
  const trial = tryStrategy(loaded.value, settings);
  const { warnings = [] } = loaded.value;
  return {
    file,
    kind: 'strategy',
    problems: trial.problems.map((found) => ({ ...found, file })),
    warnings: [...warnings, ...trial.warnings],
    text,
    facts,
    limits,
    ...(trial.needsPrices ? { needsPrices: facts.strategy } : {}),
  };
}

function report(context: CliContext, findings: readonly Finding[], options: Options): void {
  const problems = findings.flatMap((finding) => finding.problems);
  if (problems.length > 0) context.finish('configuration');
  if (options.json === true) {
    printJson(context, {
      schemaVersion: 1,
      files: findings.map(({ file, kind, problems: found, warnings = [], facts }) => ({
        file,
        kind,
        ok: found.length === 0,
        ...facts,
        problems: found.map(jsonProblem),
        warnings,
      })),
      ...(problems.length === 0 ? {} : errorBody('configuration', problems)),
    });
    return;
  }
  const good = findings.filter((finding) => finding.problems.length === 0);
  printLines(context, good.flatMap(goodLines));
  if (problems.length > 0) context.terminal.err(formatFailure(problems));
}

function goodLines({ file, kind, text, warnings = [], limits }: Finding): readonly Line[] {
  const line = [span('ok  ', 'good'), span(file), span(`  ${kind} `, 'dim'), span(text)];
  return [
    line,
    ...limitLines(limits ?? {}),
    ...warnings.map((warning) => [span('warning  ', 'warning'), span(warning)]),
  ];
}

/** The limits, a few to a line; those that are none in one line at the end. */
function limitLines(limits: Readonly<Record<string, string>>): readonly Line[] {
  const set = Object.entries(limits).filter(([, value]) => value !== 'none');
  const unset = Object.entries(limits).filter(([, value]) => value === 'none');
  const lines = [];
  for (let from = 0; from < set.length; from += LIMITS_A_LINE) {
    const some = set.slice(from, from + LIMITS_A_LINE).map(([key, value]) => `${key} ${value}`);
    lines.push([span('    limits  ', 'dim'), span(some.join(', '))]);
  }
  if (unset.length === 0) return lines;
  const none = unset.map(([key]) => key).join(', ');
  return [...lines, [span('    no limit  ', 'dim'), span(none, 'dim')]];
}
