import { type Contract } from '../model/market/contract.ts';
import { type LegScope } from '../model/orders/command.ts';
import { ACTIVE, type Halt, type Lock, type Veto } from '../model/orders/halt-and-lock.ts';
import {
  type Order,
  type OrderTerms,
  type Product,
  type Role,
  type Side,
} from '../model/orders/order.ts';
import { brokerOf } from './lifecycle/broker-of-run.ts';
import { type Stage } from '../model/runs/stage.ts';
import { type WeekStanding } from '../model/runs/week-so-far.ts';
import { averagePricePaise, profitPaise } from '../model/orders/position.ts';
import { isUnderWay, type OpenBasket, partsOf } from './baskets/basket-book.ts';
import { type Desk, isInSession, type Legs } from './desk.ts';
import { weekStandings } from './halting/week-standings.ts';
import { filledUnits, type Intent, isHeld, isUnresolved } from './intents/intent.ts';
import { type Run } from './lifecycle/run-book.ts';
import { type Question } from './operator/question-book.ts';
import { openQuestions } from './operator/questions.ts';
import { productOf } from './positions/legs.ts';
import { type LedgerLine } from './positions/position-ledger.ts';
import { type Protection, protectionsOf } from './protecting/clock-protection.ts';
import { type PausedLeg } from './reconciling/foreign-book.ts';
import { type Orphans, orphansOf } from './reconciling/orphans.ts';
import { quietMs } from './reconciling/seek-absence.ts';
import { type StaleSource, staleSources } from './watching/watch-sources.ts';
import { type CustomPosition } from './webhooks/custom-position-book.ts';
import { type UnknownStart, unknownStarts } from './webhooks/unknown-starts.ts';

/** The state of an engine, for people: plain data, rebuilt at every call. */
export interface EngineView {
  /** Time of the last event, epoch milliseconds; null before the first. */
  readonly atMs: number | null;
  /** Whether new risk may be taken, since when and why not. */
  readonly halt: Halt;
  /** What holds entries back, oldest first. */
  readonly locks: readonly Lock[];
  /** How the week stands of what has a limit of the week, the account first. */
  readonly weeks: readonly WeekStanding[];
  readonly vetoes: readonly Veto[];
  readonly runs: readonly RunState[];
  /** Oldest first. */
  readonly intents: readonly IntentState[];
  /** Every order of the day that polls have shown, those of others too, oldest first. */
  readonly orders: readonly Order[];
  readonly positions: readonly PositionState[];
  /** Legs that their runs asked a stop for today, flat ones too. */
  readonly protections: readonly Protection[];
  readonly customPositions: readonly Readonly<CustomPosition>[];
  /** Questions of runs that wait for the operator's answer, oldest first. */
  readonly questions: readonly Question[];
  /** Position starts and text signals whose answer is awaited or lost, oldest first. */
  readonly unknownStarts: readonly UnknownStart[];
  /** What the platform holds by orders with a tag of ours that no book knows. */
  readonly orphans: readonly Orphans[];
  /** Own sources of runs that are silent for too long while the exchange trades. */
  readonly staleSources: readonly StaleSource[];
  /** Whether the exchange trades now. */
  readonly isInSession: boolean;
  /** Legs for which nothing is sent, because an order of no run closed some of them. */
  readonly pausedLegs: readonly PausedLeg[];
  /** Orders that the platform's list had shown and lacks now. */
  readonly missingOrderIds: readonly string[];
  /** Entries that belong together, while they need watching. */
  readonly baskets: readonly BasketState[];
  readonly squareOffs: readonly {
    readonly runId: string;
    readonly scope: LegScope;
    readonly reason: string;
    readonly startedAtMs: number;
  }[];
  /** Entries that never arrived and wait for the operator. */
  readonly heldCount: number;
  /** Orders that were sent, have no certain answer, and were not seen. */
  readonly unknownCount: number;
  /** Attempts without an answer so far. */
  readonly attemptsUnderWay: number;
  /** Since when prices are polled without a break; null while nothing watches any. */
  readonly pricesWantedSinceMs: number | null;
  /** When the last good poll began; null when there was none. */
  readonly lastGoodPolls: {
    readonly ordersAtMs: number | null;
    readonly quotesAtMs: number | null;
  };
}

/** The entries of one command. */
export interface BasketState {
  readonly runId: string;
  readonly legs: readonly string[];
  readonly state: OpenBasket['state'];
  /** When what is missing is dealt with; null before the first order left, and once that is done. */
  readonly dueMs: number | null;
  /** How long its shorts stood without their hedges so far. */
  readonly nakedMs: number;
  readonly isNaked: boolean;
}

