import { kept } from '../base/kept.ts';
import { placeAmong } from '../base/place-among.ts';
import { type Contract, parseSymbol } from '../model/market/contract.ts';
import { type Quote } from '../model/market/quote.ts';
import { type Calendar, type Session } from '../model/time/calendar.ts';
import { DAY_MS, istDate, type IstDate, startOfIstDay } from '../model/time/ist.ts';
import { BAR_OFFSETS_MS, barPath } from './bar-path.ts';
import { type MinuteBar, BAR_MS, type BarDay } from './minute-bar.ts';
import { type ModelledMarket } from './modelled-market.ts';
import { quoted } from './option-pricing/bid-and-ask.ts';
import { ALL_MODELLED } from './option-pricing/pricing-assumptions.ts';
import { PRICING_MODEL } from './option-pricing/pricing-model.ts';

/** What {@link withRecordedContracts} needs. */
export interface RecordedContractsOptions {
  /** The index, and the prices of all other contracts and dates. */
  readonly market: ModelledMarket;
  /** Days by symbol, ascending. */
  readonly contracts: ReadonlyMap<string, readonly BarDay[]>;
  readonly calendar: Calendar;
  /** @default the spread of the modelled prices, before it widens */
  readonly spread?: RecordedSpread;
}

const SPREAD: RecordedSpread = {
  option: PRICING_MODEL.spreadShare,
  future: PRICING_MODEL.futureSpreadShare,
};

/** A market with recorded prices for each contract on the dates with bars, and modelled prices on all others. */
export function withRecordedContracts(options: RecordedContractsOptions): ModelledMarket {
  const { market, contracts } = options;
  if (contracts.size === 0) return market;
  const recorded = new RecordedContracts(options);
  return {
    index: market.index,
    ...(market.barsBefore === undefined ? {} : { barsBefore: market.barsBefore }),
    quote: (contract, atMs) => {
      const day = recorded.dayAt(contract, atMs);
      return day === null ? market.quote(contract, atMs) : day.quote(contract, atMs);
    },
    nextChangeMs: (underlying, afterMs) => {
      const modelledMs = market.nextChangeMs(underlying, afterMs);
      const recordedMs = recorded.nextChangeMs(underlying, afterMs);
      if (modelledMs === null || recordedMs === null) return modelledMs ?? recordedMs;
      return Math.min(modelledMs, recordedMs);
    },
    assumptions: [
      ...market.assumptions.filter((text) => text !== ALL_MODELLED),
      ...assumptionsOf(contracts.size, options.spread ?? SPREAD),
    ],
  };
}

function assumptionsOf(count: number, { option, future }: RecordedSpread): readonly string[] {
  const many =
    count === 1
      ? '1 contract has recorded prices'
      : `${String(count)} contracts have recorded prices`;
  const share = (part: number): string => `${String(Number((part * 100).toPrecision(6)))} %`;
  return [
    `${many}, on the dates on which it was recorded; all other premiums and dates are modelled, and the two need not agree`,
    `Recorded contracts take the same path within a minute as the index, hold their last price for ${String(RECORDED_HOLD_MS / 60_000)} minutes after their last bar, and have none after that`,
    `Bid and ask of recorded contracts are as far apart as the data tells, else ${share(option)} of the premium (futures ${share(future)}), and at least one tick`,
  ];
}

/** Finds the recorded day of a contract. */
class RecordedContracts {
  readonly #calendar: Calendar;
  readonly #spread: RecordedSpread;
  readonly #days = new Map<string, ReadonlyMap<IstDate, BarDay>>();
  /** Dates with any recorded contract, by underlying. */
  readonly #dates = new Map<string, Set<IstDate>>();
  /** Of the current date, by symbol. */
  readonly #today = new Map<string, RecordedDay | null>();
  #dayStartMs = Infinity;
  #date: IstDate = '';
  #sessions: readonly Session[] = [];

