import { asTurn } from '../adapters/system/turn-watch.ts';
import { problem, type Problem } from '../base/problem.ts';
import { createRun, type StrategyRun } from '../host/run.ts';
import { type Turn } from '../host/turn.ts';
import { type CalendarDay } from '../model/calendar.ts';
import { type Watch } from '../model/input.ts';
import { type Mode } from '../model/run.ts';
import { type LoadedStrategy } from './load-strategy.ts';
import { type MarketKnowledge } from './market-knowledge.ts';
import { TrialMarket } from './trial-market.ts';
import { UnknownUnderlyings } from './unknown-underlyings.ts';

/** What a strategy is tried with. */
export interface TrialOptions {
  readonly knowledge: MarketKnowledge;
  readonly day: CalendarDay;
  readonly mode: Mode;
}

/** What a trial found. */
export interface Trial {
  /** What would keep the strategy from its work. */
  readonly problems: readonly Problem[];
  /** What went wrong and may be due to the made-up prices alone. */
  readonly warnings: readonly string[];
  /** Whether it looks at prices of an index or an option. */
  readonly needsPrices: boolean;
}

const MINUTE_MS = 60_000;
/** Watches are told before the first session, as on a real day. */
const BEFORE_OPEN_MS = 15 * MINUTE_MS;

/**
 * Runs a strategy over a whole day of made-up prices in virtual time: its orders go nowhere and nothing fills. Code that
 * never returns is ended by the watch over turns, as on a real day.
 */
export function tryStrategy(
  { strategy, params, path }: LoadedStrategy,
  { knowledge, day, mode }: TrialOptions,
): Trial {
  const { name } = strategy;
  const runId = `${name}@${day.date}/check`;
  const header = { runId, strategy: name, date: day.date, mode, account: 'check', seed: 'check' };
  const watches: Watch[] = [];
  const failure = asTurn(name, () => {
    const run = createRun({ strategy, params, header, day });
    const market = new TrialMarket(knowledge, day);
    const failed = playDay(run, { day, market, watches });
    run.stop();
    return failed;
  });
  const unknown = new UnknownUnderlyings(knowledge.rules.underlyings);
  const unknowns = unknown
    .among(runId, watches)
    .map((message) => problem(message, { file: path, allowed: 'an underlying of the tables' }));
  const isOfPrices = failure?.startsWith('SelectionError') === true;
  const failed =
    failure === null || isOfPrices
      ? []
      : [problem(`Strategy "${name}" fails: ${failure}`, { file: path })];
  const warnings = isOfPrices ? [`On made-up prices it fails: ${failure}`] : [];
  return {
    problems: [...failed, ...unknowns],
    warnings,
    needsPrices: watches.some(({ kind }) => kind !== 'contracts'),
  };
}

interface Stage {
  readonly day: CalendarDay;
  readonly market: TrialMarket;
  /** Every watch that the run ever had. */
  readonly watches: Watch[];
}

/** Plays a day a minute at a time. Why the strategy failed; null when it did not. */
function playDay(run: StrategyRun, { day, market, watches }: Stage): string | null {
  const firstMs = day.sessions[0]?.startMs ?? 0;
  let turn = run.start(firstMs - BEFORE_OPEN_MS);
  const take = (next: Turn): void => {
    turn = next;
    watches.push(...(turn.watches ?? []));
    if (turn.watches !== null) market.watch(turn.watches);
  };
  take(turn);
  for (const atMs of minutesOf(day)) {
    for (const input of market.inputsAt(atMs)) take(run.deliver(input));
    take(run.advanceTo(atMs));
    if (turn.state !== 'running') break;
  }
  return turn.failure ?? null;
}

function minutesOf({ sessions }: CalendarDay): readonly number[] {
  return sessions.flatMap(({ startMs, endMs }) =>
    Array.from(
      { length: Math.ceil((endMs - startMs) / MINUTE_MS) },
      (_, minute) => startMs + minute * MINUTE_MS,
    ),
  );
}