/** One run. */
export interface RunState {
  readonly runId: string;
  readonly strategy: string;
  /** In force since it started. */
  readonly stage: Stage;
  /** Where all its orders go. */
  readonly broker: ReturnType<typeof brokerOf>;
  readonly state: Run['state'];
  /** Held, and its code is not run at all. */
  readonly isQuarantined: boolean;
  readonly detail: string;
  readonly commands: number;
  /** Orders, slices counted. */
  readonly orders: number;
  /** Whether an order, a position start or a text signal of it ever left. */
  readonly hasSent: boolean;
  /** Whether it watched prices and was never shown one. */
  readonly lacksPrices: boolean;
  /** Whether it asked for entries, and missing or old data is all that ever refused them. */
  readonly isRefusedForData: boolean;
}

/** One intent with what was seen of it. */
export interface IntentState {
  readonly tag: string;
  readonly runId: string;
  readonly leg: string;
  readonly role: Role;
  readonly symbol: string;
  readonly side: Side;
  readonly quantityUnits: number;
  readonly filledUnits: number;
  readonly plannedAtMs: number;
  readonly state: Intent['state'];
  readonly detail: string;
  /** As last sent; null when nothing was. */
  readonly terms: OrderTerms | null;
  readonly origin: Intent['origin'];
  readonly isUnresolved: boolean;
  /** Held, and to be sent once more with the others of its command, of which one is not resolved yet. */
  readonly isResendAsked: boolean;
  /** Times that it was sent once more under its tag. */
  readonly resends: number;
  /** What last proved that it is not there; null where nothing has. */
  readonly absence: Intent['absence'];
  /** What looking for it has brought; null once it was seen or given up, or before it was sent. */
  readonly search: SearchState | null;
  /** Records that carry its tag, newest versions. */
  readonly orders: readonly Order[];
}

/** How far the evidence goes that an order never arrived. */
export interface SearchState {
  readonly sinceMs: number;
  /** Clean polls of all orders, and look-ups of its tag, that did not show it. */
  readonly ordersPolls: number;
  readonly tagPolls: number;
  /** How many of both together it takes at least. */
  readonly pollsMin: number;
  /** How long they have spanned so far, and how long they must. */
  readonly spanMs: number;
  readonly quietMs: number;
}

/** What a leg holds of a contract. */
export interface PositionState {
  readonly runId: string;
  readonly leg: string;
  readonly contract: Contract;
  readonly product: Product;
  readonly netUnits: number;
  /** When it was last seen to go from flat to held, epoch milliseconds; null where that was on an earlier day, or never. */
  readonly heldSinceMs: number | null;
  /** Units that orders of no run may have closed: whether they are still open is unknown. */
  readonly suspectedUnits: number;
  /** What it began the day with, less what the operator says was closed before; null where with nothing. */
  readonly carried: CarriedUnits | null;
  /** 0 when flat. */
  readonly averagePricePaise: number;
  readonly cashPaise: number;
  readonly realisedPaise: number;
  /** Last known price; null when there is none. */
  readonly lastPaise: number | null;
  /** Realised and unrealised at the last price, before costs; null while open without a price. */
  readonly profitPaise: number | null;
}

/** Units of an earlier day. */
export interface CarriedUnits {
  readonly netUnits: number;
  /** Price at the end of the day before, from which today's profit counts. */
  readonly lastPaise: number;
}

/** Makes the picture. */
export function viewOf(desk: Desk | null): EngineView {
  if (desk === null) return EMPTY_VIEW;
  const intents = [...desk.intents.all()];
  return {
    atMs: desk.nowMs,
    halt: desk.halt,
    locks: desk.locks.all(),
    weeks: weekStandings(desk),
    vetoes: desk.vetoes,
    runs: desk.runs.all().map((run) => runState(desk, run)),
    intents: intents.map((intent) => intentState(desk, intent)),
    orders: [...desk.orders.all()],
    positions: [...desk.ledger.all()].map((line) => positionState(desk, line)),
    protections: protectionsOf(desk),
    customPositions: [...desk.customPositions.all()].map((custom) => ({ ...custom })),
    unknownStarts: unknownStarts(desk),
    orphans: orphansOf(desk),
    staleSources: isInSession(desk) ? staleSources(desk) : [],
    isInSession: isInSession(desk),
    questions: openQuestions(desk),
    pausedLegs: desk.foreign.paused(),
    missingOrderIds: desk.listWatch.missing(),
    baskets: desk.baskets.all().map((basket) => basketState(basket, desk.nowMs)),
    squareOffs: desk.squareOffs.active().map(({ runId, scope, reason, startedAtMs }) => {
      return { runId, scope, reason, startedAtMs };
    }),
    heldCount: intents.filter(isHeld).length,
    unknownCount: intents.filter(({ state }) => state === 'unknown').length,
    attemptsUnderWay: desk.attempts.size,
    pricesWantedSinceMs: desk.wanted.sinceMs,
    lastGoodPolls: {
      ordersAtMs: desk.polls.state('orders').lastGoodAtMs,
      quotesAtMs: desk.polls.state('quotes').lastGoodAtMs,
    },
  };
}

