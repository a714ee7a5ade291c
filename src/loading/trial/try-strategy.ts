import { asTurn } from '../../adapters/system/turn-watch.ts';
import { problem, type Problem } from '../../base/problem.ts';
import { createRun, type StrategyRun } from '../../host/run.ts';
import { type Turn } from '../../host/turn.ts';
import { type Command } from '../../model/orders/command.ts';
import { type Watch } from '../../model/runs/input.ts';
import { type Mode } from '../../model/runs/run.ts';
import { type CalendarDay } from '../../model/time/calendar.ts';
import { type MarketKnowledge } from '../../settings/market/market-knowledge.ts';
import { NO_HISTORY } from '../../streams/warmup.ts';
import { UnknownUnderlyings } from '../known-underlyings.ts';
import { type LoadedStrategy } from '../load-strategy.ts';
import { TrialMarket } from './trial-market.ts';

/** What a strategy is tried with. */
export interface TrialOptions {
  readonly knowledge: MarketKnowledge;
  readonly day: CalendarDay;
  readonly mode: Mode;
  /** When it starts, epoch ms: then only its start is tried, and nothing of the day. @default the whole day */
  readonly onlyStartAtMs?: number;
}

/** What a trial found. */
export interface Trial {
  /** What would keep the strategy from its work. */
  readonly problems: readonly Problem[];
  /** What went wrong and may be due to the made-up prices alone. */
  readonly warnings: readonly string[];
  /** Whether it looks at prices of an index or an option. */
  readonly needsPrices: boolean;
  /** Most lots of an entry, and of the entries of one command; 0 when it asked for none. */
  readonly lots: LotsAsked;
}

/** How much a strategy asks for at once, whole lots. */
export interface LotsAsked {
  readonly ofOrder: number;
  readonly ofCommand: number;
}

/** Of a trial that never came to its strategy. */
export const NOTHING_SEEN: Trial = {
  problems: [],
  warnings: [],
  needsPrices: false,
  lots: { ofOrder: 0, ofCommand: 0 },
};

const MINUTE_MS = 60_000;
/** Watches are told before the first session, as on a real day. */
const BEFORE_OPEN_MS = 15 * MINUTE_MS;

/**
 * Runs a strategy over a whole day of made-up prices in virtual time: its orders go nowhere and nothing fills. Code that
 * never returns is not ended here: a module is tried by `TrialThread`.
 */
export function tryStrategy(
  { strategy, params, path }: Pick<LoadedStrategy, 'strategy' | 'params' | 'path'>,
  { knowledge, day, mode, onlyStartAtMs }: TrialOptions,
): Trial {
  const { name } = strategy;
  const runId = `${name}@${day.date}/check`;
  const header = { runId, strategy: name, date: day.date, mode, account: 'check', seed: 'check' };
  const watches: Watch[] = [];
  const run = createRun({ strategy, params, header, day, history: NO_HISTORY });
  const market = new TrialMarket(knowledge, day);
  const commands: Command[] = [];
  const stage = { name, day, market, watches, commands };
  const failure =
    onlyStartAtMs === undefined
      ? playDay(run, stage)
      : (playTurn(stage, () => run.start(onlyStartAtMs)).failure ?? null);
  asTurn(name, () => {
    run.stop();
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
    lots: lotsAsked(commands),
  };
}

function lotsAsked(commands: readonly Command[]): LotsAsked {
  let asked: LotsAsked = { ofOrder: 0, ofCommand: 0 };
  for (const command of commands) {
    if (command.kind !== 'place') continue;
    const lots = command.orders
      .filter(({ role }) => role === 'entry')
      .map(({ quantityUnits, contract }) => quantityUnits / contract.lotSizeUnits);
    asked = {
      ofOrder: Math.max(asked.ofOrder, ...lots),
      ofCommand: Math.max(
        asked.ofCommand,
        lots.reduce((sum, one) => sum + one, 0),
      ),
    };
  }
  return asked;
}

interface Stage {
  readonly name: string;
  readonly day: CalendarDay;
  readonly market: TrialMarket;
  /** Every watch that the run ever had. */
  readonly watches: Watch[];
  /** Every command that it gave. */
  readonly commands: Command[];
}

/** Plays a day a minute at a time. Why the strategy failed; null when it did not. */
function playDay(run: StrategyRun, stage: Stage): string | null {
  const { day, market } = stage;
  const firstMs = day.sessions[0]?.startMs ?? 0;
  let turn = playTurn(stage, () => run.start(firstMs - BEFORE_OPEN_MS));
  for (const atMs of minutesOf(day)) {
    for (const input of market.inputsAt(atMs)) playTurn(stage, () => run.deliver(input));
    turn = playTurn(stage, () => run.advanceTo(atMs));
    if (turn.state !== 'running') break;
  }
  return turn.failure ?? null;
}

function playTurn({ name, market, watches, commands }: Stage, play: () => Turn): Turn {
  const turn = asTurn(name, play);
  commands.push(...turn.commands.map(({ command }) => command));
  watches.push(...(turn.watches ?? []));
  if (turn.watches !== null) market.watch(turn.watches);
  return turn;
}

function minutesOf({ sessions }: CalendarDay): readonly number[] {
  return sessions.flatMap(({ startMs, endMs }) =>
    Array.from(
      { length: Math.ceil((endMs - startMs) / MINUTE_MS) },
      (_, minute) => startMs + minute * MINUTE_MS,
    ),
  );
}
