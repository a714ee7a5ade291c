import {
  type CalendarTable,
  type Holiday,
  type MarketTables,
  type SpecialSession,
} from '../../model/market/market-tables.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { type TablesUpdate } from './read-update.ts';

type Parts = TablesUpdate['tables'];
type Part<Name extends keyof Parts> = NonNullable<Parts[Name]>;

/** Tables with what an update brings. Of two rows that fit a date, the update's holds from its own date on. */
export function mergeTables(tables: MarketTables, { tables: parts }: TablesUpdate): MarketTables {
  const { calendar = {}, expiries = {}, lots = {}, freeze = {}, costs = {}, margins = {} } = parts;
  return {
    calendar: withCalendar(tables.calendar, calendar),
    expiries: withExpiries(tables.expiries, expiries),
    lots: withLots(tables.lots, lots),
    freeze: {
      verifiedThrough: later(tables.freeze, freeze),
      freeze: byDate(tables.freeze.freeze, freeze.freeze),
    },
    strikes: withStrikes(tables.strikes, parts.strikes ?? {}),
    costs: withCosts(tables.costs, costs),
    margins: {
      verifiedThrough: later(tables.margins, margins),
      rates: byDate(tables.margins.rates, margins.rates),
    },
    circuitBreakers: withHalts(tables.circuitBreakers, parts.circuitBreakers ?? {}),
  };
}

function withStrikes(table: MarketTables['strikes'], part: Part<'strikes'>): typeof table {
  return {
    verifiedThrough: later(table, part),
    strikes: { ...table.strikes, ...part.strikes },
    futureTicks: byDate(table.futureTicks, part.futureTicks),
  };
}

function withHalts(
  table: MarketTables['circuitBreakers'],
  part: Part<'circuitBreakers'>,
): typeof table {
  return {
    verifiedThrough: later(table, part),
    watched: part.watched ?? table.watched,
    rules: byDate(table.rules, part.rules),
  };
}

/** Rows of dates that win over those of the table. */
export interface SpecialDays {
  readonly holidays?: readonly Holiday[] | undefined;
  readonly specialSessions?: readonly SpecialSession[] | undefined;
}

/** An added holiday also cancels a special session of its date, and an added session opens a holiday. */
export function withSpecialDays(table: CalendarTable, added: SpecialDays): CalendarTable {
  const holidays = added.holidays ?? [];
  const sessions = added.specialSessions ?? [];
  const isAdded = new Set([...holidays, ...sessions].map(({ date }) => date));
  const holidayDates = new Set(holidays.map(({ date }) => date));
  return {
    ...table,
    holidays: [...table.holidays.filter(({ date }) => !holidayDates.has(date)), ...holidays],
    specialSessions: [
      ...table.specialSessions.filter(({ date }) => !isAdded.has(date)),
      ...sessions,
    ],
  };
}

function withCalendar(table: CalendarTable, part: Part<'calendar'>): CalendarTable {
  const { derivatives, underlyingShares } = table.sessionHours;
  return {
    ...withSpecialDays(table, part),
    verifiedThrough: later(table, part),
    sessionHours: {
      derivatives: byDate(derivatives, part.sessionHours?.derivatives),
      underlyingShares: byDate(underlyingShares, part.sessionHours?.underlyingShares),
    },
  };
}

/** Of underlyings that are known: a new one needs more than its expiries. */
function withExpiries(
  table: MarketTables['expiries'],
  part: Part<'expiries'>,
): MarketTables['expiries'] {
  const added = part.underlyings ?? {};
  const underlyings = Object.entries(table.underlyings).map(([symbol, rules]) => {
    const of = added[symbol];
    const weekly = byDate(rules.weekly, of?.weekly);
    const monthly = byDate(rules.monthly, of?.monthly);
    const { listed = rules.listed, exchange = rules.exchange } = of ?? {};
    return [symbol, { exchange, listed, weekly, monthly }] as const;
  });
  return {
    verifiedThrough: later(table, part),
    underlyings: Object.fromEntries(underlyings),
  };
}

function withLots(table: MarketTables['lots'], part: Part<'lots'>): MarketTables['lots'] {
  const lots = Object.entries(table.lots).map(([symbol, rows]) => {
    const added = part.lots?.[symbol] ?? [];
    return [symbol, sorted(rows, added, ({ fromExpiry }) => fromExpiry)] as const;
  });
  return { verifiedThrough: later(table, part), lots: Object.fromEntries(lots) };
}

function withCosts(table: MarketTables['costs'], part: Part<'costs'>): MarketTables['costs'] {
  return {
    verifiedThrough: later(table, part),
    brokerage: byDate(table.brokerage, part.brokerage),
    stt: byDate(table.stt, part.stt),
    sttOnExercise: byDate(table.sttOnExercise, part.sttOnExercise),
    exchange: byDate(table.exchange, part.exchange),
    sebi: byDate(table.sebi, part.sebi),
    stamp: byDate(table.stamp, part.stamp),
    gst: byDate(table.gst, part.gst),
  };
}

interface Verified {
  readonly verifiedThrough?: IstDate | undefined;
}

/** An update may be older than the release that it is used with. */
function later(table: { readonly verifiedThrough: IstDate }, part: Verified): IstDate {
  const through = part.verifiedThrough ?? table.verifiedThrough;
  return through > table.verifiedThrough ? through : table.verifiedThrough;
}

function byDate<Row extends { readonly from: IstDate }>(
  rows: readonly Row[],
  added: readonly Row[] | undefined,
): readonly Row[] {
  return sorted(rows, added ?? [], ({ from }) => from);
}

/** The last row that fits holds, so an added one stands behind those of its date. */
function sorted<Row>(
  rows: readonly Row[],
  added: readonly Row[],
  dateOf: (row: Row) => IstDate,
): readonly Row[] {
  return [...rows, ...added].sort((one, other) =>
    dateOf(one) < dateOf(other) ? -1 : dateOf(one) > dateOf(other) ? 1 : 0,
  );
}
