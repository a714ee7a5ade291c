import { type ReadEntry } from '../../recovery/instants-of.ts';
import { type EngineEvent } from '../../engine/event.ts';
import type { TimedCommand } from '../../ports/run-host.ts';
import { type Bar, type HistoryAsked } from '../../model/market/bar.ts';
import { type Contract } from '../../model/market/contract.ts';
import { type Quote } from '../../model/market/quote.ts';
import { type Order, type Role } from '../../model/orders/order.ts';
import { type RunHeader } from '../../model/runs/run.ts';
import { type WeekSoFar } from '../../model/runs/week-so-far.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { type RunDescription } from '../../ports/journal.ts';
import { CarriedOver, type Stores } from '../../recovery/carried-over.ts';

/** What a journal tells of one day, as far as a backtest of it needs to know. */
export interface PaperDay {
  readonly date: IstDate;
  /** First start of a run, and the last entry, epoch milliseconds. */
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  readonly runs: readonly PaperRun[];
  /** What strategies had in their stores when the day began. */
  readonly stores: Stores;
  /** What earlier days of the week brought; null where nothing. */
  readonly week: WeekSoFar | null;
  /** Polls of quotes in time order, each when its answer came. */
  readonly quotes: readonly SeenQuotes[];
  /** Bars of the past that polls brought. */
  readonly histories: readonly SeenHistory[];
  /** The last listing of each underlying. */
  readonly contracts: ReadonlyMap<string, readonly Contract[]>;
  readonly orders: readonly PaperOrder[];
  /** What happened besides, in time order. */
  readonly acts: readonly Act[];
}

interface PaperRun {
  readonly header: RunHeader;
  readonly about: RunDescription | null;
  readonly decisions: readonly TimedCommand[];
}

interface SeenQuotes {
  readonly atMs: number;
  readonly quotes: readonly Quote[];
}

interface SeenHistory {
  readonly asked: HistoryAsked;
  readonly bars: readonly Bar[];
}

/** An order of a run, in the last version that polls showed; null where none did. */
export interface PaperOrder {
  readonly runId: string;
  readonly leg: string;
  readonly role: Role;
  readonly order: Order | null;
}

/** Something that no backtest does by itself. */
export interface Act {
  readonly kind: 'operator' | 'restart' | 'halt' | 'outage' | 'clock';
  readonly atMs: number;
  readonly detail: string;
}

/** Reads a day's entries. Null where no run started. */
export function paperDayOf(date: IstDate, entries: Iterable<ReadEntry>): PaperDay | null {
  const reader = new PaperDayReader();
  for (const entry of entries) reader.take(entry);
  return reader.day(date);
}

