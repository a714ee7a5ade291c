import { z } from 'zod';

import { isClockTime, isIstDate } from '../time/ist.ts';

/** A date of the calendar. */
export const date = z.string().refine(isIstDate, {
  error: 'Not a date of the calendar',
  params: { allowed: 'YYYY-MM-DD' },
});
/** A time of day, IST. */
export const time = z.string().refine(isClockTime, {
  error: 'Not a time of day',
  params: { allowed: 'HH:MM in IST, in quotes' },
});
/** A stretch of a day in IST: `from` included, `to` excluded. */
export const timeSpan = z
  .strictObject({ from: time, to: time })
  .refine(({ from, to }) => from < to, 'A stretch of time must end after it begins');
/** Symbol of an index. */
export const underlying = z
  .string()
  .regex(/^[A-Z][A-Z0-9]{0,19}$/, 'Not the name of an underlying');
/** Units of a contract. */
export const units = z.int().min(1).max(1_000_000);
/** Where a row comes from: P circular or official notice, S several agreeing secondary sources, T one third party, G a guess. */
export const provenance = { source: z.string().min(1), confidence: z.enum(['P', 'S', 'T', 'G']) };
/** A remark for readers of the file. */
export const freeNote = z.string().optional();

/** Percent with at most seven decimals, to whole billionths. */
export const percentFigure = wholeMultiple(10_000_000, 1_000_000_000);
/** Rupees or index points with at most two decimals, to paise. */
export const paise = wholeMultiple(100, 1_000_000_000);

function wholeMultiple(factor: number, most: number): z.ZodType<number> {
  return z.number().transform((value, context): number => {
    const whole = Math.round(value * factor);
    // A thousandth of the last digit is far above what binary fractions lose and far below a digit too many.
    const isExact = Math.abs(value * factor - whole) < 1e-3;
    if (isExact && whole >= 0 && whole <= most) return whole;
    context.addIssue({
      code: 'custom',
      message: 'Not an amount that the table can hold exactly',
      params: {
        allowed: `0 to ${String(most / factor)}, with at most ${String(Math.log10(factor))} decimals`,
      },
    });
    return z.NEVER;
  });
}

/** A table of its own file, with the date through which it was checked. */
export function table<Shape extends z.ZodRawShape>(
  shape: Shape,
): z.ZodObject<Shape & typeof ofTables, z.core.$strict> {
  return z.strictObject({ ...ofTables, ...shape });
}

const ofTables = { schemaVersion: z.literal(1), verifiedThrough: date };

/** Rows in force from a date on must ascend by it, so that the last one that fits is the one in force. */
export function inOrder<Row extends object>(
  rows: z.ZodType<Row[]>,
  key: keyof Row & string,
): z.ZodType<Row[]> {
  const dateOf = (row: Row | undefined): string => String(row?.[key] ?? '');
  return rows.refine(
    (all) => all.every((row, at) => at === 0 || dateOf(all[at - 1]) <= dateOf(row)),
    `Rows must ascend by "${key}"`,
  );
}

/** The same of rows with the key `from`. */
export function ascending<Row extends { readonly from: string }>(
  row: z.ZodType<Row>,
): z.ZodType<Row[]> {
  return inOrder(z.array(row), 'from');
}
