import { ACTIVE, type Halt, type Veto } from '../model/orders/halt-and-lock.ts';
import { type Mode } from '../model/runs/run.ts';
import { type Calendar, type CalendarDay } from '../model/time/calendar.ts';
import { DAY_MS, startOfIstDay } from '../model/time/ist.ts';
import { BasketBook } from './baskets/basket-book.ts';
import { SquareOffBook } from './closing/square-off-book.ts';
import { type EngineLimits } from './engine-limits.ts';
import { LockBook, ProfitWatch } from './halting/limit-book.ts';
import { IntentBook } from './intents/intent-book.ts';
import { type Intent } from './intents/intent.ts';
import { EntryLog } from './judging/entry-log.ts';
import { RunBook } from './lifecycle/run-book.ts';
import { QuestionBook } from './operator/question-book.ts';
import { Outbox } from './outbox.ts';
import { PollBook } from './polling/poll-book.ts';
import { PositionLedger } from './positions/position-ledger.ts';
import { ProtectionBook } from './protecting/protection-book.ts';
import { DoubtBook } from './reconciling/doubt-book.ts';
import { ForeignBook } from './reconciling/foreign-book.ts';
import { ListWatch, SeenOrders } from './reconciling/seen-orders.ts';
import { Recount } from './reconciling/recount.ts';
import { AttemptBook } from './sending/attempt-book.ts';
import { MessageBudget, TurnBook } from './sending/message-budget.ts';
import { ContractBook } from './watching/contract-book.ts';
import { HistoryBook } from './watching/history-book.ts';
import { QuoteBoard } from './watching/quote-board.ts';
import { ShownQuotes } from './watching/shown-quotes.ts';
import { SourceBook } from './watching/source-book.ts';
import { noPrices, type WantedPrices } from './watching/wanted-book.ts';
import { WatchedBook } from './watching/watched-book.ts';
import { CustomPositionBook } from './webhooks/custom-position-book.ts';
import { SignalBook, WebhookQueue } from './webhooks/webhook-book.ts';

/** What an engine is made for: one account, one mode, one trading day. */
export interface DeskOptions {
  readonly mode: Mode;
  /** Name of the account, part of every tag; not a secret. */
  readonly account: string;
  /** The platform's identifier of the broker connection that orders go to. */
  readonly brokerId: string;
  readonly calendar: Calendar;
  /** What program this is: on every intent. */
  readonly build: string;
  readonly limits: EngineLimits;
}

/** All engine state. Its functions take it as their first argument; it never leaves the room. */
export interface Desk {
  readonly options: DeskOptions;
  readonly limits: EngineLimits;
  nowMs: number;
  readonly day: CalendarDay;
  /** Midnight after `day`. */
  readonly dayEndsMs: number;
  halt: Halt;
  /** What the program keeps entries back for. */
  vetoes: readonly Veto[];
  /** The process is to end: nothing that adds risk leaves. */
  isWindingDown: boolean;
  /** When the last attempt was answered. */
  lastAnswerAtMs: number;
  /** When the first event came, epoch milliseconds. */
  openedAtMs: number;
  /** Why what an earlier process did today is not known; null when it is, or once the operator has confirmed. */
  begunAnew: string | null;
  /** Until when the process was last away within the day, not running or standing still; null when it was not. */
  awayUntilMs: number | null;
  /** Opens and closes of the day that were not told yet, in order. */
  edges: readonly SessionEdge[];
  readonly outbox: Outbox;
  readonly runs: RunBook;
  readonly intents: IntentBook;
  readonly attempts: AttemptBook;
  readonly doubts: DoubtBook;
  /** Intents with an order too many that their run wants taken back. */
  readonly surplus: Set<Intent>;
  readonly orders: SeenOrders;
  readonly listWatch: ListWatch;
  readonly ledger: PositionLedger;
  readonly foreign: ForeignBook;
  readonly recount: Recount;
  /** How the books last differed from the recount; empty when they agreed. */
  comparedAs: string;
  readonly quotes: QuoteBoard;
  readonly shown: ShownQuotes;
  readonly contracts: ContractBook;
  readonly watched: WatchedBook;
  readonly polls: PollBook;
  readonly wanted: WantedPrices;
  readonly histories: HistoryBook;
  readonly sources: SourceBook;
  readonly budget: MessageBudget;
  readonly turns: TurnBook;
  readonly baskets: BasketBook;
  readonly webhooks: WebhookQueue;
  readonly entryLog: EntryLog;
  readonly locks: LockBook;
  readonly profits: ProfitWatch;
  readonly protections: ProtectionBook;
  readonly squareOffs: SquareOffBook;
  readonly customPositions: CustomPositionBook;
  readonly signals: SignalBook;
  readonly questions: QuestionBook;
  /** What was reported as not flat after the day's last close. */
  readonly unflatTold: Set<string>;
  /** What was reported of carried legs. */
  readonly carriedTold: Set<string>;
  /** When something is to be looked at again though no event comes. Emptied at every step. */
  readonly wakesAtMs: number[];
}

