import { type Random } from '../../../src/base/random.ts';
import { type Costs } from '../../../src/model/money/costs.ts';
import { addDays, instantAt, type IstDate, weekday } from '../../../src/model/time/ist.ts';
import {
  type BacktestDay,
  type BacktestFill,
  type EquityPoint,
  type IndexPoint,
  type Trade,
} from '../../../src/results/backtest-result.ts';

/** A made-up day of a short straddle with stops, whose numbers agree with each other. */
export interface MadeDay {
  readonly day: BacktestDay;
  readonly trades: readonly Trade[];
  /** Value of everything bought and sold, paise. */
  readonly turnoverPaise: number;
  readonly closePaise: number;
}

/** What a made-up day starts from. */
export interface DayStart {
  readonly date: IstDate;
  readonly openPaise: number;
  readonly random: Random;
  readonly strategy: string;
}

const MINUTES = 375;
const ENTRY_MINUTE = 5;
const EXIT_MINUTE = 355;
const UNITS = 50;
const STRIKE_STEP_PAISE = 5_000;

/** A day on which a straddle was sold at 09:20, each leg stopped at 30 %, and closed at 15:10. */
export function aDay(start: DayStart): MadeDay {
  const index = walk(start);
  const closes = index.map(({ closePaise }) => closePaise);
  const legs = (['CE', 'PE'] as const).map((type) => playLeg(start, closes, type));
  const fills = legs
    .flatMap(({ fills: ofLeg }) => ofLeg)
    .toSorted((left, right) => left.atMs - right.atMs);
  const money = moneyOf(legs.map(({ trade }) => trade));
  const equity = equityOf(start.date, legs);
  const trades = legs.map(({ trade }) => trade);
  const day: BacktestDay = {
    date: start.date,
    status: 'ok',
    sessions: sessionOf(start.date),
    bars: MINUTES,
    orders: fills.length,
    trades: trades.length,
    ...money,
    costs: addCosts(legs.map(({ costs }) => costs)),
    fills,
    equity,
    index,
    marginPaiseMax: Math.round((closes[ENTRY_MINUTE] ?? 0) * UNITS * 0.11),
    legs: trades.map(({ strategy, runId, leg, symbol, grossPaise, costsPaise, netPaise }) => ({
      ...{ strategy, runId, leg, symbol, grossPaise, costsPaise, netPaise },
    })),
    commandLogSha256: '0'.repeat(64),
  };
  const turnoverPaise = fills.reduce((sum, fill) => sum + fill.units * fill.pricePaise, 0);
  return { day, trades, turnoverPaise, closePaise: closes.at(-1) ?? start.openPaise };
}

/** When the exchange trades on a made-up date. */
export function sessionOf(date: IstDate): BacktestDay['sessions'] {
  return [{ startMs: instantAt(date, '09:15'), endMs: instantAt(date, '15:30') }];
}

function minuteMs(date: IstDate, minute: number): number {
  return instantAt(date, '09:15') + (minute + 1) * 60_000;
}

function walk({ date, openPaise, random }: DayStart): readonly IndexPoint[] {
  const trend = random.normal() * 0.00003;
  const roughness = 0.00038 * (0.5 + random.next() ** 2 * 1.6);
  let close = openPaise;
  return Array.from({ length: MINUTES }, (_, minute) => {
    close *= 1 + trend + random.normal() * roughness;
    return { atMs: minuteMs(date, minute), closePaise: 5 * Math.round(close / 5) };
  });
}

interface PlayedLeg {
  readonly trade: Trade;
  readonly fills: readonly BacktestFill[];
  readonly costs: Costs;
  /** Net of the leg at each minute, paise. */
  readonly nets: readonly number[];
}

/** Intrinsic value and a time value that falls with the distance to the strike and with the day. */
function premium(spotPaise: number, insidePaise: number, left: number): number {
  const timeValue = 0.003 * spotPaise * Math.sqrt(left + 0.3);
  const share = Math.exp(-Math.abs(insidePaise) / (2.2 * timeValue + 1));
  return Math.max(5, 5 * Math.round((Math.max(0, insidePaise) + timeValue * share) / 5));
}