  constructor({ contracts, calendar, spread }: RecordedContractsOptions) {
    this.#calendar = calendar;
    this.#spread = spread ?? SPREAD;
    for (const [symbol, days] of contracts) {
      this.#days.set(symbol, new Map(days.map((day) => [day.date, day])));
      const underlying = parseSymbol(symbol)?.underlying ?? symbol;
      const dates = kept(this.#dates, underlying, () => new Set<IstDate>());
      for (const { date } of days) dates.add(date);
    }
  }

  /** Prices of a contract on the date of an instant; null where none were recorded in its sessions. */
  dayAt({ symbol }: Contract, atMs: number): RecordedDay | null {
    const days = this.#days.get(symbol);
    if (days === undefined) return null;
    this.#goTo(atMs);
    return kept(this.#today, symbol, () => {
      const bars = days.get(this.#date)?.bars ?? [];
      return bars.length === 0 ? null : new RecordedDay(bars, this.#sessions, this.#spread);
    });
  }

  /** When the price of any recorded contract of an underlying may change next, on the same date. */
  nextChangeMs(underlying: string, afterMs: number): number | null {
    this.#goTo(afterMs);
    if (this.#dates.get(underlying)?.has(this.#date) !== true) return null;
    const minuteMs = Math.floor(afterMs / BAR_MS) * BAR_MS;
    const offsetMs = BAR_OFFSETS_MS.find((offset) => minuteMs + offset > afterMs) ?? BAR_MS;
    const nextMs = minuteMs + offsetMs;
    for (const { startMs, endMs } of this.#sessions) {
      if (nextMs < startMs) return startMs;
      if (nextMs <= endMs) return nextMs;
    }
    return null;
  }

  /** Moves to the date of an instant. Finding it in the calendar for every price would be slow. */
  #goTo(atMs: number): void {
    if (atMs >= this.#dayStartMs && atMs < this.#dayStartMs + DAY_MS) return;
    this.#date = istDate(atMs);
    this.#dayStartMs = startOfIstDay(this.#date);
    this.#sessions = this.#calendar.day(this.#date).sessions;
    this.#today.clear();
  }
}

/** How long the last price of a bar is valid when no other bar follows. */
const RECORDED_HOLD_MS = 5 * 60_000;

/** Bid to ask where the data has none, as a share of the price. */
interface RecordedSpread {
  readonly option: number;
  readonly future: number;
}

/** Prices of one contract on one date, from bars. Caches the last bar and quote; answers depend on the arguments alone. */
class RecordedDay {
  readonly #bars: readonly MinuteBar[];
  readonly #sessions: readonly Session[];
  readonly #spread: RecordedSpread;
  #recent = 0;
  #quoteKey = -1;
  #quote: Quote | null = null;

  constructor(bars: readonly MinuteBar[], sessions: readonly Session[], spread: RecordedSpread) {
    this.#bars = bars;
    this.#sessions = sessions;
    this.#spread = spread;
  }

  /** Quote at an instant; null outside the sessions, before the first bar of one and long after the last. */
  quote(contract: Contract, atMs: number): Quote | null {
    const session = this.#sessions.find(({ startMs, endMs }) => atMs >= startMs && atMs < endMs);
    const place = session === undefined ? -1 : this.#placeAt(atMs);
    const bar = this.#bars[place];
    if (bar === undefined || bar.startMs < (session?.startMs ?? 0)) return null;
    const ageMs = atMs - bar.startMs;
    if (ageMs >= BAR_MS + RECORDED_HOLD_MS) return null;
    const point = pointAt(ageMs);
    const key = place * BAR_OFFSETS_MS.length + point;
    if (key !== this.#quoteKey || this.#quote?.symbol !== contract.symbol) {
      this.#quoteKey = key;
      this.#quote = this.#quoteOf(contract, bar, point);
    }
    return this.#quote;
  }

  #quoteOf(contract: Contract, bar: MinuteBar, point: number): Quote {
    const lastPaise = barPath(bar)[point] ?? bar.closePaise;
    const share = this.#spread[contract.kind === 'future' ? 'future' : 'option'];
    return quoted({
      symbol: contract.symbol,
      fairPaise: lastPaise,
      spreadPaise: bar.spreadPaise ?? lastPaise * share,
      tickPaise: contract.tickSizePaise,
      atMs: bar.startMs + (BAR_OFFSETS_MS[point] ?? 0),
    });
  }

  /** Number of the last bar that has begun; -1 before the first. */
  #placeAt(atMs: number): number {
    if (this.#begins(this.#recent) <= atMs) {
      if (atMs < this.#begins(this.#recent + 1)) return this.#recent;
      if (atMs < this.#begins(this.#recent + 2)) return (this.#recent += 1);
    }
    const place = placeAmong(this.#bars.length, (at) => this.#begins(at) <= atMs) - 1;
    this.#recent = Math.max(0, place);
    return place;
  }

  #begins(place: number): number {
    return this.#bars[place]?.startMs ?? Infinity;
  }
}

/** Which of a bar's four levels holds so long after its start. */
function pointAt(ageMs: number): number {
  let point = BAR_OFFSETS_MS.length - 1;
  while (point > 0 && ageMs < (BAR_OFFSETS_MS[point] ?? 0)) point -= 1;
  return point;
}
