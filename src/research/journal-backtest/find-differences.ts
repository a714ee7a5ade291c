import { type DecisionChange, diffDecisions } from '../../day/journal/decision-diff.ts';
import { parseSymbol } from '../../model/market/contract.ts';
import { formatPaise } from '../../model/money/money.ts';
import { runName } from '../../model/runs/run.ts';
import { istClock } from '../../model/time/ist.ts';
import {
  backtestFills,
  type Compared,
  type Found,
  type JournalDifference,
  type LegFills,
  paperFills,
} from './journal-difference.ts';
import { type Act } from './paper-day.ts';

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

type Why = Pick<JournalDifference, 'cause' | 'because'>;
type FoundFill = Extract<Found, { kind: 'fill' }>;
type FoundDecision = Extract<Found, { kind: 'decision' }>;

/** What an act brings about comes within this time; an operator's request and a halt hold until the day ends. */
const ACT_MS = 60_000;
/** A price this old was not watched. */
const WATCHED_MS = 60_000;
/** Fills this close happened at the same moment. */
const SAME_MOMENT_MS = 1_000;

/** Assumptions that fill at the best price of the moment, as paper does. */
const AS_ON_PAPER = new Set(['took-the-touch', 'rested-at-its-limit']);

/** Why a decision differs, as far as the journal tells. */
function causeOfDecision(found: FoundDecision, before: readonly Found[], compared: Compared): Why {
  const { run, change } = found;
  if (compared.changed.has(run)) return CHANGED;
  const act = actBefore(found.atMs, compared.paper.acts);
  if (act !== null) return act;
  const earlier = before.findLast((one) => one.run === run);
  if (earlier !== undefined) return following(earlier);
  if (change.kind === 'moved' && Math.abs(change.atMs - change.fromMs) <= compared.pollMs) {
    const because = `It was decided when polls showed what it rests on, ${String(compared.pollMs / 1000)} s apart at most`;
    return { cause: 'poll-timing', because };
  }
  return missingPrice(found, compared) ?? UNKNOWN;
}

/** Why a fill differs, as far as the journal tells. */
function causeOfFill(found: FoundFill, before: readonly Found[], compared: Compared): Why {
  const { run, paper, again } = found;
  if (compared.changed.has(run)) return CHANGED;
  const decision = before.findLast((one) => one.run === run && one.kind === 'decision');
  if (decision !== undefined) return following(decision);
  if (paper === null || again === null) return oneSided(found, before, compared);
  const assumption = again.assumptions.find((name) => !AS_ON_PAPER.has(name));
  if (assumption !== undefined) {
    const because = `The backtest assumes ${assumption}; the day filled at the touch`;
    return { cause: 'fill-model', because };
  }
  const earlier = before.findLast((one) => one.run === run);
  if (earlier !== undefined && found.atMs - earlier.atMs > SAME_MOMENT_MS) {
    return following(earlier);
  }
  const because = `It was at the exchange at ${istClock(paper.atMs)} on the day and at ${istClock(again.atMs)} in the backtest, or filled in other parts`;
  return { cause: 'latency', because };
}

function oneSided(found: FoundFill, before: readonly Found[], compared: Compared): Why {
  const { atMs, run, paper, again } = found;
  const only = paper ?? again;
  const act = actBefore(atMs, compared.paper.acts);
  if (act !== null) return act;
  if (paper === null && only !== null && !wasSent(only, compared)) {
    const because =
      'No order came of the decision on the day: a limit, a lock or a lack of fresh prices refused it';
    return { cause: 'refused', because };
  }
  const earlier = before.findLast((one) => one.run === run);
  if (earlier !== undefined) return following(earlier);
  const isModelled = again === null || again.assumptions.some((name) => !AS_ON_PAPER.has(name));
  if (!isModelled) return UNKNOWN;
  const because =
    'Whether an order fills that is at the edge of the market depends on the model of fills';
  return { cause: 'fill-model', because };
}

function wasSent({ run, leg, role }: LegFills, { paper }: Compared): boolean {
  return paper.orders.some(
    (one) => runName(one.runId) === run && one.leg === leg && one.role === role,
  );
}

function actBefore(atMs: number, acts: readonly Act[]): Why | null {
  const act = acts.findLast(
    (one) =>
      one.atMs <= atMs + SAME_MOMENT_MS &&
      (one.kind === 'operator' || one.kind === 'halt' || atMs - one.atMs <= ACT_MS),
  );
  if (act === undefined) return null;
  return { cause: act.kind, because: `On the day ${act.detail} at ${istClock(act.atMs)}` };
}

function missingPrice({ change, atMs }: FoundDecision, { paper }: Compared): Why | null {
  const symbols = change.command.split(/[\s,]+/).filter((word) => parseSymbol(word) !== null);
  const missing = symbols.find(
    (symbol) =>
      !paper.quotes.some(
        (poll) =>
          poll.atMs <= atMs &&
          atMs - poll.atMs <= WATCHED_MS &&
          poll.quotes.some((quote) => quote.symbol === symbol),
      ),
  );
  if (missing === undefined) return null;
  const because = `Nobody watched ${missing} on the day at ${istClock(atMs)}: the journal has no price of it`;
  return { cause: 'not-watched', because };
}

function following({ kind, atMs }: Found): Why {
  return { cause: 'follows', because: `It comes of the other ${kind} at ${istClock(atMs)}` };
}

const CHANGED: Why = {
  cause: 'strategy-changed',
  because: 'The strategy’s source is not the one that was recorded',
};

const UNKNOWN: Why = { cause: 'unknown', because: 'Nothing in the journal explains it' };