function playLeg(start: DayStart, closes: readonly number[], type: 'CE' | 'PE'): PlayedLeg {
  const { date } = start;
  const toExpiry = (11 - weekday(date)) % 7;
  const entrySpot = closes[ENTRY_MINUTE] ?? start.openPaise;
  const strike = STRIKE_STEP_PAISE * Math.round(entrySpot / STRIKE_STEP_PAISE);
  const at = (minute: number): number => {
    const spot = closes[minute] ?? entrySpot;
    const inside = type === 'CE' ? spot - strike : strike - spot;
    return premium(spot, inside, toExpiry + 1.05 - minute / MINUTES);
  };
  const entryPaise = at(ENTRY_MINUTE);
  const stopPaise = Math.round(entryPaise * 1.3);
  let minute = ENTRY_MINUTE + 1;
  while (minute < EXIT_MINUTE && at(minute) < stopPaise) minute += 1;
  const exitPaise = at(minute);
  const expiry = addDays(date, toExpiry);
  const leg = type.toLowerCase();
  const symbol = `NIFTY${expiry.slice(2).replaceAll('-', '')}${type.charAt(0)}${String(strike / 100)}`;
  const closedBy = minute < EXIT_MINUTE ? 'stop' : 'exit';
  const of = { strategy: start.strategy, runId: `${start.strategy}-${date}`, leg, symbol };
  const entry: BacktestFill = {
    ...of,
    ...{ atMs: minuteMs(date, ENTRY_MINUTE), role: 'entry', side: 'sell', units: UNITS },
    ...{ pricePaise: entryPaise, assumption: 'worse-side-of-bar' },
    ...{ bestPaise: entryPaise + doubtPaise(entryPaise), worstPaise: entryPaise },
  };
  const exit: BacktestFill = {
    ...of,
    ...{ atMs: minuteMs(date, minute), role: closedBy, side: 'buy', units: UNITS },
    ...{ pricePaise: exitPaise, assumption: ASSUMPTIONS[closedBy] },
    ...{
      bestPaise: exitPaise - doubtPaise(exitPaise),
      worstPaise: exitPaise + doubtPaise(exitPaise),
    },
  };
  const costs = addCosts([entry, exit].map(costOf));
  const grossPaise = (entryPaise - exitPaise) * UNITS;
  const trade: Trade = {
    ...of,
    ...{ underlying: 'NIFTY', expiry, optionType: type, product: 'intraday', side: 'sell' },
    ...{ units: UNITS, openedAtMs: entry.atMs, closedAtMs: exit.atMs, entryPaise, exitPaise },
    ...{ closedBy, daysToExpiry: toExpiry, ...excursionsOf(entryPaise, at, minute) },
    ...{ grossPaise, costsPaise: costs.totalPaise, netPaise: grossPaise - costs.totalPaise },
  };
  const entryCosts = costOf(entry).totalPaise;
  const nets = Array.from({ length: MINUTES }, (_, when) =>
    when < minute ? (entryPaise - at(when)) * UNITS - entryCosts : trade.netPaise,
  );
  return { trade, fills: [entry, exit], costs, nets };
}

/** How far a short went either way, by the closes from its entry to its exit. */
function excursionsOf(
  entryPaise: number,
  at: (minute: number) => number,
  exitMinute: number,
): Pick<Trade, 'mae' | 'mfe'> {
  const seen = Array.from({ length: exitMinute - ENTRY_MINUTE + 1 }, (_, since) => {
    return entryPaise - at(ENTRY_MINUTE + since);
  });
  const excursion = (perUnitPaise: number) => ({ grossPaise: perUnitPaise * UNITS, perUnitPaise });
  return { mae: excursion(Math.min(...seen)), mfe: excursion(Math.max(...seen)) };
}

const ASSUMPTIONS = { stop: 'stop-gapped', exit: 'worse-side-of-bar' };

function doubtPaise(pricePaise: number): number {
  return 5 * Math.ceil((pricePaise * 0.012) / 5);
}

function costOf({ side, units, pricePaise }: BacktestFill): Costs {
  const turnover = units * pricePaise;
  const exchangePaise = Math.round(turnover * 0.00035);
  const parts = {
    brokeragePaise: 2_000,
    sttPaise: side === 'sell' ? Math.round(turnover * 0.000625) : 0,
    exchangePaise,
    sebiPaise: Math.round(turnover * 0.000001),
    gstPaise: Math.round((2_000 + exchangePaise) * 0.18),
    stampPaise: side === 'buy' ? Math.round(turnover * 0.00003) : 0,
  };
  return { ...parts, totalPaise: Object.values(parts).reduce((sum, part) => sum + part, 0) };
}

function addCosts(all: readonly Costs[]): Costs {
  const sum = (part: keyof Costs): number => all.reduce((total, costs) => total + costs[part], 0);
  return {
    brokeragePaise: sum('brokeragePaise'),
    sttPaise: sum('sttPaise'),
    exchangePaise: sum('exchangePaise'),
    sebiPaise: sum('sebiPaise'),
    gstPaise: sum('gstPaise'),
    stampPaise: sum('stampPaise'),
    totalPaise: sum('totalPaise'),
  };
}

function equityOf(date: IstDate, legs: readonly PlayedLeg[]): readonly EquityPoint[] {
  return Array.from({ length: MINUTES - ENTRY_MINUTE }, (_, offset) => {
    const minute = ENTRY_MINUTE + offset;
    const netPaise = legs.reduce((sum, { nets }) => sum + (nets[minute] ?? 0), 0);
    return { atMs: minuteMs(date, minute), netPaise };
  });
}

function moneyOf(trades: readonly Trade[]): Pick<Trade, 'grossPaise' | 'costsPaise' | 'netPaise'> {
  const sum = (key: 'grossPaise' | 'costsPaise' | 'netPaise'): number =>
    trades.reduce((total, trade) => total + trade[key], 0);
  return {
    grossPaise: sum('grossPaise'),
    costsPaise: sum('costsPaise'),
    netPaise: sum('netPaise'),
  };
}
