import { z } from 'zod';

import { AUDIT_KINDS } from '../../../audit/audit-entry.ts';
import { type DayPicture } from '../../../audit/day-picture.ts';
import { positionRecords, runRecords } from '../../../day/day-records.ts';
import { statusOf } from '../../../day/day-status.ts';
import { type IstDate } from '../../../model/time/ist.ts';
import { shownNotice } from '../../../notices/told-notice.ts';
import { accountSchema } from '../account-schema.ts';
import { noticesSchema, positionsSchema, runsSchema } from '../record-schemas.ts';
import { statusSchema } from '../status-schema.ts';

/** What happened: an entry of the audit stream. */
export const entrySchema = z
  .looseObject({
    seq: z.int().describe('counts from 1; polls of prices have numbers and are left out'),
    atMs: z.int().describe("epoch milliseconds of the day's clock"),
    kind: z.enum(AUDIT_KINDS),
  })
  .meta({ id: 'Entry' });

/** How a day stands after an entry: what a reader begins with. */
export const pictureSchema = z
  .object({
    date: z.iso.date(),
    seq: z.int().describe('number of the last entry that is in it'),
    status: statusSchema,
    runs: runsSchema.shape.runs,
    positions: positionsSchema.shape.positions,
    notices: noticesSchema.shape.notices.describe('the last 200'),
    levels: z.array(z.object({ symbol: z.string(), lastPaise: z.number() })),
    refusals: z.int().describe('commands that the gate refused'),
  })
  .meta({ id: 'Picture' });

/** The data of every event, by its name. */
export const eventSchemas = {
  standing: accountSchema.shape.standing,
  picture: pictureSchema,
  entry: entrySchema,
  live: z.object({}).describe('all that was there has been sent'),
} as const;

/** A picture as events have it. */
export function pictureShown(date: IstDate, picture: DayPicture): object {
  const { seq, books, levels, refusals, notices } = picture;
  const lists = {
    runs: runRecords(books),
    positions: positionRecords(books),
    notices: notices.map((notice) => shownNotice(notice)),
    levels,
  };
  return { date, seq, status: statusOf(books), ...lists, refusals };
}
