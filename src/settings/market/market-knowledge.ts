import { createContractRules } from '../../model/market/contract-rules.ts';
import { type MarketTables } from '../../model/market/market-tables.ts';
import { type Calendar, type ContractRules, createCalendar } from '../../model/time/calendar.ts';
import { loadMarketTables } from './market-tables.ts';

/** The market's rules, as the tables tell them. */
export interface MarketKnowledge {
  readonly tables: MarketTables;
  readonly calendar: Calendar;
  readonly rules: ContractRules;
  /** Files of `sauda tables update` that hold beside what ships, in their order. @default none */
  readonly taken?: readonly TakenFile[];
}

/** A file of `sauda tables update`. */
export interface TakenFile {
  readonly name: string;
  readonly sha256: string;
}

/** What ships does not change while a process runs. */
let shipped: MarketKnowledge | null = null;

/**
 * Reads the market's tables with the user's additions; without additions only once.
 *
 * @throws {ConfigurationError} with every problem and its place
 */
export function loadMarketKnowledge(additions?: unknown): MarketKnowledge {
  if (additions !== undefined && additions !== null) return knowledgeOf(additions);
  shipped ??= knowledgeOf();
  return shipped;
}

function knowledgeOf(additions?: unknown): MarketKnowledge {
  const tables = loadMarketTables(undefined, additions);
  const calendar = createCalendar(tables.calendar);
  return {
    tables,
    calendar,
    rules: createContractRules(tables, calendar),
    taken: takenIn(additions),
  };
}

function takenIn(additions: unknown): readonly TakenFile[] {
  const { updates = [] } = (additions ?? {}) as { readonly updates?: readonly TakenFile[] };
  return updates.map(({ name, sha256 }) => ({ name, sha256 }));
}
