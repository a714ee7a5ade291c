import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { type Command } from 'commander';

import { nearestWord } from '../../../../base/nearest-word.ts';
import { strategiesOfJournal } from '../../../../day/journal/journal-strategies.ts';
import { type ExplainedDay, explainDay } from '../../../../day/why/explain-day.ts';
import {
  type AuthorPlace,
  type OrderStory,
  type RunStory,
} from '../../../../day/why/order-story.ts';
import { type IstDate } from '../../../../model/time/ist.ts';
import { runName, runsMeant } from '../../../../model/runs/run.ts';
import { explainBacktest } from '../../../../research/traces/explain-backtest.ts';
import { CONTROL_OPTIONS, journalFor } from '../../account/control-options.ts';
import { readOperatorKnowledge } from '../../account/operator-settings.ts';
import { readingAny } from '../../account/readable-journal.ts';
import { type CliContext } from '../../cli-context.ts';
import { CliFailure, cliFailure } from '../../cli-failure.ts';
import { namedFailure } from '../../files/as-named.ts';
import { declare, flagOf, type OptionsOf } from '../../options/declared-option.ts';
import { parseDate } from '../../options/option-parsers.ts';
import { BACKTESTED_OPTIONS, type BacktestedAsked } from '../../options/trace-options.ts';
import { printJson, printLines } from '../../output.ts';
import { orderLines, runLines } from '../../report/story-lines.ts';
import { shortPath } from '../../strategies/strategy-facts.ts';
import { backtestAsked } from '../../traces/backtest-asked.ts';

const OPTIONS = [
  ...CONTROL_OPTIONS,
  ['--date <date>', 'the day (default: the last of the journal, or of the backtest)', parseDate],
  ['--strategy <file>', 'in place of a journal: the strategy of a backtest'],
  ...BACKTESTED_OPTIONS,
] as const;

type Options = OptionsOf<typeof OPTIONS>;

/** What says nothing without prices. */
const BACKTESTED: readonly (keyof Options & keyof BacktestedAsked)[] = [
  'strategy',
  'param',
  'seed',
  'from',
  'to',
  'fills',
  'pricing',
  'capital',
  'source',
  'underlying',
];

const HELP = `
An order is named by its tag, the platform's order id, RUN/LEG or LEG; a run by its id or its name. Without a name all
runs are listed, each with its orders. The day is made again from its journal: the order's run is shown what it was
shown, so that its file must be as it was. Nothing is sent or requested; a program that trades is not disturbed.

With --prices or --generate it explains a day of a backtest: --date, run alone, or after all days since --from.

Examples:
  sauda why
  sauda why spgxfbtlmkjdniolf6
  sauda why short-straddle/ce --date 2026-11-20
  sauda why iron-condor --journal condor.journal --json
  sauda why ce --strategy straddle.yaml --prices nifty.csv --date 2024-03-14`;

/** `sauda why`: what led to an order, and what became of it. */
export function addWhy(command: Command, context: CliContext): void {
  declare(command, OPTIONS, HELP)
    .argument('[order-or-run]', 'tag, order id, RUN/LEG, LEG or run (default: all runs)')
    .action((asked: string | undefined, options: Options) => why(context, asked, options));
}

async function why(
  context: CliContext,
  asked: string | undefined,
  options: Options,
): Promise<void> {
  const day = await explained(context, options);
  const found = asked === undefined ? { runs: day.runs, orders: [] } : meant(day, asked);
  if (options.json === true) {
    printJson(context, { schemaVersion: 1, date: day.date, ...found });
    return;
  }
  const quoted = lineReader(context.workingDirectory);
  const near = (place: AuthorPlace): AuthorPlace => ({
    ...place,
    file: shortPath(place.file, context.workingDirectory),
  });
  const { runs, orders } = found;
  printLines(context, [
    day.date,
    ...runs.flatMap((run) => runLines(run, { quoted, near })),
    ...orders.flatMap((order) => orderLines(order, { quoted, near })),
  ]);
}

