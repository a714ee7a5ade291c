import { istClock } from '../../model/ist.ts';
import { runName } from '../../model/run.ts';
import { formatPaise } from '../../model/money.ts';
import { type DecisionChange, diffDecisions } from '../decision-diff.ts';
import { causeOfDecision, causeOfFill } from './cause-of.ts';
import { type Compared, type Found } from './compared.ts';
import { type JournalDifference } from './journal-difference.ts';
import { backtestFills, type LegFills, paperFills } from './leg-fills.ts';

/** Prices that are closer than this agree: sums of fills are rounded once. Paise. */
const SAME_PRICE_PAISE = 0.5;

/** Lists what differs, in time order, each with its cause. */
export function findDifferences(compared: Compared): readonly JournalDifference[] {
  const found = [...decisionsThatDiffer(compared), ...fillsThatDiffer(compared)].sort(
    (one, other) => one.atMs - other.atMs,
  );
  return found.map((one, place) => {
    const before = found.slice(0, place);
    const why =
      one.kind === 'decision'
        ? causeOfDecision(one, before, compared)
        : causeOfFill(one, before, compared);
    const { kind, run, atMs, recorded, backtest } = one;
    return { kind, run, atMs, recorded, backtest, ...why };
  });
}

function decisionsThatDiffer({ paper, decisions }: Compared): readonly Found[] {
  return paper.runs.flatMap(({ header, decisions: recorded }) => {
    const run = runName(header.runId);
    const again = decisions.filter(({ runId }) => runName(runId) === run);
    return diffDecisions(recorded, again).map((change) => ({
      kind: 'decision' as const,
      run,
      atMs: change.kind === 'moved' ? Math.min(change.fromMs, change.atMs) : change.atMs,
      ...sidesOf(change),
      change,
    }));
  });
}

function sidesOf(change: DecisionChange): Pick<JournalDifference, 'recorded' | 'backtest'> {
  const text = (atMs: number, command: string): string => `${istClock(atMs)} ${command}`;
  const { atMs, command } = change;
  switch (change.kind) {
    case 'added':
      return { recorded: null, backtest: text(atMs, command) };
    case 'removed':
      return { recorded: text(atMs, command), backtest: null };
    case 'moved':
      return { recorded: text(change.fromMs, command), backtest: text(atMs, command) };
    case 'resized':
    case 'repriced':
      return { recorded: text(atMs, change.from), backtest: text(atMs, command) };
  }
}

function fillsThatDiffer({ paper, fills }: Compared): readonly Found[] {
  const [left, right] = [paperFills(paper.orders), backtestFills(fills)];
  return [...new Set([...left.keys(), ...right.keys()])].flatMap((key) => {
    const [one = null, other = null] = [left.get(key), right.get(key)];
    const first = one ?? other;
    if (first === null || isSame(one, other)) return [];
    const atMs = Math.min(one?.atMs ?? Infinity, other?.atMs ?? Infinity);
    const sides = { recorded: textOf(one), backtest: textOf(other) };
    return { kind: 'fill' as const, run: first.run, atMs, ...sides, paper: one, again: other };
  });
}

function isSame(one: LegFills | null, other: LegFills | null): boolean {
  if (one === null || other === null) return false;
  if (one.units !== other.units) return false;
  return Math.abs(averagePaise(one) - averagePaise(other)) < SAME_PRICE_PAISE;
}

function textOf(fills: LegFills | null): string | null {
  if (fills === null) return null;
  const { leg, role, side, units, symbol, atMs } = fills;
  const price = formatPaise(Math.round(averagePaise(fills)));
  return `${istClock(atMs)} ${leg} ${role} ${side} ${String(units)} ${symbol} at ${price}`;
}

function averagePaise({ valuePaise, units }: LegFills): number {
  return valuePaise / units;
}
