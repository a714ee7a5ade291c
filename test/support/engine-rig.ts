import { type Attempt, type Effect, type PollRequest } from '../../src/engine/effect.ts';
import { Engine, type EngineOptions } from '../../src/engine/engine.ts';
import { type AttemptResult, type EngineEvent } from '../../src/engine/event.ts';
import { type Contract } from '../../src/model/market/contract.ts';
import { type Quote } from '../../src/model/market/quote.ts';
import { type Command, type LegOrder } from '../../src/model/orders/command.ts';
import { type Order } from '../../src/model/orders/order.ts';
import { type Input, type Watch } from '../../src/model/runs/input.ts';
import { type Mode, type RunHeader } from '../../src/model/runs/run.ts';
import { type Calendar, type CalendarDay } from '../../src/model/time/calendar.ts';
import { addDays, instantAt } from '../../src/model/time/ist.ts';
import { noticeText } from '../../src/notices/notice.ts';
import { type ElementOutcome, type PlaceElement } from '../../src/ports/orders.ts';
import { type Outcome } from '../../src/ports/outcome.ts';
import { keysOf } from './attempt-keys.ts';
import { ListedOrders } from './listed-orders.ts';

/** A Friday with ordinary hours. */
export const DATE = '2026-11-20';
export const RUN = `straddle@${DATE}/paper`;

/** The instant of an IST time of `DATE`. */
export function at(time: string): number {
  return instantAt(DATE, time);
}

export function aDay(over: Partial<CalendarDay> = {}): CalendarDay {
  return {
    date: DATE,
    isTradingDay: true,
    occasion: null,
    sessions: [{ startMs: at('09:15'), endMs: at('15:40') }],
    window: { startMs: at('08:15'), endMs: at('15:29') },
    isVerified: true,
    ...over,
  };
}

/** A calendar in which every date is `day`. */
export function aCalendar(day: CalendarDay = aDay()): Calendar {
  return {
    verifiedFrom: '2024-01-01',
    verifiedThrough: '2026-12-31',
    day: (date) => ({ ...day, date }),
    nextTradingDay: (date) => addDays(date, 1),
    previousTradingDay: (date) => addDays(date, -1),
  };
}

export function aContract(over: Partial<Contract> = {}): Contract {
  const strikePaise = over.strikePaise ?? 2_450_000;
  const optionType = over.optionType ?? 'CE';
  const symbol = `NIFTY261124${optionType === 'PE' ? 'P' : 'C'}${String(strikePaise / 100)}`;
  return {
    instrumentId: `NSE_${symbol}`,
    symbol,
    exchange: 'NSE',
    kind: 'option',
    underlying: 'NIFTY',
    expiry: '2026-11-24',
    strikePaise,
    optionType,
    lotSizeUnits: 75,
    tickSizePaise: 5,
    freezeUnits: 1800,
    ...over,
  };
}

export const CE = aContract();
export const PE = aContract({ optionType: 'PE' });
export const HEDGE = aContract({ strikePaise: 2_500_000 });

/** A marketable entry that sells one lot of the call. */
export function aLeg(over: Partial<LegOrder> = {}): LegOrder {
  return {
    leg: 'ce',
    role: 'entry',
    contract: CE,
    side: 'sell',
    quantityUnits: 75,
    terms: { kind: 'marketable', bufferPercent: null },
    product: 'intraday',
    ...over,
  };
}

export function aQuote(
  contract: Pick<Contract, 'symbol'>,
  lastPaise = 10_000,
): Omit<Quote, 'atMs'> {
  return {
    symbol: contract.symbol,
    bidPaise: lastPaise - 5,
    askPaise: lastPaise + 5,
    lastPaise,
  };
}

export function aRun(over: Partial<RunHeader> = {}): RunHeader {
  return {
    runId: RUN,
    strategy: 'straddle',
    date: DATE,
    mode: 'paper',
    account: 'default',
    seed: '1',
    ...over,
  };
}

