import type { z } from 'zod';

import type { Frozen } from '../../base/deep-freeze.ts';
import type * as market from './market-table-schemas.ts';
import type * as money from './money-table-schemas.ts';
import type { timeSpan } from './table-fields.ts';

/*
 * The market's tables, as their schemas declare and document them: pure data with provenance. Types only: this loads nothing.
 */

type Of<Schema extends () => z.ZodType> = Omit<
  Frozen<z.output<ReturnType<Schema>>>,
  'schemaVersion' | 'checkedOn'
>;

/** All tables of the market. */
export interface MarketTables {
  readonly calendar: CalendarTable;
  readonly expiries: Of<typeof market.expiriesSchema>;
  readonly lots: Of<typeof market.lotsSchema>;
  readonly freeze: Of<typeof market.freezeSchema>;
  readonly strikes: Of<typeof market.strikesSchema>;
  readonly costs: CostTable;
  readonly margins: MarginTable;
  readonly circuitBreakers: CircuitBreakerTable;
}

/** The exchanges' days. */
export type CalendarTable = Of<typeof market.calendarSchema>;
/** A stretch of a day in IST: `from` included, `to` excluded. */
export type ClockSpan = Frozen<z.output<typeof timeSpan>>;
/** Ordinary hours of a market segment from a date on. */
export type SessionHours = CalendarTable['sessionHours']['derivatives'][number];
/** A date without the ordinary session. */
export type Holiday = CalendarTable['holidays'][number];
/** A date whose sessions are not the ordinary ones. */
export type SpecialSession = CalendarTable['specialSessions'][number];
/** How the contracts of one underlying expire. */
export type UnderlyingExpiries = MarketTables['expiries']['underlyings'][string];
/** A weekday of expiry for contracts of some dates. */
export type ExpiryRow = UnderlyingExpiries['weekly'][number];
/** What trades cost. */
export type CostTable = Of<typeof money.costsSchema>;
/** What kind of contract a trade is in. */
export type Segment = z.output<typeof money.segment>;
/** Rates of the margin approximation. */
export type MarginTable = Of<typeof money.marginsSchema>;
/** When trading stops for the whole market. */
export type CircuitBreakerTable = Of<typeof market.circuitBreakersSchema>;
/** The exchanges' steps from a date on. */
export type CircuitRule = CircuitBreakerTable['rules'][number];