/** What it takes to wait for something: the time, the limits, and when to look again. */
export type Timed = Pick<Desk, 'nowMs' | 'limits' | 'wakesAtMs'>;

/** What it takes to tell a run, and people. */
export type Telling = Pick<Desk, 'nowMs' | 'runs' | 'outbox'>;

/** What it takes to send a request: the attempts under way and the budget of messages. */
export type Sending = Pick<Desk, 'nowMs' | 'outbox' | 'attempts' | 'budget'>;

/** What it takes to settle an intent: its doubt, the exits that rely on it, its run, and when to look again. */
export type Settling = Telling & Pick<Desk, 'doubts' | 'protections' | 'wakesAtMs'>;

/** What it takes to follow what goes out by webhook: custom positions and signals. */
export type Posting = Telling & Pick<Desk, 'options' | 'customPositions' | 'signals' | 'wakesAtMs'>;

/** What legs asked for, what they hold, what others closed of them, and which are being squared off. */
export type Legs = Pick<Desk, 'intents' | 'ledger' | 'foreign' | 'squareOffs'>;

/** A desk on which nothing has happened yet. */
export function createDesk(options: DeskOptions, day: CalendarDay): Desk {
  const { limits } = options;
  return {
    options,
    limits,
    nowMs: -Infinity,
    ...factsOf(day),
    halt: ACTIVE,
    vetoes: [],
    isWindingDown: false,
    lastAnswerAtMs: -Infinity,
    openedAtMs: -Infinity,
    begunAnew: null,
    awayUntilMs: null,
    outbox: new Outbox(),
    runs: new RunBook(),
    intents: new IntentBook(),
    attempts: new AttemptBook(),
    doubts: new DoubtBook(),
    surplus: new Set(),
    orders: new SeenOrders(),
    listWatch: new ListWatch(),
    ledger: new PositionLedger(),
    foreign: new ForeignBook(),
    recount: new Recount(),
    comparedAs: '',
    quotes: new QuoteBoard(),
    shown: new ShownQuotes(),
    contracts: new ContractBook(),
    watched: new WatchedBook(),
    polls: new PollBook(),
    wanted: noPrices(),
    ...{ histories: new HistoryBook(), sources: new SourceBook() },
    budget: new MessageBudget(limits),
    turns: new TurnBook(),
    baskets: new BasketBook(),
    webhooks: new WebhookQueue(),
    entryLog: new EntryLog(),
    locks: new LockBook(),
    profits: new ProfitWatch(),
    protections: new ProtectionBook(),
    squareOffs: new SquareOffBook(),
    customPositions: new CustomPositionBook(),
    signals: new SignalBook(),
    questions: new QuestionBook(),
    unflatTold: new Set(),
    carriedTold: new Set(),
    wakesAtMs: [],
  };
}

/** An open or a close of a session. */
export interface SessionEdge {
  readonly atMs: number;
  readonly edge: 'open' | 'close';
}

function factsOf(day: CalendarDay): Pick<Desk, 'day' | 'dayEndsMs' | 'edges'> {
  const edges = day.sessions.flatMap(({ startMs, endMs }): SessionEdge[] => [
    { atMs: startMs, edge: 'open' },
    { atMs: endMs, edge: 'close' },
  ]);
  return { day, dayEndsMs: startOfIstDay(day.date) + DAY_MS, edges };
}

/** Whether a time has come; before it the engine looks again then. */
export function hasCome(
  { nowMs, wakesAtMs }: Pick<Desk, 'nowMs' | 'wakesAtMs'>,
  atMs: number,
): boolean {
  if (atMs <= nowMs) return true;
  wakesAtMs.push(atMs);
  return false;
}

/** Whether the exchange trades now. */
export function isInSession({ day, nowMs }: Pick<Desk, 'day' | 'nowMs'>): boolean {
  return day.sessions.some(({ startMs, endMs }) => startMs <= nowMs && nowMs < endMs);
}
