import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { type Command } from 'commander';

import { type Problem, problem } from '../../../base/problem.ts';
import {
  checkCalendar,
  checkPrices,
  type DayFindings,
  nextDay,
} from '../../../loading/check-calendar.ts';
import { CodeCheck } from '../../../loading/code-check/check-code.ts';
import { limitsInForce, lotsBeyond } from '../../../loading/limits-in-force.ts';
import { isStrategyModule, loadsCode, withPolicies } from '../../../loading/load-strategy.ts';
import { endingTables } from '../../../loading/tables/table-states.ts';
import { planTogether } from '../../../loading/plan/configuration-plan.ts';
import { planStrategy } from '../../../loading/plan/plan-strategy.ts';
import { type StrategyPlan } from '../../../loading/plan/strategy-plan.ts';
import { runTrial } from '../../../loading/trial/run-trial.ts';
import { TrialThread } from '../../../loading/trial/trial-thread.ts';
import { readRegularFile } from '../../../loading/regular-file.ts';
import { unreadableFile } from '../../../loading/unreadable-file.ts';
import { ok } from '../../../base/result.ts';
import { NO_PROTECTIONS } from '../../../model/runs/run-policies.ts';
import { type IstDate } from '../../../model/time/ist.ts';
import { endingTablesText, riskySettingText } from '../../../notices/day.ts';
import { loadMarketKnowledge } from '../../../settings/market/market-knowledge.ts';
import { type Brokers } from '../../../settings/broker-settings.ts';
import { type Settings, settingsWarnings, type StrategyEntry } from '../../../settings/settings.ts';
import { type CliContext } from '../cli-context.ts';
import { CliFailure, errorBody, formatFailure, jsonProblem } from '../cli-failure.ts';
import { isConfiguration, readSettings } from '../files/read-settings.ts';
import { unreadSecrets } from '../files/unread-secrets.ts';
import { declare, JSON_LINE, type OptionsOf } from '../options/declared-option.ts';
import { trialTurnMs } from '../options/turn-ms-max.ts';
import { printJson, printLines } from '../output.ts';
import { asConfigured, asNamed, brokerOfEntry } from '../strategies/load-strategies.ts';
import { githubText, sarifLog } from '../report/check-formats.ts';
import { type CheckedFile } from '../report/checked-file.ts';
import { placedWarningLines, goodOnes, limitLines } from '../report/check-lines.ts';
import { configurationPlanLines, planLines, reachedTexts } from '../report/plan-lines.ts';
import { type SharedFinding, sharedFindings, usersLines } from '../report/shared-findings.ts';
import { paramsText, shortPath, sourceFacts, sourceText } from '../strategies/strategy-facts.ts';
import { withTypes } from '../strategies/with-types.ts';
import { type Line, sanitize, span } from '../view/span.ts';

const OPTIONS = [
  ['--secrets', 'also read the credentials that a configuration refers to'],
  ['--no-types', 'do not compile the types of TypeScript'],
  ['--verbose', 'name the limits that are not set'],
  [
    '--format <format>',
    'text; github: annotations of a pull request; sarif: a log for code scanning; json',
    { choices: ['text', 'github', 'sarif', 'json'], notBeside: ['json'] },
  ],
  JSON_LINE,
] as const;

type Options = OptionsOf<typeof OPTIONS>;

const HELP = `
A strategy written as a module is imported, so its top level runs. Each strategy is then tried in virtual time, over a
day of made-up prices: its orders go nowhere, nothing fills. Code that does not return for 5 s is a problem, too.
Promises, files, connections and the environment in the text of a module are warnings. Types of TypeScript are compiled
where the package typescript (5 or 6) is installed, by the nearest tsconfig.json.

Examples:
  sauda check sauda.yaml                       a configuration and all its strategies
  sauda check strategies/*.yaml my-idea.ts     strategies alone
  sauda check sauda.yaml --secrets --json
  sauda check sauda.yaml --format github       in a workflow: shown at their lines
  sauda check sauda.yaml --format sarif > sauda.sarif`;

