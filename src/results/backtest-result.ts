import type { z } from 'zod';

import type { Frozen } from '../base/deep-freeze.ts';
import type * as schema from './reading/result-schema.ts';

/*
 * The parts of a result, as `reading/result-schema.ts` declares and documents them. Types only: this loads nothing.
 */

type Of<Schema extends z.ZodType> = Frozen<z.output<Schema>>;

/** The result of a backtest. */
export type BacktestResult = Of<typeof schema.resultSchema>;
/** One of the strategies that shared the account. */
export type BacktestStrategy = Of<typeof schema.strategy>;
/** A file, program or connection that a strategy opened outside of its inputs. */
export type StrategyRead = Of<typeof schema.read>;
/** Where prices came from. */
export type PricesUsed = Of<typeof schema.prices>;
/** The edge of their minute at which bars are stamped. */
export type StampUsed = Of<typeof schema.stamp>;
/** A problem with a row of prices. */
export type ShownPriceProblem = Of<typeof schema.priceProblem>;
/** Money before and after costs, paise. */
export type Money = Of<typeof schema.money>;
/** One date of the data or of the calendar. */
export type BacktestDay = Of<typeof schema.day>;
/** What a part of a run decided or did, and by what. */
export type DayMoment = Of<typeof schema.moment>;
/** A remark about a day. */
export type DayNote = Of<typeof schema.note>;
/** Net profit of a day so far, paise. */
export type EquityPoint = Of<typeof schema.equityPoint>;
/** The index of one underlying, minute by minute. */
export type IndexLine = Of<typeof schema.indexLine>;
/** The close of an index in a minute, paise. */
export type IndexPoint = Of<typeof schema.indexPoint>;
/** One leg of one run on one day. */
export type LegDay = Of<typeof schema.legDay>;
/** One fill, and the range of prices at which it could have happened. */
export type BacktestFill = Of<typeof schema.fill>;
/** One leg in one contract, from flat to flat. */
export type Trade = Of<typeof schema.trade>;
/** How far a trade went one way, before costs. */
export type Excursion = Of<typeof schema.excursion>;
/** Money before and after costs, paise; null where no day ran. */
export type MoneyIfRun = Of<typeof schema.moneyIfRun>;
/** Sums over all days. */
export type BacktestTotals = Of<typeof schema.totals>;
/** A date and its net, paise. */
export type DayNet = Of<typeof schema.dayNet>;
/** Where the volatility of modelled prices came from. */
export type PricingSource = Of<typeof schema.pricingSource>;
/** The same, with the number of fills at modelled and at recorded prices. */
export type PricingUsed = Of<typeof schema.pricing>;
/** The same days run again at other volatilities. */
export type VolatilityBand = Of<typeof schema.volatilityBand>;
/** The same days under one changed assumption. */
export type SensitivityRun = Of<typeof schema.sensitivityRun>;
/** Buy and hold of one index over the days of a result. */
export type Benchmark = Of<typeof schema.benchmark>;
/** The capital put into an index at its first price. */
export type HeldIndex = Of<typeof schema.heldIndex>;
/** The net of a year, month by month, paise. */
export type YearNet = Of<typeof schema.yearNet>;
/** Days that ran without an outside value. */
export type DaysWithoutValue = Of<typeof schema.withoutValue>;
/** A source of the strategies that was played from a file. */
export type SourcePlayed = Of<typeof schema.sourcePlayed>;
/** An underlying whose lot size changed between the traded contracts. */
export type LotsTraded = Of<typeof schema.lotsTraded>;
/** The days at another volatility. */
export type VolatilityRun = Of<typeof schema.volatilityRun>;
/** How many units a lot had, and the first and last expiry with it. */
export type LotSize = LotsTraded['sizes'][number];
