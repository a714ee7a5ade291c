import { z } from 'zod';

import { lazily } from '../../base/lazily.ts';
import {
  ascending,
  date,
  paise,
  percentFigure,
  provenance,
  table,
  underlying,
} from './table-fields.ts';

/** What kind of contract a trade is in. */
export const segment = z.enum(['options', 'futures']);
const exchange = z.enum(['NSE', 'BSE']);

/** Rates are whole billionths of the turnover: 0.15 % is 1,500,000. */
function inBillionths<Row extends { readonly percent: number }>({
  percent: rateBillionths,
  ...row
}: Row): Omit<Row, 'percent'> & { readonly rateBillionths: number } {
  return { ...row, rateBillionths };
}

/** Brokerage of one executed order: a flat amount, or a share of the turnover if that is less; null when the flat amount always holds. */
const brokerage = lazily(() =>
  ascending(
    z
      .strictObject({
        from: date,
        segment: segment.optional(),
        flatRupees: paise,
        percent: percentFigure.optional(),
        ...provenance,
      })
      .transform(({ flatRupees: flatPaise, percent: rateBillionths = null, ...row }) => ({
        ...row,
        flatPaise,
        rateBillionths,
      })),
  ),
);

/** The exchange's charge, its investor protection fund included. */
const exchangeCharges = lazily(() =>
  ascending(
    z
      .strictObject({
        from: date,
        exchange,
        segment,
        percent: percentFigure,
        investorFundPercent: percentFigure,
        ...provenance,
      })
      .transform(({ percent: charge, investorFundPercent, ...row }) => ({
        ...row,
        rateBillionths: charge + investorFundPercent,
      })),
  ),
);

/** `costs.yaml`: what trades cost. The last row of a list that fits holds. */
export const costsSchema = lazily(() => {
  const rate = { from: date, segment: segment.optional(), percent: percentFigure, ...provenance };
  const rates = ascending(z.strictObject(rate).transform(inBillionths));
  /** What the tax is a share of: the settlement price is the index's level at expiry. @default intrinsic-value */
  const of = z.enum(['intrinsic-value', 'settlement-price']).optional();
  /** @default buyer */
  const paidBy = z.enum(['buyer', 'both']).optional();
  /** Whether it is on the SEBI fee as well. @default true */
  const onSebiFee = z.boolean().optional();
  return table({
    brokerage: brokerage(),
    /** Securities transaction tax, on sells. */
    stt: rates,
    /** The same tax on long options that expire in the money. */
    sttOnExercise: ascending(z.strictObject({ ...rate, of }).transform(inBillionths)),
    exchange: exchangeCharges(),
    sebi: rates,
    stamp: ascending(z.strictObject({ ...rate, paidBy }).transform(inBillionths)),
    /** On brokerage, exchange charge and mostly the SEBI fee. */
    gst: ascending(z.strictObject({ ...rate, onSebiFee }).transform(inBillionths)),
  });
});

/** `margins.yaml`: rates of the margin approximation, whole billionths of the notional value, index level times units. The last row that fits applies. */
export const marginsSchema = lazily(() =>
  table({
    rates: ascending(
      z
        .strictObject({
          from: date,
          /** Absent: any. */
          underlying: underlying.optional(),
          /** How far the index is taken to move against what was sold. */
          scanPercent: percentFigure,
          /** On top, for options sold and for futures, whether covered or not. */
          exposurePercent: percentFigure,
          /** On top of that, for options sold, on the day on which they expire. */
          expiryDayPercent: percentFigure,
          ...provenance,
        })
        .transform(({ scanPercent, exposurePercent, expiryDayPercent, ...row }) => ({
          ...row,
          scanBillionths: scanPercent,
          exposureBillionths: exposurePercent,
          expiryDayBillionths: expiryDayPercent,
        })),
    ).refine((rows) => rows.some((row) => row.underlying === undefined), {
      error: 'A row for any underlying is needed',
    }),
  }),
);
