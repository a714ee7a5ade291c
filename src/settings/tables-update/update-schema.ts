import { z } from 'zod';

import { lazily } from '../../base/lazily.ts';
import {
  calendarSchema,
  circuitBreakersSchema,
  expiriesSchema,
  freezeSchema,
  lotsSchema,
  strikesSchema,
} from '../market-table-schemas.ts';
import { costsSchema, marginsSchema } from '../money-table-schemas.ts';
import { note, provenance, schemaVersion } from '../table-fields.ts';

const calendar = lazily(() => {
  const { verifiedThrough, sessionHours, holidays, specialSessions } = calendarSchema().shape;
  const hours = sessionHours.partial();
  return z
    .strictObject({ verifiedThrough, sessionHours: hours, holidays, specialSessions })
    .partial();
});

const expiries = lazily(() => {
  const { verifiedThrough, underlyings } = expiriesSchema().shape;
  const ofEach = z.record(underlyings.keyType, underlyings.valueType.partial());
  return z.strictObject({ verifiedThrough, underlyings: ofEach }).partial();
});

/** A file of `sauda tables update`: any part of the tables of `config/market`, whose rows join those that ship. */
export const tablesUpdateSchema = lazily(() =>
  z.strictObject({
    schemaVersion,
    source: provenance.source.optional(),
    confidence: provenance.confidence.optional(),
    note,
    tables: z
      .strictObject({
        calendar: calendar(),
        expiries: expiries(),
        lots: lotsSchema().omit({ schemaVersion: true }).partial(),
        freeze: freezeSchema().omit({ schemaVersion: true }).partial(),
        strikes: strikesSchema().omit({ schemaVersion: true }).partial(),
        costs: costsSchema().omit({ schemaVersion: true }).partial(),
        margins: marginsSchema().omit({ schemaVersion: true }).partial(),
        circuitBreakers: circuitBreakersSchema().omit({ schemaVersion: true }).partial(),
      })
      .partial()
      .refine((tables) => Object.keys(tables).length > 0, 'At least one table is needed'),
  }),
);

/** What a file brings, checked. */
export type TablesUpdate = z.output<ReturnType<typeof tablesUpdateSchema>>;