/** The record of an element that the platform took. */
export function aRecord(element: PlaceElement, over: Partial<Order> = {}): Order {
  return {
    orderId: `id-${element.tag}`,
    createdAtMs: 0,
    updatedAtMs: 0,
    tag: element.tag,
    extraTags: element.extraTags,
    instrumentId: element.instrumentId,
    symbol: element.symbol,
    underlying: 'NIFTY',
    expiry: '2026-11-24',
    strikePaise: null,
    optionType: null,
    product: element.product,
    side: element.side,
    quantityUnits: element.quantityUnits,
    lotSizeUnits: 75,
    terms: element.terms,
    brokerId: 'broker',
    brokerOrderId: '',
    status: 'open',
    statusWord: 'Open',
    rejectionCode: '',
    rejectionReason: '',
    filledUnits: 0,
    filledValuePaise: 0,
    ...over,
  };
}

/** The same order, filled at a price. */
export function filled(order: Order, pricePaise: number, units = order.quantityUnits): Order {
  const isComplete = units === order.quantityUnits;
  return {
    ...order,
    updatedAtMs: order.updatedAtMs + 1,
    status: isComplete ? 'completed' : order.status,
    filledUnits: units,
    filledValuePaise: units * pricePaise,
  };
}

/** The same order in another state. */
export function moved(order: Order, over: Partial<Order>): Order {
  return { ...order, updatedAtMs: order.updatedAtMs + 1, ...over };
}

/** An answer in which every element fares the same. */
export function each(
  keys: readonly string[],
  outcome: ElementOutcome = { kind: 'accepted', orderId: null, detail: '' },
): Outcome<ReadonlyMap<string, ElementOutcome>> {
  return { kind: 'accepted', value: new Map(keys.map((key) => [key, outcome])) };
}

export const TIMEOUT = {
  kind: 'unknown',
  cause: { reason: 'timeout', status: null, detail: 'no answer in 10 s' },
} as const;

export const REFUSED = {
  kind: 'rejected',
  rejection: { form: 'not-sent', reason: 'connection refused' },
} as const;

type Kind<Union extends { kind: string }, Name extends string> = Extract<Union, { kind: Name }>;

type Unstamped<Event> = Event extends unknown ? Omit<Event, 'atMs'> : never;

/** Drives an engine by hand and remembers all that it asked for. */
export class EngineRig {
  readonly engine: Engine;
  readonly effects: Effect[] = [];
  nowMs: number;
  readonly #mode: Mode;
  #read = 0;
  readonly #listed = new ListedOrders();
  readonly #answered = new Set<string>();

  constructor(options: Partial<EngineOptions> & { readonly from?: string } = {}) {
    const { from, ...over } = options;
    this.nowMs = at(from ?? '09:20');
    this.#mode = over.mode ?? 'paper';
    const account = { mode: 'paper', account: 'default', brokerId: 'broker' } as const;
    this.engine = new Engine({ ...account, calendar: aCalendar(), ...over });
  }

  step(event: Unstamped<EngineEvent>): readonly Effect[] {
    const effects = this.engine.step({ ...event, atMs: this.nowMs });
    this.effects.push(...effects);
    return effects;
  }

  /** Moves on and lets time pass. */
  pass(ms: number): readonly Effect[] {
    this.nowMs += ms;
    return this.step({ kind: 'time-passed' });
  }

  to(time: string): readonly Effect[] {
    this.nowMs = at(time);
    return this.step({ kind: 'time-passed' });
  }