/** `sauda check`: whether configurations and strategies can be used, without running anything. */
export function addCheck(command: Command, context: CliContext): void {
  declare(command, OPTIONS, HELP)
    .argument('<file...>', 'configuration (.yaml, .json) or strategy (.ts, .js, .yaml)')
    .action(async (files: readonly string[], options: Options) => {
      const code = new CodeCheck();
      const thread = new TrialThread({ turnMs: trialTurnMs(context.environment) });
      const findings: CheckedFile[] = [];
      try {
        for (const file of files) {
          findings.push(...(await checkFile({ ...context, thread, code }, file, options)));
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
  const path = resolve(context.workingDirectory, file);
  const unreadable = whyNotChecked(path, file);
  if (unreadable !== null) {
    return [{ file, kind: 'configuration', problems: [unreadable], text: '', facts: {} }];
  }
  if (!isConfiguration(path)) {
    const entry = { path: file, params: {}, policies: {} };
    const knowledge = loadMarketKnowledge();
    const { date } = nextDay(knowledge, null);
    return [await checkStrategy(context, entry, { ...UNCONFIGURED, date })];
  }
  try {
    const secrets = options.secrets === true ? 'required' : 'present';
    const settings = readSettings(context, { config: file, secrets });
    const unread = { problems: [], warnings: unreadSecrets(context, file) };
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
    const tables = { problems: [], warnings: ending.map(endingTablesText) };
    const prices = checkPrices(named, priced);
    const found = [checkCalendar(named, knowledge, day), tables, prices, unread];
    const plans = below.flatMap(({ plan }) => plan ?? []);
    return [configurationFinding(file, settings, { found, plans }), ...below];
  } catch (error) {
    if (!(error instanceof CliFailure)) throw error;
    return [{ file, kind: 'configuration', problems: error.problems, text: '', facts: {} }];
  }
}

/** Why there is nothing to check: the file cannot be read, is no text, or is empty, which would pass for a configuration; else null. */
function whyNotChecked(path: string, file: string): Problem | null {
  const allowed = 'a strategy or a configuration';
  try {
    const text = readRegularFile(path).toString('utf8');
    if (text.includes('\0')) {
      return problem('The file is not text', { file, allowed, next: 'Save it as text in UTF-8' });
    }
    if (text.trim() !== '') return null;
    const next = 'Begin with strategies/short-straddle.yaml or config/demo.yaml';
    return problem('The file is empty', { file, allowed, next });
  } catch (error) {
    return { ...unreadableFile('Cannot read the file', path, error), file };
  }
}

function configurationFinding(
  file: string,
  settings: Settings,
  {
    found,
    plans,
  }: { readonly found: readonly DayFindings[]; readonly plans: readonly StrategyPlan[] },
): CheckedFile {
  const plan = planTogether(plans, settings.engine);
  const { mode, venue, strategies, prices } = settings;
  const facts = {
    mode,
    venue: venue.kind,
    prices: prices.kind,
    strategies: strategies.length,
    plan,
  };
  const where = venue.kind === 'simulator' ? 'built-in simulator' : 'platform';
  const count = strategies.length === 1 ? '1 strategy' : `${String(strategies.length)} strategies`;
  const text = `${mode}, ${where}, prices ${prices.kind}, ${count}`;
  const warnings = [
    ...settingsWarnings(settings).map(riskySettingText),
    ...found.flatMap((one) => one.warnings),
    ...reachedTexts(plan.reached),
  ];
  const problems = found.flatMap((one) => one.problems);
  const lines = configurationPlanLines(plan);
  return { file, kind: 'configuration', problems, warnings, text, facts, lines };
}

/** What a strategy that stands alone is bound by: the defaults. */
const UNCONFIGURED = {
  mode: 'paper',
  engine: {},
  accountProtections: NO_PROTECTIONS,
  calendar: null,
  brokers: null,
} as const;

function report(context: CliContext, findings: readonly CheckedFile[], options: Options): void {
  const problems = findings.flatMap((finding) => finding.problems);
  if (problems.length > 0) context.finish('configuration');
  const { json = false, format = json ? 'json' : 'text' } = options;
  if (format === 'github') context.terminal.out(githubText(findings));
  else if (format === 'sarif') printJson(context, sarifLog(findings));
  else if (format === 'json') {
    printJson(context, {
      schemaVersion: 1,
      files: findings.map(({ file, kind, problems: found, doubts = [], warnings = [], facts }) => ({
        file,
        kind,
        ok: found.length === 0,
        ...facts,
        problems: found.map(jsonProblem),
        doubts: doubts.map(jsonProblem),
        warnings,
      })),
      ...(problems.length === 0 ? {} : errorBody('configuration', problems)),
    });
  } else {
    const good = goodOnes(findings);
    printLines(
      context,
      good.flatMap((one) => goodLines(one, options.verbose === true)),
    );
    const others = findings.filter((finding) => !good.includes(finding));
    const doubtful = others.map(({ file, doubts = [] }) => ({ file, findings: doubts }));
    printLines(context, sharedFindings(doubtful).flatMap(sharedWarningLines));
    const wrong = findings.map(({ file, problems: found }) => ({ file, findings: found }));
    context.terminal.err(sharedFindings(wrong).map(sharedFailure).join(''));
  }
}

function sharedFailure(shared: SharedFinding): string {
  const users = usersLines(shared).map((line) => `${sanitize(line)}\n`);
  return `${formatFailure([shared.finding])}${users.join('')}`;
}

function sharedWarningLines(shared: SharedFinding): readonly Line[] {
  const users = usersLines(shared).map((line) => span(line, 'dim'));
  return [...placedWarningLines([shared.finding]), ...users];
}

function goodLines(
  { file, kind, text, doubts = [], warnings = [], limits, lines, types }: CheckedFile,
  isVerbose: boolean,
): readonly Line[] {
  const line = [span('ok  ', 'good'), file, span(`  ${kind} `, 'dim'), text];
  return [
    line,
    ...(lines ?? []),
    ...limitLines(limits ?? {}, isVerbose),
    ...(types === undefined ? [] : [span(`    types not compiled: ${types}`, 'dim')]),
    ...placedWarningLines(doubts),
    ...warnings.map((warning) => [span('warning  ', 'warning'), warning]),
  ];
}

interface CheckedStrategy extends CheckedFile {
  readonly plan?: StrategyPlan;
  readonly needsPrices?: string;
}

interface CheckedUnder extends Pick<
  Settings,
  'mode' | 'engine' | 'accountProtections' | 'calendar'
> {
  readonly date: IstDate;
  /** Null where no configuration says: then no name is known to be wrong. */
  readonly brokers: Brokers | null;
}

interface CheckContext extends CliContext {
  readonly thread: TrialThread;
  readonly code: CodeCheck;
}

/** The name of the broker that a strategy trades through, null for the account's own; or why it cannot. */
function brokerFound(
  entry: StrategyEntry,
  found: Parameters<typeof brokerOfEntry>[1],
  brokers: Brokers | null,
): { readonly through: string | null; readonly unknown: readonly Problem[] } {
  const broker = brokers === null ? ok(null) : brokerOfEntry(entry, found, brokers);
  if (!broker.ok) return { through: null, unknown: [broker.error] };
  return { through: entry.broker ?? found.strategy.broker?.name ?? null, unknown: [] };
}

/** Loads a strategy and tries it over a day of made-up prices. None of a module's code runs on this thread. */
async function checkStrategy(
  { workingDirectory, thread, code }: CheckContext,
  entry: StrategyEntry,
  { mode, engine, accountProtections, calendar, date, brokers }: CheckedUnder,
): Promise<CheckedStrategy> {
  const { path: named, params: given, policies, missing } = entry;
  const path = resolve(workingDirectory, named);
  const file = shortPath(path, workingDirectory);
  if (missing !== undefined) {
    return { file, path, kind: 'strategy', problems: [missing], text: '', facts: {} };
  }
  const task = { path, given, date, mode, calendar };
  const answer = await (loadsCode(path) ? thread.try(task) : runTrial(task));
  const ofCode = isStrategyModule({ path }) ? await code.check(path, file) : [];
  if (answer.kind !== 'tried') {
    const problems = asConfigured(entry, asNamed({ workingDirectory }, path, answer.problems));
    return { file, path, kind: 'strategy', problems, doubts: ofCode, text: '', facts: {} };
  }
  const { trial, strategy } = answer;
  const { name, params, sources } = strategy;
  const { through, unknown } = brokerFound(entry, { path, strategy }, brokers);
  const inForce = withPolicies(answer.policies, policies);
  const limits = limitsInForce({ engine, accountProtections, policies: inForce });
  const plan = planStrategy(answer.outline, { engine, calendar, date });
  const from = sources.length === 0 ? '' : `; sources ${sources.map(sourceText).join(', ')}`;
  const beyond = lotsBeyond(trial.lots, params, engine);
  const reached = plan.reached.filter(({ key }) => !beyond.some((text) => text.includes(key)));
  return {
    file,
    path,
    kind: 'strategy',
    problems: [
      ...asNamed({ workingDirectory }, path, unknown),
      ...trial.problems.map((found) => ({ ...found, file })),
    ],
    doubts: [...ofCode, ...asNamed({ workingDirectory }, path, answer.doubts)],
    warnings: [...strategy.warnings, ...beyond, ...reachedTexts(reached), ...trial.warnings],
    text: `${name}: ${paramsText(params)}${from}${through === null ? '' : `; broker ${through}`}`,
    facts: { strategy: name, params, broker: through, limits, plan, ...sourceFacts(sources) },
    limits,
    plan,
    lines: planLines(plan),
    modules: isStrategyModule({ path }) ? [] : strategy.imports.map((url) => fileURLToPath(url)),
    ...(trial.needsPrices ? { needsPrices: name } : {}),
  };
}
