import { type Json } from '../../src/base/json.ts';
import { createRun, type StrategyRun } from '../../src/host/run.ts';
import { type TimedCommand, type Turn } from '../../src/ports/run-host.ts';
import { type Contract } from '../../src/model/market/contract.ts';
import { type CarriedPosition } from '../../src/model/orders/carried-over.ts';
import { type Command } from '../../src/model/orders/command.ts';
import { type Seen } from '../../src/model/orders/order.ts';
import { type Input, type Watch } from '../../src/model/runs/input.ts';
import { type Session } from '../../src/model/time/calendar.ts';
import { type ClockTime, instantAt, istClock, type IstDate } from '../../src/model/time/ist.ts';
import { type Strategy } from '../../src/strategy/define-strategy.ts';
import { type History } from '../../src/streams/warmup.ts';
import { future, listedOptions, premiumPaise } from './option-board.ts';
import { ScriptedBroker } from './scripted-broker.ts';

/** One day of one strategy, as a test wants it. */
export interface DayScript {
  readonly strategy: Strategy;
  /** `@default` the strategy's own defaults */
  readonly params?: Readonly<Record<string, unknown>>;
  /** `@default` 2026-11-20, a Friday */
  readonly date?: IstDate;
  /** `@default` the next Tuesday and those after it */
  readonly expiries?: readonly IstDate[];
  /** Expiries of the futures that are listed. `@default` none */
  readonly futures?: readonly IstDate[];
  /** Level of an index; null when no price is to be had. `@default` 24,000 all day */
  readonly index?: (time: ClockTime, symbol: string) => number | null;
  /** `@default` true */
  readonly isListed?: boolean;
  /** When the run starts. `@default` 09:00 */
  readonly start?: ClockTime;
  /** When the session ends. `@default` 15:30 */
  readonly end?: ClockTime;
  /** Time between polls. `@default` 2,000 */
  readonly pollEveryMs?: number;
  /** When options begin to have prices. `@default` the open */
  readonly optionsQuotedFrom?: ClockTime;
  /** Whether an option has a price then. `@default` all have */
  readonly isQuoted?: (time: ClockTime, option: Contract) => boolean;
  /** What is open from an earlier day. `@default` nothing */
  readonly carried?: readonly CarriedPosition[];
  /** Whether an order takes two polls to fill. `@default` false */
  readonly fillsInParts?: boolean;
  /** Legs whose entries the platform rejects. `@default` none */
  readonly rejectedLegs?: readonly string[];
  /** Bars of before the run. `@default` none, and their source never answers */
  readonly history?: History | null;
  /** How long the source of those bars takes; null where they are at hand, as in a backtest. `@default` null */
  readonly historyAfterMs?: number | null;
  /** While the program does not run: from when, and until when. `@default` it always does */
  readonly down?: readonly [from: ClockTime, until: ClockTime] | null;
  /** Values of the strategy's own sources. `@default` none */
  readonly sourceValues?: readonly SourceValue[];
}

/** A value that a source brings at the first poll from a time on. */
export interface SourceValue {
  readonly from: ClockTime;
  readonly source: string;
  readonly value: Json;
}

/** What a strategy asked for in a day. */
export interface PlayedDay {
  readonly commands: readonly TimedCommand[];
  /** `09:20:00 place`, in order. */
  readonly log: readonly string[];
  readonly last: Turn | null;
  readonly broker: ScriptedBroker;
}

const DEFAULTS = {
  params: {},
  date: '2026-11-20',
  expiries: ['2026-11-24', '2026-12-01', '2026-12-29'],
  futures: [],
  index: (): number => 24_000,
  isListed: true,
  start: '09:00',
  end: '15:30',
  pollEveryMs: 2_000,
  optionsQuotedFrom: '09:15',
  isQuoted: () => true,
  carried: [],
  fillsInParts: false,
  rejectedLegs: [],
  sourceValues: [],
  down: null,
  history: null,
  historyAfterMs: null,
} satisfies Omit<DayScript, 'strategy'>;

/** Plays a day of polls to a strategy in the host, and fills what it asks for. */
export function playDay(script: DayScript): PlayedDay {
  return new ScriptedDay({ ...DEFAULTS, ...script }).play();
}

interface Level {
  readonly atMs: number;
  readonly spot: number | null;
  /** Whether options have no prices yet. */
  readonly isEarly: boolean;
}

