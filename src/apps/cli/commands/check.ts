import { resolve } from 'node:path';

import { type Command } from 'commander';

import {
  checkCalendar,
  checkPrices,
  type DayFindings,
  nextDay,
} from '../../../loading/check-calendar.ts';
import { endingTables } from '../../../loading/tables/table-states.ts';
import { TrialThread } from '../../../loading/trial/trial-thread.ts';
import { NO_PROTECTIONS } from '../../../model/runs/run-policies.ts';
import { loadMarketKnowledge } from '../../../settings/market/market-knowledge.ts';
import { type Settings, settingsWarnings } from '../../../settings/settings.ts';
import { type CliContext } from '../cli-context.ts';
import { CliFailure, errorBody, formatFailure, jsonProblem } from '../cli-failure.ts';
import { isConfiguration, readSettings } from '../files/read-settings.ts';
import { trialTurnMs } from '../options/turn-ms-max.ts';
import { printJson, printLines } from '../output.ts';
import {
  type CheckContext,
  type CheckedStrategy,
  checkStrategy,
  type CheckedFile,
  withTypes,
} from '../strategies/check-strategy.ts';
import { type Line, span } from '../view/span.ts';

const LIMITS_A_LINE = 4;

interface Options {
  readonly secrets?: boolean;
  readonly json?: boolean;
  readonly types: boolean;
}

/** `sauda check`: whether configurations and strategies can be used, without running anything. */
export function addCheck(program: Command, context: CliContext): void {
  program
    .command('check')
    .description('Check configurations and strategies, and list what they need')
    .argument('<file...>', 'configuration (.yaml, .json) or strategy (.ts, .js, .yaml)')
    .option('--secrets', 'also read the credentials that a configuration refers to')
    .option('--no-types', 'do not compile the types of TypeScript')
    .option('--json', 'one JSON line')
    .addHelpText(
      'after',
      `
A strategy written as a module is imported, so its top level runs. Each strategy is then tried in virtual time, over a
day of made-up prices: its orders go nowhere, nothing fills. Code that does not return for 5 s is a problem, too.
Types of TypeScript are compiled where the package typescript (5 or 6) is installed, by the nearest tsconfig.json.

Examples:
  sauda check sauda.yaml                       a configuration and all its strategies
  sauda check strategies/*.yaml my-idea.ts     strategies alone
  sauda check sauda.yaml --secrets --json`,
    )
    .action(async (files: readonly string[], options: Options) => {
      const thread = new TrialThread({ turnMs: trialTurnMs(context.environment) });
      const findings: CheckedFile[] = [];
      try {
        for (const file of files) {
          findings.push(...(await checkFile({ ...context, thread }, file, options)));
        }
      } finally {
        await thread.close();
      }
      report(context, options.types ? await withTypes(context, findings) : findings, options);
    });
}

async function checkFile(
  context: CheckContext,
  file: string,
  options: Options,
): Promise<readonly CheckedFile[]> {
  if (!isConfiguration(resolve(context.workingDirectory, file))) {
    const entry = { path: file, params: {}, policies: {} };
    const knowledge = loadMarketKnowledge();
    const { date } = nextDay(knowledge, null);
    return [await checkStrategy(context, entry, { ...UNCONFIGURED, date })];
  }
  try {
    const secrets = options.secrets === true ? 'required' : 'skipped';
    const settings = readSettings(context, { config: file, secrets });
    const knowledge = loadMarketKnowledge(settings.calendar ?? undefined);
    const { startAtMs } = settings.simulator;
    const day = nextDay(knowledge, startAtMs);
    const below: CheckedStrategy[] = [];
    for (const entry of settings.strategies) {
      below.push(await checkStrategy(context, entry, { ...settings, date: day.date }));
    }
    const priced = below.flatMap(({ needsPrices }) => needsPrices ?? []);
    const named = { ...settings, file };
    const ending = endingTables(knowledge.tables, day.date);
    const tables = { problems: [], warnings: ending.map(({ message }) => message) };
    const found = [checkCalendar(named, knowledge, day), tables, checkPrices(named, priced)];
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
): CheckedFile {
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
const UNCONFIGURED = {
  mode: 'paper',
  engine: {},
  accountProtections: NO_PROTECTIONS,
  calendar: null,
} as const;

function report(context: CliContext, findings: readonly CheckedFile[], options: Options): void {
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

function goodLines({
  file,
  kind,
  text,
  warnings = [],
  limits,
  types,
}: CheckedFile): readonly Line[] {
  const line = [span('ok  ', 'good'), span(file), span(`  ${kind} `, 'dim'), span(text)];
  return [
    line,
    ...limitLines(limits ?? {}),
    ...(types === undefined ? [] : [[span(`    types not compiled: ${types}`, 'dim')]]),
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
