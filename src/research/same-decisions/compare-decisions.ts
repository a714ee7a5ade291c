import { type BacktestOptions } from '../../backtest/backtest-options.ts';
import { isSameJson } from '../../base/json.ts';
import { type Problem } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import { invariant } from '../../base/invariant.ts';
import { type DecisionChange, diffDecisions } from '../../day/journal/decision-diff.ts';
import { describeSource } from '../../loading/describing/described-strategy.ts';
import { type LoadedStrategy } from '../../loading/load-strategy.ts';
import { plain } from '../../loading/planned-run.ts';
import { type Command } from '../../model/orders/command.ts';
import { type TracedCommand } from '../../model/runs/trace.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { describeCommand } from '../../recovery/divergence.ts';
import { traceDays, type TracedDays, type TracedRun } from '../traces/traced-day.ts';

/** Two strategies, and the days over which each decides by itself. */
export interface CompareOptions extends Omit<BacktestOptions, 'strategies'> {
  readonly one: LoadedStrategy;
  readonly other: LoadedStrategy;
}

/** What a strategy is besides its decisions. */
export type StrategyFact = 'name' | 'parameters' | 'protections' | 'sources' | 'broker';

/** A day on which one of the two stopped: what it decided until then says nothing of the rest. */
export interface DecidedUntil {
  readonly of: 'one' | 'other';
  readonly date: IstDate;
  /** Why, for people. */
  readonly detail: string;
}

/** Whether two strategies decided the same. */
export interface ComparedDecisions {
  /** Facts in which they differ. */
  readonly differs: readonly StrategyFact[];
  /** Days on which one of them failed, those of the first before those of the other; then they are not the same, whatever they decided. */
  readonly failures: readonly DecidedUntil[];
  /** Days that both decided, in order, up to the first on which they differ. */
  readonly days: readonly IstDate[];
  /** How many decisions of the first to trade were compared on them. */
  readonly decisions: number;
  /** The first day on which they differ, and all that the other decides otherwise on it; null where there is none. */
  readonly first: { readonly date: IstDate; readonly changes: readonly DecisionChange[] } | null;
}

/** Runs two strategies over the same days, each alone and with its own parameters, and compares their commands byte for byte. */
export async function compareDecisions({
  one,
  other,
  ...market
}: CompareOptions): Promise<Result<ComparedDecisions, readonly Problem[]>> {
  // A run's fills depend on its name.
  const strategy = { ...other.strategy, name: one.strategy.name };
  const before = await traceDays({ ...market, strategies: [one] });
  if (!before.ok) return before;
  const after = await traceDays({ ...market, strategies: [{ ...other, strategy }] });
  if (!after.ok) return after;
  return ok({
    differs: differingFacts(one, other),
    failures: [...failuresIn('one', before.value), ...failuresIn('other', after.value)],
    ...firstDifferent(before.value.runs, after.value.runs),
  });
}

function failuresIn(of: DecidedUntil['of'], { result }: TracedDays): readonly DecidedUntil[] {
  return result.days.flatMap(({ date, status, reason, notes = [] }) => {
    const failed = notes.find(({ kind }) => kind === 'strategy-failed');
    if (failed !== undefined) return [{ of, date, detail: failed.message }];
    return status === 'failed' ? [{ of, date, detail: reason ?? 'the day failed' }] : [];
  });
}

function firstDifferent(
  before: readonly TracedRun[],
  after: readonly TracedRun[],
): Omit<ComparedDecisions, 'differs' | 'failures'> {
  const dates = [...new Set([...before, ...after].map(({ date }) => date))].sort();
  const days: IstDate[] = [];
  let decisions = 0;
  for (const date of dates) {
    const [one, other] = [decidedOn(date, before), decidedOn(date, after)];
    days.push(date);
    decisions += one.filter(({ command }) => !MESSAGES.includes(command.kind)).length;
    const changes = changesBetween(one, other);
    if (changes.length > 0) return { days, decisions, first: { date, changes } };
  }
  return { days, decisions, first: null };
}

/** Compared as all else, but no day is traded by them. */
const MESSAGES: readonly Command['kind'][] = ['alert', 'ask'];

/** A day without a run is one on which nothing was decided. */
function decidedOn(date: IstDate, runs: readonly TracedRun[]): readonly TracedCommand[] {
  return runs.find((run) => run.date === date)?.trace.commands ?? [];
}

/** What a replay takes for the same, since a process may be late, is not here. */
function changesBetween(
  one: readonly TracedCommand[],
  other: readonly TracedCommand[],
): readonly DecisionChange[] {
  if (isSameJson(plain(one), plain(other))) return [];
  const changes = diffDecisions(one, other);
  if (changes.length > 0) return changes;
  // The same within a second, or in another order.
  const place = other.findIndex((decided, at) => !isSameJson(plain(decided), plain(one[at])));
  const [from, to] = [one[place], other[place]];
  invariant(from !== undefined && to !== undefined, 'Lists of different lengths differ by more');
  const command = describeCommand(to.command);
  return [{ kind: 'moved', fromMs: from.atMs, atMs: to.atMs, command }];
}

function differingFacts(one: LoadedStrategy, other: LoadedStrategy): readonly StrategyFact[] {
  const facts = [one, other].map(({ strategy, params, policies }) => ({
    name: strategy.name,
    parameters: params,
    protections: policies?.protections ?? null,
    sources: strategy.sources.map(describeSource),
    broker: strategy.broker?.name ?? null,
  }));
  const [first, second] = facts;
  const names = ['name', 'parameters', 'protections', 'sources', 'broker'] as const;
  return names.filter((name) => !isSameJson(plain(first?.[name]), plain(second?.[name])));
}