class ScriptedDay {
  readonly #script: Required<DayScript>;
  readonly #session: Session;
  readonly #contracts: ReadonlyMap<string, Contract>;
  readonly #run: StrategyRun;
  readonly #broker: ScriptedBroker;
  readonly #commands: TimedCommand[] = [];
  #watches: readonly Watch[] = [];
  #nowMs: number;
  #now: Level = { atMs: NaN, spot: null, isEarly: true };
  #isBack = false;
  #last: Turn | null = null;
  /** Since when each is asked for; Infinity once it is answered. */
  readonly #asked = new Map<string, number>();

  constructor(script: Required<DayScript>) {
    const { strategy, date, params, expiries, start, end } = script;
    this.#script = script;
    this.#nowMs = instantAt(date, start);
    this.#session = { startMs: instantAt(date, '09:15'), endMs: instantAt(date, end) };
    const options = listedOptions((script.index('09:15', 'NIFTY') ?? 24_000) * 100, expiries);
    const listed = [...options, ...script.futures.map(future)];
    this.#contracts = new Map(listed.map((contract) => [contract.symbol, contract]));
    const runId = `${strategy.name}@${date}/paper`;
    this.#broker = new ScriptedBroker({
      runId,
      fillsInParts: script.fillsInParts,
      rejectedLegs: script.rejectedLegs,
      lastPaise: (symbol) => this.#lastPaise(symbol) ?? 0,
    });
    this.#run = createRun({
      ...(script.historyAfterMs === null ? { history: script.history } : {}),
      strategy,
      carried: script.carried,
      params: strategy.params.parse(params),
      header: { runId, strategy: strategy.name, date, mode: 'paper', account: 'test', seed: '1' },
      day: {
        date,
        isTradingDay: true,
        occasion: null,
        sessions: [this.#session],
        window: this.#session,
        isVerified: true,
      },
    });
  }

  play(): PlayedDay {
    this.#take(this.#run.start(this.#nowMs));
    if (this.#script.isListed) {
      const contracts = [...this.#contracts.values()];
      this.#deliver({ kind: 'contracts-observed', underlying: 'NIFTY', contracts });
    }
    let isOpen = this.#nowMs > this.#session.startMs;
    while (this.#nowMs <= this.#session.endMs) {
      if (!this.#pass()) continue;
      if (!isOpen && this.#nowMs >= this.#session.startMs) {
        isOpen = true;
        this.#take(this.#run.deliver({ atMs: this.#nowMs, kind: 'session-edge', edge: 'open' }));
      }
      this.#answerHistory();
      if (isOpen) this.#poll();
      this.#nowMs += this.#script.pollEveryMs;
    }
    this.#run.stop();
    return {
      commands: this.#commands,
      log: this.#commands.map(({ atMs, command }) => `${istClock(atMs)} ${inShort(command)}`),
      last: this.#last,
      broker: this.#broker,
    };
  }

  /** Lets time pass for the run. False while it does not run. */
  #pass(): boolean {
    const { date, down, pollEveryMs } = this.#script;
    const [from, until] = down ?? ['23:59', '23:59'];
    if (this.#nowMs >= instantAt(date, from) && this.#nowMs < instantAt(date, until)) {
      this.#nowMs += pollEveryMs;
      return false;
    }
    const isBack = this.#nowMs >= instantAt(date, until) && !this.#isBack;
    this.#isBack ||= isBack;
    this.#take(isBack ? this.#run.passGap(this.#nowMs) : this.#run.advanceTo(this.#nowMs));
    return true;
  }

  #poll(): void {
    for (const { source, value } of this.#dueSourceValues()) {
      this.#take(this.#run.deliver({ atMs: this.#nowMs, kind: 'source-value', source, value }));
    }
    const events = this.#broker.poll(this.#nowMs, this.#seen());
    if (events.length > 0) this.#deliver({ kind: 'orders-observed', events });
    const quotes = [...watchedSymbols(this.#watches, this.#contracts, this.#lastPaise('NIFTY'))]
      .map((symbol) => ({ symbol, lastPaise: this.#lastPaise(symbol) }))
      .filter((quote): quote is { symbol: string; lastPaise: number } => quote.lastPaise !== null)
      .map(({ symbol, lastPaise }) => ({
        symbol,
        lastPaise,
        bidPaise: lastPaise,
        askPaise: lastPaise,
        atMs: this.#nowMs,
      }));
    if (quotes.length > 0) this.#deliver({ kind: 'quotes-observed', quotes });
  }

  /** Answers requests for bars of the past, each once, when their source has taken its time. */
  #answerHistory(): void {
    const { history, historyAfterMs } = this.#script;
    if (history === null || historyAfterMs === null) return;
    for (const { underlying, minutes, count, beforeMs } of historyWatches(this.#watches)) {
      const asked = { underlying, minutes, count, beforeMs };
      const key = JSON.stringify(asked);
      const sinceMs = this.#asked.get(key) ?? this.#nowMs;
      this.#asked.set(key, sinceMs);
      if (this.#nowMs < sinceMs + historyAfterMs) continue;
      this.#asked.set(key, Infinity);
      const { bars } = history({ symbol: underlying, minutes, bars: count });
      const known = bars.filter(({ endMs }) => endMs <= beforeMs);
      const answer = { bars: known, failure: null };
      this.#take(this.#run.deliver({ atMs: this.#nowMs, kind: 'history-observed', asked, answer }));
    }
  }

  #dueSourceValues(): readonly SourceValue[] {
    const { date, sourceValues, pollEveryMs } = this.#script;
    return sourceValues.filter(({ from }) => {
      const lateMs = this.#nowMs - instantAt(date, from);
      return lateMs >= 0 && lateMs < pollEveryMs;
    });
  }

  #deliver(observed: Observed): void {
    this.#take(this.#run.deliver({ ...observed, atMs: this.#nowMs, seen: this.#seen() }));
  }

  #take(turn: Turn): void {
    this.#last = turn;
    this.#watches = turn.watches ?? this.#watches;
    for (const { command } of turn.commands) this.#broker.take(command, this.#nowMs);
    this.#commands.push(...turn.commands);
  }

  #seen(): Seen {
    return { observedAtMs: this.#nowMs, ageMsMax: 100 };
  }

  /** Where the index stands now: the same for all contracts of an instant. */
  #level(): Level {
    if (this.#now.atMs !== this.#nowMs) {
      const clock = istClock(this.#nowMs);
      const { index, optionsQuotedFrom } = this.#script;
      this.#now = {
        atMs: this.#nowMs,
        spot: index(clock, 'NIFTY'),
        isEarly: clock < optionsQuotedFrom,
      };
    }
    return this.#now;
  }

  #lastPaise(symbol: string): number | null {
    const { spot: ofNifty, isEarly } = this.#level();
    const contract = this.#contracts.get(symbol);
    const isOther = contract === undefined && symbol !== 'NIFTY';
    const spot = isOther ? this.#script.index(istClock(this.#nowMs), symbol) : ofNifty;
    if (spot === null) return null;
    if (contract === undefined) return Math.round(spot * 100);
    if (isEarly || !this.#script.isQuoted(istClock(this.#nowMs), contract)) return null;
    return premiumPaise(contract, spot * 100);
  }
}

type Observation = Extract<Input, { seen: Seen }>;
type Observed = Observation extends infer One
  ? One extends Observation
    ? Omit<One, 'atMs' | 'seen'>
    : never
  : never;

/** `place ce sell 24000CE marketable`, and the like: what a reader of a test wants to see. */
export function inShort(command: Command): string {
  switch (command.kind) {
    case 'place':
      return `place ${command.orders.map(({ leg, role, side, contract, quantityUnits }) => `${leg}/${role} ${side} ${String(quantityUnits)} ${contractInShort(contract)}`).join(', ')}`;
    case 'squareOff':
      return `squareOff ${String(command.legs)}: ${command.reason}`;
    case 'alert':
      return `alert ${command.severity}: ${command.message}`;
    case 'ask':
      return `ask ${command.question}: ${command.message}`;
    case 'modify':
      return `modify ${command.leg}/${command.role}`;
    case 'startPosition':
    case 'squareOffPosition':
      return `${command.kind} ${command.position}`;
    case 'cancel':
    case 'signal':
      return command.kind;
  }
}

function historyWatches(watches: readonly Watch[]): readonly Extract<Watch, { kind: 'history' }>[] {
  return watches.filter((watch) => watch.kind === 'history');
}

function contractInShort({ strikePaise, optionType, expiry }: Contract): string {
  if (optionType === null) return `future ${expiry}`;
  return `${String((strikePaise ?? 0) / 100)}${optionType}`;
}

function watchedSymbols(
  watches: readonly Watch[],
  contracts: ReadonlyMap<string, Contract>,
  spotPaise: number | null,
): ReadonlySet<string> {
  const symbols = watches.flatMap((watch) => {
    if (watch.kind === 'index') return [watch.underlying];
    if (watch.kind === 'contract') return [watch.contract.symbol];
    if (watch.kind !== 'chain' || spotPaise === null) return [];
    const reachPaise = watch.strikesEachSide * 50_00;
    return [...contracts.values()]
      .filter(({ expiry }) => expiry === watch.expiry)
      .filter(({ strikePaise }) => Math.abs((strikePaise ?? 0) - spotPaise) <= reachPaise)
      .map(({ symbol }) => symbol);
  });
  return new Set(symbols);
}