class PaperDayReader {
  readonly #runs: { header: RunHeader; decisions: TimedCommand[] }[] = [];
  readonly #abouts = new Map<string, RunDescription>();
  readonly #seen = {
    quotes: [] as SeenQuotes[],
    histories: [] as SeenHistory[],
    contracts: new Map<string, readonly Contract[]>(),
    acts: [] as Act[],
  };
  readonly #intents = new Map<string, Omit<PaperOrder, 'order'>>();
  readonly #orders = new Map<string, Order>();
  #stores: Stores = {};
  #week: WeekSoFar | null = null;
  #startedAtMs: number | null = null;
  #endedAtMs = 0;

  take(entry: ReadEntry): void {
    this.#endedAtMs = Math.max(this.#endedAtMs, entry.atMs);
    switch (entry.kind) {
      case 'event':
        this.#takeEvent(entry.event);
        break;
      case 'run-described':
        if (!this.#abouts.has(entry.runId)) this.#abouts.set(entry.runId, entry.about);
        break;
      case 'intent':
        this.#takeIntent(entry);
        break;
      case 'day-opened':
        this.#stores = storesOf(entry);
        break;
      case 'halt':
        this.#note(entry.atMs, 'halt', `trading was ${entry.halt.state}`);
        break;
      case 'attempt':
      case 'store':
        break;
    }
  }

  day(date: IstDate): PaperDay | null {
    const startedAtMs = this.#startedAtMs;
    if (startedAtMs === null) return null;
    const known = new Set([...this.#orders.values()].map(({ tag }) => tag));
    const seen = [...this.#orders.values()].flatMap((order) => {
      const intent = this.#intents.get(order.tag);
      return intent === undefined ? [] : { ...intent, order };
    });
    const unseen = [...this.#intents].filter(([tag]) => !known.has(tag));
    return {
      date,
      startedAtMs,
      endedAtMs: this.#endedAtMs,
      runs: this.#runs.map((run) => ({
        ...run,
        about: this.#abouts.get(run.header.runId) ?? null,
      })),
      stores: this.#stores,
      week: this.#week,
      orders: [...seen, ...unseen.map(([, intent]) => ({ ...intent, order: null }))],
      ...this.#seen,
    };
  }

  #takeIntent({ tag, runId, leg, role }: Extract<ReadEntry, { kind: 'intent' }>): void {
    // The engine writes roles of its own making; the journal's type says less.
    this.#intents.set(tag, { runId, leg, role: role as Role });
  }

  #takeEvent(event: EngineEvent): void {
    if (event.kind === 'run-started') {
      this.#startedAtMs ??= event.atMs;
      this.#runs.push({ header: event.run, decisions: [] });
    } else if (event.kind === 'commands-emitted') {
      const run = this.#runs.find(({ header }) => header.runId === event.runId);
      for (const command of event.commands) run?.decisions.push({ atMs: event.atMs, command });
    } else if (event.kind === 'poll-ended') this.#takePoll(event);
    else this.#takeAct(event);
  }

  /** What no strategy decided, and may make a difference. */
  #takeAct(event: EngineEvent): void {
    if (event.kind === 'week-carried-over') this.#week = event.week;
    else if (event.kind === 'operator-asked') {
      this.#note(event.atMs, 'operator', `the operator asked: ${event.request.action}`);
    } else if (event.kind === 'restarted') {
      this.#note(event.atMs, 'restart', 'the process restarted');
    } else if (event.kind === 'clock-doubted') {
      this.#note(event.atMs, 'clock', `the clock was ${String(event.behindMs)} ms behind`);
    } else if (event.kind === 'platform-clock-differs') {
      const { atMs, aheadMs } = event;
      this.#note(atMs, 'clock', `the clock was ${String(aheadMs)} ms ahead of the platform's`);
    } else if (event.kind === 'stalled') {
      const { atMs, fromMs } = event;
      this.#note(atMs, 'outage', `the process stood still for ${String(atMs - fromMs)} ms`);
    }
  }

  #takePoll(event: Extract<EngineEvent, { kind: 'poll-ended' }>): void {
    const { atMs, subject } = event;
    if (event.outcome.kind !== 'accepted') {
      this.#note(atMs, 'outage', `a poll of ${subject} brought nothing`);
    } else if (event.subject === 'quotes') {
      this.#seen.quotes.push({ atMs, quotes: event.outcome.value });
    } else if (event.subject === 'history') {
      this.#seen.histories.push({ asked: event.asked, bars: event.outcome.value });
    } else if (event.subject === 'contracts') {
      this.#seen.contracts.set(event.underlying, event.outcome.value.contracts);
    } else if (event.subject === 'orders') {
      for (const order of event.outcome.value.orders) this.#orders.set(order.orderId, order);
    }
  }

  #note(atMs: number, kind: Act['kind'], detail: string): void {
    this.#seen.acts.push({ kind, atMs, detail });
  }
}

function storesOf(entry: Extract<ReadEntry, { kind: 'day-opened' }>): Stores {
  const carried = new CarriedOver();
  carried.take(entry);
  return carried.stores;
}
