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
const rates = lazily(() =>
  ascending(
    z
      .strictObject({ from: date, segment: segment.optional(), percent, ...provenance })
      .transform(({ percent: rateBillionths, ...row }) => ({ ...row, rateBillionths })),
  ),
);

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
    sttOnExercise: rates(),
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
    stamp: rates(),
    gst: rates(),
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