  start(run: RunHeader = aRun({ mode: this.#mode })): readonly Effect[] {
    return this.step({ kind: 'run-started', run });
  }

  command(...commands: readonly Command[]): readonly Effect[] {
    return this.step({ kind: 'commands-emitted', runId: RUN, commands });
  }

  place(...orders: readonly LegOrder[]): readonly Effect[] {
    return this.command({ kind: 'place', orders });
  }

  watch(...watches: readonly Watch[]): readonly Effect[] {
    return this.step({ kind: 'watches-changed', runId: RUN, watches });
  }

  orders(...orders: readonly Order[]): readonly Effect[] {
    const outcome = { kind: 'accepted', value: this.#listed.observe(orders) } as const;
    return this.step({ kind: 'poll-ended', startedAtMs: this.nowMs, subject: 'orders', outcome });
  }

  quotes(...quotes: readonly Omit<Quote, 'atMs'>[]): readonly Effect[] {
    const stamped = quotes.map((quote) => ({ ...quote, atMs: this.nowMs }));
    const outcome = { kind: 'accepted', value: stamped } as const;
    return this.step({ kind: 'poll-ended', startedAtMs: this.nowMs, subject: 'quotes', outcome });
  }

  answer(attempt: Attempt, outcome: AttemptResult['outcome']): readonly Effect[] {
    // A test pairs a kind of attempt with an outcome of that kind.
    const result = { kind: attempt.kind, outcome } as AttemptResult;
    this.#answered.add(attempt.attemptId);
    return this.step({ kind: 'attempt-ended', attemptId: attempt.attemptId, result });
  }

  /** Answers every call about orders that is out: the platform took it. */
  settle(outcome?: ElementOutcome): void {
    for (const attempt of this.attempts()) {
      if (this.#answered.has(attempt.attemptId)) continue;
      const keys = keysOf(attempt);
      if (keys !== null) this.answer(attempt, each(keys, outcome));
    }
  }

  /** Fresh orders and quotes, so that entries may leave. */
  fresh(...orders: readonly Order[]): void {
    this.orders(...orders);
    this.quotes(aQuote(CE), aQuote(PE), aQuote(HEDGE));
  }

  /** Attempts of a kind since the last call for that reason, in order. */
  sent<Name extends Attempt['kind']>(kind: Name): readonly Kind<Attempt, Name>[] {
    const fresh = this.effects.slice(this.#read);
    this.#read = this.effects.length;
    return fresh.flatMap((effect) =>
      effect.kind === 'attempt' && effect.attempt.kind === kind
        ? [effect.attempt as Kind<Attempt, Name>]
        : [],
    );
  }

  /**
   * Places one order, has it accepted and shown by a poll; returns its record.
   *
   * @throws {RigProblem} when the engine placed nothing
   */
  work(order: LegOrder): Order {
    this.sent('place');
    this.place(order);
    this.fresh(...this.book.values());
    const [attempt] = this.sent('place');
    const [element] = attempt?.request.elements ?? [];
    if (attempt === undefined || element === undefined) throw new RigProblem('nothing was placed');
    this.answer(attempt, each([element.tag]));
    const record = aRecord(element);
    this.show(record);
    return record;
  }

  /** What the platform holds, as `show` has it. */
  readonly book = new Map<string, Order>();

  /** Lets the platform's book change, and polls it. */
  show(...orders: readonly Order[]): readonly Effect[] {
    for (const order of orders) this.book.set(order.orderId, order);
    return this.orders(...this.book.values());
  }

  /** Places an entry and has it filled. */
  hold(order: LegOrder, pricePaise = 10_000): Order {
    const record = filled(this.work(order), pricePaise);
    this.show(record);
    this.sent('place');
    return record;
  }

  attempts(): readonly Attempt[] {
    return attemptsOf(this.effects);
  }
}

/** A rig whose run has started. */
export function startedRig(...options: ConstructorParameters<typeof EngineRig>): EngineRig {
  const rig = new EngineRig(...options);
  rig.start();
  return rig;
}

/** The rig was used in a way that the engine did not follow. */
export class RigProblem extends Error {
  override readonly name = 'RigProblem';
}

export function attemptsOf(effects: readonly Effect[]): readonly Attempt[] {
  return effects.flatMap((effect) => (effect.kind === 'attempt' ? [effect.attempt] : []));
}

export function pollsOf(effects: readonly Effect[]): readonly PollRequest[] {
  return effects.flatMap((effect) => (effect.kind === 'poll' ? [effect.poll] : []));
}

export function pricesWantedOf(effects: readonly Effect[]): readonly string[] | null {
  return effects.findLast((effect) => effect.kind === 'watch-prices')?.symbols ?? null;
}

export function inputsOf(effects: readonly Effect[], runId = RUN): readonly Input[] {
  return effects.flatMap((effect) =>
    effect.kind === 'deliver' && effect.runId === runId ? [effect.input] : [],
  );
}

/** Reasons of the refusals delivered to the run. */
export function refusalsOf(effects: readonly Effect[], runId = RUN): readonly string[] {
  return inputsOf(effects, runId).flatMap((input) =>
    input.kind === 'command-refused' ? [input.reason] : [],
  );
}

export function noticesOf(
  effects: readonly Effect[],
  severity?: 'info' | 'warning' | 'critical',
): readonly string[] {
  return effects.flatMap((effect) =>
    effect.kind === 'notice' && (severity ?? effect.notice.severity) === effect.notice.severity
      ? [noticeText(effect.notice)]
      : [],
  );
}

export function wakeOf(effects: readonly Effect[]): number | null {
  return effects.findLast((effect) => effect.kind === 'wake')?.atMs ?? null;
}
