import { type MarketTables } from '../../model/market/market-tables.ts';
import { DAY_MS, type IstDate, startOfIstDay } from '../../model/time/ist.ts';
import { type EndingTables } from '../../notices/day.ts';
import { type KeptTables } from '../../settings/market/kept-tables.ts';

/** Names of the tables, as files of an update have them. */
export type TableName = keyof MarketTables;

/** How far one table holds. */
export interface TableState {
  readonly name: TableName;
  readonly verifiedThrough: IstDate;
  /** From a date on; below 0 it is over. */
  readonly leftDays: number;
  /** The file that says how far it holds; null where that is as it ships. */
  readonly from: Pick<KeptTables, 'name' | 'takenAtMs'> | null;
  /** Names of the other files that have something of it, in their order. */
  readonly alsoFrom: readonly string[];
}

/** Warns this long before a table ends. */
export const TOLD_DAYS_BEFORE = 30;

/** Every table as it is on a date. */
export function tableStates(
  tables: MarketTables,
  date: IstDate,
  kept: readonly KeptTables[] = [],
): readonly TableState[] {
  const names = Object.keys(tables) as TableName[];
  return names.map((name) => {
    const { verifiedThrough } = tables[name];
    const leftDays = Math.round((startOfIstDay(verifiedThrough) - startOfIstDay(date)) / DAY_MS);
    const own = kept.filter(({ update }) => update.tables[name] !== undefined);
    const isFrom = ({ update }: KeptTables): boolean =>
      update.tables[name]?.verifiedThrough === verifiedThrough;
    const from = own.find(isFrom) ?? null;
    const alsoFrom = own.filter((file) => file !== from).map((file) => file.name);
    return { name, verifiedThrough, leftDays, from, alsoFrom };
  });
}

/** Tables that end within 30 days of a date, or have ended, by their end; the calendar has a notice of its own. */
export function endingTables(tables: MarketTables, date: IstDate): readonly EndingTables[] {
  const ending = tableStates(tables, date).filter(
    ({ name, leftDays }) => name !== 'calendar' && leftDays <= TOLD_DAYS_BEFORE,
  );
  const byEnd = Map.groupBy(ending, ({ verifiedThrough }) => verifiedThrough);
  return [...byEnd].map(([through, states]) => {
    return { tables: states.map(({ name }) => WORDS[name]), through, isOver: through < date };
  });
}

/** What a table is called where people read. */
export const WORDS: Readonly<Record<TableName, string>> = {
  calendar: 'calendar',
  expiries: 'expiries',
  lots: 'lots',
  freeze: 'freeze quantities',
  strikes: 'strikes and ticks',
  costs: 'charges',
  margins: 'margins',
  circuitBreakers: 'circuit breakers',
};
