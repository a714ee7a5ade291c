import { z } from 'zod';

import { lazily } from '../../base/lazily.ts';
import {
  ascending,
  date,
  paise,
  percentFigure,
  provenance,
  schemaVersion,
  underlying,
} from './table-fields.ts';

const segment = z.enum(['options', 'futures']);
const rate = lazily(() => ({
  from: date,
  segment: segment.optional(),
  percent: percentFigure,
  ...provenance,
}));
const rates = lazily(() => ascending(z.strictObject(rate()).transform(inBillionths)));

const exerciseTaxes = lazily(() => {
  const of = z.enum(['intrinsic-value', 'settlement-price']).optional();
  return ascending(z.strictObject({ ...rate(), of }).transform(inBillionths));
});
const stampDuties = lazily(() => {
  const paidBy = z.enum(['buyer', 'both']).optional();
  return ascending(z.strictObject({ ...rate(), paidBy }).transform(inBillionths));
});
const serviceTaxes = lazily(() => {
  const onSebiFee = z.boolean().optional();
  return ascending(z.strictObject({ ...rate(), onSebiFee }).transform(inBillionths));
});

function inBillionths<Row extends { readonly percent: number }>({
  percent: rateBillionths,
  ...row
}: Row): Omit<Row, 'percent'> & { readonly rateBillionths: number } {
  return { ...row, rateBillionths };
}

/** `costs.yaml`. */
export const costsSchema = lazily(() =>
  z.strictObject({
    schemaVersion,
    verifiedThrough: date,
    brokerage: ascending(
      z
        .strictObject({
          from: date,
          segment: segment.optional(),
          flatRupees: paise,
          percent: percentFigure.optional(),
          ...provenance,
        })
        .transform(({ flatRupees, percent: rateBillionths, ...row }) => ({
          ...row,
          flatPaise: flatRupees,
          rateBillionths: rateBillionths ?? null,
        })),
    ),
    stt: rates(),
    sttOnExercise: exerciseTaxes(),
    exchange: ascending(
      z
        .strictObject({
          from: date,
          exchange: z.enum(['NSE', 'BSE']),
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
    sebi: rates(),
    stamp: stampDuties(),
    gst: serviceTaxes(),
  }),
);

/** `margins.yaml`. */
export const marginsSchema = lazily(() =>
  z.strictObject({
    schemaVersion,
    verifiedThrough: date,
    rates: ascending(
      z
        .strictObject({
          from: date,
          underlying: underlying.optional(),
          scanPercent: percentFigure,
          exposurePercent: percentFigure,
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
