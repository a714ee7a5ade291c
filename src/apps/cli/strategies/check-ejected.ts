import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { underlyingsOf } from '../../../backtest/backtest-refusals.ts';
import { counted } from '../../../base/counted.ts';
import { defined } from '../../../base/json.ts';
import { problem, whyUnreadable } from '../../../base/problem.ts';
import { decisionText } from '../../../day/journal/decision-text.ts';
import { nextDay } from '../../../loading/check-calendar.ts';
import { type LoadedStrategy, loadStrategy } from '../../../loading/load-strategy.ts';
import { addDays } from '../../../model/time/ist.ts';
import {
  compareDecisions,
  type ComparedDecisions,
  type DecidedUntil,
  type StrategyFact,
} from '../../../research/same-decisions/compare-decisions.ts';
import { loadMarketKnowledge } from '../../../settings/market/market-knowledge.ts';
import { type CliContext } from '../cli-context.ts';
import { CliFailure } from '../cli-failure.ts';
import { namedFailure } from '../files/as-named.ts';
import { type PriceOptions, pricesAsked } from '../options/price-options.ts';
import { sourcesAsked } from '../options/source-options.ts';
import { printJson, printLines } from '../output.ts';
import { type Line, span } from '../view/span.ts';
import { asNamed } from './load-strategies.ts';

/** A module that a file was ejected to some day. */
export interface EjectedAsked {
  /** The YAML file, and the module, as the user named them. */
  readonly file: string;
  readonly check: string;
  /** What the file is ejected to now. */
  readonly module: string;
  readonly options: PriceOptions & { readonly json?: boolean };
}

/** What is generated where no prices are named. */
const SEED = '7';
const DAYS = 7;
/** Differences of the first day that are listed. */
const CHANGES_MAX = 10;

const FACTS: Readonly<Record<StrategyFact, string>> = {
  name: 'name',
  parameters: 'default of a parameter',
  protections: 'limit of the day, or none',
  sources: 'source of its own',
  broker: 'broker, or none',
};

/**
 * Says whether a module still decides as its YAML file does: by its text, or else by what both decide over the same days.
 *
 * @throws {CliFailure} where one of them cannot be used
 */
export async function checkEjected(context: CliContext, asked: EjectedAsked): Promise<void> {
  const { file, check, module, options } = asked;
  const isSameText = textOf(context, check) === module;
  const compared = isSameText ? null : await decisionsOf(context, asked);
  const isSame = isSameText || (compared !== null && areSame(compared));
  if (options.json === true) {
    const by = isSameText ? 'text' : 'decisions';
    const about = { file, checked: check, by, isSame, ...(compared ?? {}) };
    printJson(context, { schemaVersion: 1, ...about });
  } else {
    const lines = compared === null ? [sameText(asked)] : comparedLines(asked, compared);
    printLines(context, lines);
  }
  if (!isSame) context.finish('found');
}

/** What neither decides on any day shows nothing. */
function areSame({ differs, failures, first, decisions }: ComparedDecisions): boolean {
  const isDecided = first === null && decisions > 0;
  return isDecided && differs.length === 0 && failures.length === 0;
}

/**
 * As it was written, whatever an editor makes of the ends of its lines.
 *
 * @throws {CliFailure} where it cannot be read
 */
function textOf({ workingDirectory }: CliContext, check: string): string {
  try {
    return readFileSync(resolve(workingDirectory, check), 'utf8').replaceAll('\r\n', '\n');
  } catch (error) {
    const parts = { file: check, found: whyUnreadable(error) };
    throw new CliFailure('configuration', [problem('Cannot read the module', parts)]);
  }
}

async function decisionsOf(
  context: CliContext,
  { file, check, options }: EjectedAsked,
): Promise<ComparedDecisions> {
  const { workingDirectory, signal } = context;
  const asked = withDays(options);
  const absolute = (path: string): string => resolve(workingDirectory, path);
  const one = await loaded(context, file);
  const other = await loaded(context, check);
  const compared = await compareDecisions({
    ...{ one, other, signal },
    ...defined({ from: asked.from, to: asked.to }),
    recorded: await sourcesAsked(context, asked.source ?? [], [one, other]),
    prices: pricesAsked(asked, absolute, [one, other].flatMap(underlyingsOf)),
  });
  if (!compared.ok) throw namedFailure(context, compared.error);
  return compared.value;
}

async function loaded(context: CliContext, file: string): Promise<LoadedStrategy> {
  const path = resolve(context.workingDirectory, file);
  const strategy = await loadStrategy(path);
  if (strategy.ok) return strategy.value;
  throw new CliFailure('configuration', asNamed(context, path, strategy.error));
}

/** The week that begins with the next trading day, where no prices are named. */
function withDays(options: PriceOptions): PriceOptions {
  if (options.prices !== undefined || options.generate !== undefined) return options;
  const { from = nextDay(loadMarketKnowledge(), null).date } = options;
  return { ...options, generate: SEED, from, to: options.to ?? addDays(from, DAYS - 1) };
}

function sameText({ file, check }: EjectedAsked): Line {
  return [span('The same: ', 'good'), `${check} is what ${file} is ejected to`];
}

function comparedLines(asked: EjectedAsked, compared: ComparedDecisions): readonly Line[] {
  const { failures } = compared;
  const named = failures.slice(0, CHANGES_MAX).map((one) => failedLine(asked, one));
  const more = failures.length - named.length;
  return [
    ...named,
    ...(more === 0 ? [] : [`  and ${counted(more, 'day')} more on which one of them failed`]),
    ...verdictLines(asked, compared),
  ];
}

function failedLine({ file, check }: EjectedAsked, { of, date, detail }: DecidedUntil): Line {
  return [span('Failed: ', 'bad'), `${of === 'one' ? file : check} on ${date}: ${detail}`];
}

function verdictLines(
  { file, check }: EjectedAsked,
  { differs, failures, days, decisions, first }: ComparedDecisions,
): readonly Line[] {
  const over = `${counted(days.length, 'day')}, ${counted(decisions, 'decision')}`;
  const facts = differs.map((fact): Line => span(`  another ${FACTS[fact]}`, 'warning'));
  if (first !== null) {
    const { date, changes } = first;
    const shown = changes
      .slice(0, CHANGES_MAX)
      .map((one): Line => `    ${decisionText(one, 'the file:')}`);
    const more = changes.length - shown.length;
    return [
      [span('Differs: ', 'bad'), `${check} does not decide as ${file} on ${date}`],
      ...facts,
      ...shown,
      ...(more === 0 ? [] : [`    and ${counted(more, 'difference')} more on that day`]),
    ];
  }
  if (decisions === 0) {
    const verdict = span('Nothing was decided, so nothing was compared', 'warning');
    return [[verdict, `: name other days (${over})`], ...facts];
  }
  if (failures.length > 0) {
    return [[`  Until then they decided the same (${over})`], ...facts];
  }
  if (facts.length > 0) return [[span('Differs: ', 'bad'), `${check} from ${file}`], ...facts];
  return [[span('The same decisions: ', 'good'), `${check} and ${file}, ${over}`]];
}
