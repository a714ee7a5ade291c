import { runBacktestDay } from '../../backtest/backtest-day.ts';
import { type PreparedBacktest } from '../../backtest/backtest-options.ts';
import { type FillChoice } from '../../backtest/fill-choice.ts';
import { Account } from '../../backtest/reckoning/account.ts';
import { resultOf } from '../../backtest/result-of.ts';
import { problem, type Problem } from '../../base/problem.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { strategiesOfJournal } from '../../day/journal/journal-strategies.ts';
import { refuseJournal } from '../../day/journal/open-day-journal.ts';
import { readJournal } from '../../day/journal/read-journal.ts';
import {
  createStrategyStores,
  fillStores,
  type StrategyStores,
} from '../../day/strategy-stores.ts';
import { DEFAULT_ENGINE_LIMITS, type EngineLimits } from '../../engine/engine-limits.ts';
import { type LoadedStrategy } from '../../loading/load-strategy.ts';
import { runName } from '../../model/runs/run.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { type BacktestResult } from '../../results/backtest-result.ts';
import { type MarketKnowledge } from '../../settings/market/market-knowledge.ts';
import { type RunRefusal } from '../../venues/run-refusal.ts';
import { type Decision } from '../lookahead/first-difference.ts';
import { findDifferences } from './find-differences.ts';
import { type JournalDifference } from './journal-difference.ts';
import { observedWorld } from './observed-world.ts';
import { type PaperDay, paperDayOf } from './paper-day.ts';

interface JournalBacktestOptions {
  readonly journalPath: string;
  /** @default the last of the journal */
  readonly date?: IstDate;
  readonly fills: FillChoice;
  readonly capitalPaise?: number;
  readonly knowledge: MarketKnowledge;
}

/** A recorded day, the backtest of it, and what they do not share. */
export interface JournalBacktest {
  readonly schemaVersion: 1;
  readonly journal: string;
  readonly date: IstDate;
  /** Decisions of the day, and of the backtest. */
  readonly decisions: { readonly recorded: number; readonly backtest: number };
  readonly differences: readonly JournalDifference[];
  readonly result: BacktestResult;
}

/** Quotes are looked at this often, so that each is seen about when it was on the day. */
const QUOTES_POLL_MS = 100;

/** Runs a recorded day again, with the strategies and the prices that its journal holds, and lists what differs. */
export async function journalBacktest(
  options: JournalBacktestOptions,
): Promise<Result<JournalBacktest, RunRefusal>> {
  const { journalPath } = options;
  const read = readDay(options);
  if (!read.ok) return read;
  const paper = read.value;
  const strategyFor = await strategiesOfJournal(journalPath, null);
  if (!strategyFor.ok) return strategyFor;
  const strategies: LoadedStrategy[] = [];
  const problems: Problem[] = [];
  for (const { header, about } of paper.runs) {
    const loaded = strategyFor.value(header, about);
    if (typeof loaded === 'string') problems.push(problem(`${header.runId}: ${loaded}`));
    else strategies.push({ ...loaded, policies: about?.config.policies ?? {} });
  }
  if (problems.length > 0) return fail({ kind: 'configuration', problems });
  return ok(runAgain(paper, strategies, options));
}

function readDay({ journalPath, date }: JournalBacktestOptions): Result<PaperDay, RunRefusal> {
  const opened = readJournal(journalPath);
  if (!opened.ok) return refuseJournal(journalPath, opened.error);
  const journal = opened.value;
  try {
    const wanted = date ?? journal.dates.at(-1) ?? '';
    const verified = journal.verify(wanted);
    if (!verified.ok) return refuseJournal(journalPath, verified.error);
    const paper = paperDayOf(wanted, journal.entriesOf(wanted));
    if (paper !== null) return ok(paper);
    const allowed = journal.dates.join(', ');
    const none = problem(`No run in the journal on ${wanted}`, { file: journalPath, allowed });
    return fail({ kind: 'configuration', problems: [none] });
  } finally {
    journal.close();
  }
}

function runAgain(
  paper: PaperDay,
  strategies: readonly LoadedStrategy[],
  options: JournalBacktestOptions,
): JournalBacktest {
  const { journalPath, fills, knowledge, capitalPaise } = options;
  const { date } = paper;
  const prepared: PreparedBacktest = observedWorld(paper, journalPath, knowledge);
  const limits = limitsOf(paper);
  const decisions: Decision[] = [];
  const account = new Account();
  account.week = paper.week;
  const ran = prepared.days.map((day) =>
    runBacktestDay(day, {
      world: prepared.world,
      account,
      strategies,
      stores: storesOf(paper),
      file: { write: (line) => decisions.push(JSON.parse(line) as Decision) },
      fills,
      limits: { ...limits, quotesPollMs: QUOTES_POLL_MS },
      fromMs: paper.startedAtMs,
      untilMs: paper.endedAtMs,
    }),
  );
  const capital = capitalPaise === undefined ? {} : { capitalPaise };
  const given = { strategies, fills, ...capital };
  const result = resultOf(prepared, given, { ran, trades: account.trades() });
  const differences = findDifferences({
    paper,
    decisions,
    fills: result.days.flatMap((day) => day.fills),
    changed: changedOf(paper, strategies),
    pollMs: Math.max(limits.quotesPollMs, limits.ordersIdlePollMs),
  });
  const recorded = paper.runs.reduce((sum, run) => sum + run.decisions.length, 0);
  const counts = { recorded, backtest: decisions.length };
  return { schemaVersion: 1, journal: journalPath, date, decisions: counts, differences, result };
}

/** The engine as it was set on the day. */
function limitsOf({ runs }: PaperDay): EngineLimits {
  const recorded = runs[0]?.about?.config.limits ?? {};
  return { ...DEFAULT_ENGINE_LIMITS, ...recorded };
}

function storesOf({ stores }: PaperDay): StrategyStores {
  const filled = createStrategyStores();
  fillStores(filled, stores);
  return filled;
}

function changedOf({ runs }: PaperDay, strategies: readonly LoadedStrategy[]): ReadonlySet<string> {
  const changed = runs.filter(
    ({ about }, place) => about?.sourceHash !== strategies[place]?.sourceHash,
  );
  return new Set(changed.map(({ header }) => runName(header.runId)));
}
