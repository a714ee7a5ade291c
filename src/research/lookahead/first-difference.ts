import { type DayFill } from '../../backtest/reckoning/day-fill.ts';
import { type DayEvents, tradeDay, type TradeDayOptions } from '../../backtest/trade-day.ts';
import { isSameJson } from '../../base/json.ts';
import { type EngineRecord } from '../../engine/effect.ts';
import { describeCommand } from '../../recovery/divergence.ts';
import { type DayNote } from '../../results/backtest-result.ts';

/** Where two courses of one day part. */
export interface DecisionDifference {
  readonly runId: string;
  /** When the earlier of the two was decided, epoch milliseconds. */
  readonly atMs: number;
  /** What was decided with the day as it was; null where nothing was at that point. */
  readonly whole: DecidedText | null;
  /** What was decided the second time. */
  readonly again: DecidedText | null;
}

/** A command for people, and when it was decided. */
export interface DecidedText {
  readonly atMs: number;
  readonly command: string;
}

/** The first decision before an instant that two courses do not share; null when they share all. */
export function firstDifference(
  whole: readonly Decision[],
  again: readonly Decision[],
  beforeMs: number,
): DecisionDifference | null {
  const [left, right] = [whole, again].map((all) => all.filter(({ atMs }) => atMs < beforeMs));
  for (let place = 0; ; place += 1) {
    const [one, other] = [left?.[place], right?.[place]];
    const first = earlier(one, other);
    if (first === null) return null;
    if (!isSameJson(one, other)) return partedAt(first, one, other);
  }
}

/** The one that comes first parts the two: of another run, the later may well come as it did. */
function partedAt(
  first: Decision,
  one: Decision | undefined,
  other: Decision | undefined,
): DecisionDifference {
  const { runId, atMs } = first;
  const textIf = (side: Decision | undefined): DecidedText | null =>
    side !== undefined && (side === first || one?.runId === other?.runId) ? textOf(side) : null;
  return { runId, atMs, whole: textIf(one), again: textIf(other) };
}

function earlier(one: Decision | undefined, other: Decision | undefined): Decision | null {
  if (one === undefined || other === undefined) return one ?? other ?? null;
  return other.atMs < one.atMs ? other : one;
}

function textOf({ atMs, command }: Decision): DecidedText {
  return { atMs, command: describeCommand(command) };
}

/** A command, by whom and when it was decided. */
export type Decision = Extract<EngineRecord, { kind: 'command' }>;

interface DecidedDay {
  /** In order. */
  readonly decisions: readonly Decision[];
  readonly fills: readonly DayFill[];
  readonly week: DayEvents['week'];
  /** Strategies that failed on it. */
  readonly failures: readonly DayNote[];
}

/** Runs a day and gives what was decided and filled on it. */
export function decisionsOfDay(options: Omit<TradeDayOptions, 'file'>): DecidedDay {
  const decisions: Decision[] = [];
  const write = (line: string): void => {
    decisions.push(JSON.parse(line) as Decision);
  };
  const { fills, notes, week } = tradeDay({ ...options, file: { write } });
  const failures = notes.filter(({ kind }) => kind === 'strategy-failed');
  return { decisions, fills, week, failures };
}
