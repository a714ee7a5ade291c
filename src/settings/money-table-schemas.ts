import { z } from 'zod';

import { lazily } from '../base/lazily.ts';
import {
  ascending,
  date,
  paise,
  percent,
  provenance,
  schemaVersion,
  underlying,
} from './table-fields.ts';

const segment = z.enum(['options', 'futures']);
const rate = lazily(() => ({ from: date, segment: segment.optional(), percent, ...provenance }));
const rates = lazily(() => ascending(z.strictObject(rate()).transform(inBillionths)));

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
          percent: percent.optional(),
          ...provenance,
        })
        .transform(({ flatRupees, percent: rateBillionths, ...row }) => ({
          ...row,
          flatPaise: flatRupees,
          rateBillionths: rateBillionths ?? null,
        })),
    ),
    stt: rates(),
    sttOnExercise: ascending(
      z
        .strictObject({
          ...rate(),
          of: z.enum(['intrinsic-value', 'settlement-price']).optional(),
        })
        .transform(inBillionths),
    ),
    exchange: ascending(
      z
        .strictObject({
          from: date,
          exchange: z.enum(['NSE', 'BSE']),
          segment,
          percent,
          investorFundPercent: percent,
          ...provenance,
        })
        .transform(({ percent: charge, investorFundPercent, ...row }) => ({
          ...row,
          rateBillionths: charge + investorFundPercent,
        })),
    ),
    sebi: rates(),
    stamp: ascending(
      z
        .strictObject({ ...rate(), paidBy: z.enum(['buyer', 'both']).optional() })
        .transform(inBillionths),
    ),
    gst: ascending(
      z.strictObject({ ...rate(), onSebiFee: z.boolean().optional() }).transform(inBillionths),
    ),
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
          scanPercent: percent,
          exposurePercent: percent,
          expiryDayPercent: percent,
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
