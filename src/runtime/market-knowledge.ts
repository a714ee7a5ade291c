import { type Calendar, type ContractRules } from '../model/calendar.ts';
import { createCalendar } from '../model/create-calendar.ts';
import { createContractRules } from '../model/contract-rules.ts';
import { type MarketTables } from '../model/market-tables.ts';
import { loadMarketTables } from '../settings/market-tables.ts';

/** The market's rules, as the tables tell them. */
export interface MarketKnowledge {
  readonly tables: MarketTables;
  readonly calendar: Calendar;
  readonly rules: ContractRules;
}

/**
 * Reads the market's tables with the user's additions.
 *
 * @throws {ConfigurationError} with every problem and its place
 */
export function loadMarketKnowledge(additions?: unknown): MarketKnowledge {
  const tables = loadMarketTables(undefined, additions ?? undefined);
  const calendar = createCalendar(tables.calendar);
  return { tables, calendar, rules: createContractRules(tables, calendar) };
}