/** Of an engine before its first event. */
export const EMPTY_VIEW: EngineView = {
  atMs: null,
  halt: ACTIVE,
  locks: [],
  weeks: [],
  vetoes: [],
  runs: [],
  intents: [],
  orders: [],
  positions: [],
  protections: [],
  customPositions: [],
  unknownStarts: [],
  orphans: [],
  staleSources: [],
  isInSession: false,
  questions: [],
  pausedLegs: [],
  missingOrderIds: [],
  baskets: [],
  squareOffs: [],
  heldCount: 0,
  unknownCount: 0,
  attemptsUnderWay: 0,
  pricesWantedSinceMs: null,
  lastGoodPolls: { ordersAtMs: null, quotesAtMs: null },
};

function runState(desk: Desk, run: Run): RunState {
  const { header, state, isQuarantined, detail, commands, orders } = run;
  const { watchedPrices, sawPrices } = run;
  const { runId, strategy } = header;
  return {
    ...{ runId, strategy, state, isQuarantined, detail, commands, orders },
    ...{ stage: run.policies.stage, broker: brokerOf(desk, runId) },
    hasSent: hasSent(desk, runId),
    lacksPrices: watchedPrices && !sawPrices,
    isRefusedForData: run.refusals.forData > 0 && run.refusals.other === 0,
  };
}

function hasSent(
  desk: Pick<Desk, 'intents' | 'customPositions' | 'signals'>,
  runId: string,
): boolean {
  for (const intent of desk.intents.all()) {
    if (intent.runId === runId && (intent.firstSentAtMs !== null || intent.orders.size > 0)) {
      return true;
    }
  }
  const isOfRun = (of: { readonly runId: string }): boolean => of.runId === runId;
  return desk.customPositions.ofRun(runId).length > 0 || desk.signals.all().some(isOfRun);
}

function basketState(basket: OpenBasket, nowMs: number): BasketState {
  const { runId, state, plan, sinceMs, nakedSinceMs, nakedMs } = basket;
  const isPending = isUnderWay(basket) && sinceMs !== null;
  return {
    runId,
    legs: [...new Set(partsOf(basket).map(({ leg }) => leg))],
    state,
    dueMs: isPending ? sinceMs + plan.withinMs : null,
    nakedMs: nakedMs + (nakedSinceMs === null ? 0 : nowMs - nakedSinceMs),
    isNaked: nakedSinceMs !== null,
  };
}

function intentState(desk: Pick<Desk, 'doubts' | 'limits'>, intent: Intent): IntentState {
  const { tag, runId, order, plannedAtMs, state, detail, origin, sentTerms } = intent;
  return {
    tag,
    runId,
    leg: order.leg,
    role: order.role,
    symbol: order.contract.symbol,
    side: order.side,
    quantityUnits: order.quantityUnits,
    filledUnits: filledUnits(intent),
    plannedAtMs,
    state,
    detail,
    terms: sentTerms,
    origin,
    isUnresolved: isUnresolved(intent),
    isResendAsked: intent.isResendAsked,
    resends: intent.resends,
    search: searchState(desk, intent),
    absence: intent.absence,
    orders: [...intent.orders.values()],
  };
}

function searchState(
  { doubts, limits }: Pick<Desk, 'doubts' | 'limits'>,
  { tag }: Intent,
): SearchState | null {
  const doubt = doubts.of(tag);
  if (doubt === undefined) return null;
  const { sinceMs, ordersPolls, tagPolls, watchedMs } = doubt;
  return {
    sinceMs,
    ordersPolls,
    tagPolls,
    pollsMin: limits.absentPollsMin,
    spanMs: watchedMs,
    quietMs: quietMs({ doubts, limits }),
  };
}

function positionState(desk: Legs & Pick<Desk, 'quotes'>, line: LedgerLine): PositionState {
  const { runId, leg, contract, position, heldSinceMs } = line;
  const { netUnits, cashPaise, realisedPaise } = position;
  const lastPaise = desk.quotes.last(contract.symbol)?.lastPaise ?? null;
  const isFlat = netUnits === 0;
  return {
    runId,
    leg,
    contract,
    product: productOf(desk, line),
    netUnits,
    heldSinceMs,
    suspectedUnits: desk.foreign.suspectedUnits(line),
    carried: carriedUnits(line),
    averagePricePaise: averagePricePaise(position),
    cashPaise,
    realisedPaise,
    lastPaise,
    profitPaise: isFlat ? cashPaise : lastPaise === null ? null : profitPaise(position, lastPaise),
  };
}

function carriedUnits({ carried, takenOffUnits }: LedgerLine): CarriedUnits | null {
  if (carried === null) return null;
  const { netUnits, lastPaise } = carried;
  return { netUnits: netUnits - Math.sign(netUnits) * takenOffUnits, lastPaise };
}