async function explained(context: CliContext, options: Options): Promise<ExplainedDay> {
  const { prices, generate } = options;
  if (prices !== undefined || generate !== undefined) return ofBacktest(context, options);
  refuseWithoutPrices(options);
  const journalPath = journalFor(context, options);
  const knowledge = readOperatorKnowledge(context, options.config);
  return readingAny(journalPath, (path) => explainIn(path, options.date ?? null, knowledge));
}

async function explainIn(
  journalPath: string,
  date: IstDate | null,
  knowledge: ReturnType<typeof readOperatorKnowledge>,
): Promise<ExplainedDay> {
  const strategyFor = await strategiesOfJournal(journalPath, null);
  if (!strategyFor.ok) throw new CliFailure(strategyFor.error.kind, strategyFor.error.problems);
  const day = explainDay({ journalPath, date, strategyFor: strategyFor.value, knowledge });
  if (!day.ok) throw new CliFailure(day.error.kind, day.error.problems);
  return day.value;
}

/** @throws {CliFailure} when the backtest cannot be run, or the day is none of its own */
async function ofBacktest(context: CliContext, options: Options): Promise<ExplainedDay> {
  if (options.journal !== undefined || options.sim !== undefined) {
    throw cliFailure('usage', 'A journal holds its own prices', {
      next: 'Leave --prices and --generate out, or leave --journal and --sim out',
    });
  }
  const asked = await backtestAsked(context, options);
  const told = await explainBacktest(asked, options.date ?? null);
  if (!told.ok) throw namedFailure(context, told.error);
  return told.value;
}

/** @throws {CliFailure} where something is asked that a journal has by itself */
function refuseWithoutPrices(options: Options): void {
  const odd = BACKTESTED.filter((name) => options[name] !== undefined).map(flagOf);
  const [first] = odd;
  if (first === undefined) return;
  throw cliFailure('usage', `${first} is only for a backtest`, {
    found: odd.join(', '),
    next: 'Add --prices FILE or --generate SEED; or leave it out, and the journal is asked',
  });
}

interface Found {
  readonly runs: readonly RunStory[];
  readonly orders: readonly OrderStory[];
}

/** @throws {CliFailure} when nothing of the day is named so */
function meant({ date, runs }: ExplainedDay, asked: string): Found {
  const ids = runsMeant(
    asked,
    runs.map(({ runId }) => runId),
  );
  if (ids.length > 0) return { runs: runs.filter(({ runId }) => ids.includes(runId)), orders: [] };
  const all = runs.flatMap(({ orders }) => orders);
  const orders = all.filter((order) => isMeant(order, asked, runs));
  if (orders.length > 0) return { runs: [], orders };
  const known = [...runs.flatMap(({ runId }) => [runName(runId), runId]), ...all.flatMap(namesOf)];
  throw cliFailure('usage', `No order and no run of ${date} is named so`, {
    found: asked,
    allowed: 'a tag, an order id, RUN/LEG, LEG or a run',
    nearest: nearestWord(asked, known),
    next: 'List all of the day: sauda why; or name its day: --date YYYY-MM-DD',
  });
}

function isMeant(order: OrderStory, asked: string, runs: readonly RunStory[]): boolean {
  if (namesOf(order).includes(asked)) return true;
  const slash = asked.lastIndexOf('/');
  if (slash < 0 || asked.slice(slash + 1) !== order.leg) return false;
  const ids = runs.map(({ runId }) => runId);
  return runsMeant(asked.slice(0, slash), ids).includes(order.runId);
}

function namesOf({ tag, leg, runId, orderIds }: OrderStory): readonly string[] {
  return [tag, leg, `${runId}/${leg}`, ...orderIds];
}

/** Reads lines of files; each file once. */
function lineReader(directory: string): (place: AuthorPlace) => string | null {
  const files = new Map<string, readonly string[]>();
  return ({ file, line }) => {
    const lines = files.get(file) ?? linesOf(resolve(directory, file));
    files.set(file, lines);
    return lines[line - 1]?.trim() ?? null;
  };
}

function linesOf(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    // Only a quotation is missing then.
    return [];
  }
}
