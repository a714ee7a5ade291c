import { fail, ok, type Result } from '../../base/result.ts';
import {
  CRON_FIELDS,
  type CronDay,
  type CronValues,
  type FieldProblem,
  parseField,
} from './cron-fields.ts';
import { addDays, istDate, type IstDate, istTimeOfDayMs, startOfIstDay, weekday } from './ist.ts';

/** A cron expression that was read. Day of month, month and weekday must all fit, as in node-cron. */
export type CronSchedule = Readonly<Record<keyof typeof CRON_FIELDS, CronValues>>;

/** Why a text is no cron expression. */
export interface CronProblem extends FieldProblem {
  /** Which field, or `expression` for the whole. */
  readonly field: string;
}

const NICKNAMES = new Map(
  Object.entries({
    '@yearly': '0 0 1 1 *',
    '@annually': '0 0 1 1 *',
    '@monthly': '0 0 1 * *',
    '@weekly': '0 0 * * 0',
    '@daily': '0 0 * * *',
    '@midnight': '0 0 * * *',
    '@hourly': '0 * * * *',
  }),
);

const LONGEST_MONTH_DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
/** A 29 February on a given weekday comes at most 40 years after the last. */
const DAYS_AHEAD_MAX = 41 * 366;

/**
 * Reads a cron expression of 5 fields (minute, hour, day of month, month, weekday) or 6 (second first), in node-cron's
 * dialect: `*`, lists, ranges, steps, names, 7 for Sunday, `?`, `L`, `W`, `#` and `@daily` and its like.
 */
export function parseCron(expression: string): Result<CronSchedule, CronProblem> {
  const resolved = NICKNAMES.get(expression.trim().toLowerCase()) ?? expression;
  const texts = resolved.replace(/^ +| +$/g, '').split(/ +/);
  if (texts.length !== 5 && texts.length !== 6) {
    const allowed = '5 fields (minute hour day-of-month month weekday), or 6 with the second first';
    return fail({ field: 'expression', found: expression, allowed });
  }
  const six = texts.length === 5 ? ['0', ...texts] : texts;
  const values: [string, CronValues][] = [];
  for (const [place, [name, field]] of Object.entries(CRON_FIELDS).entries()) {
    const read = parseField(field, six[place] ?? '');
    if (!read.ok) return fail({ field: field.name, ...read.error });
    values.push([name, read.value]);
  }
  const schedule = Object.fromEntries(values) as CronSchedule;
  if (isPossible(schedule)) return ok(schedule);
  const found = texts.slice(-3, -1).join(' ');
  const field = CRON_FIELDS.dayOfMonth.name;
  return fail({ field, found, allowed: 'a day that one of the months has' });
}

/** The first instant strictly after `afterMs` that a schedule names, read in IST; null when none comes in 41 years. */
export function nextCronMs(schedule: CronSchedule, afterMs: number): number | null {
  let date = istDate(afterMs);
  let afterTimeMs = istTimeOfDayMs(afterMs);
  for (let ahead = 0; ahead < DAYS_AHEAD_MAX; ahead += 1) {
    const timeMs = isOnDate(schedule, date) ? firstTimeMs(schedule, afterTimeMs) : null;
    if (timeMs !== null) return startOfIstDay(date) + timeMs;
    date = addDays(date, 1);
    afterTimeMs = -1;
  }
  return null;
}

/** Whether one of the months has one of the days, where plain days are all that is asked for. */
function isPossible({ dayOfMonth: { numbers, rules }, month }: CronSchedule): boolean {
  const longestDays = Math.max(...month.numbers.map((of) => LONGEST_MONTH_DAYS[of - 1] ?? 0));
  return rules.length > 0 || numbers.some((candidate) => candidate <= longestDays);
}

function isOnDate(schedule: CronSchedule, date: IstDate): boolean {
  const month = Number(date.slice(5, 7));
  if (!schedule.month.numbers.includes(month)) return false;
  const day = {
    dayOfMonth: Number(date.slice(8, 10)),
    daysInMonth: new Date(Date.UTC(Number(date.slice(0, 4)), month, 0)).getUTCDate(),
    weekday: weekday(date),
  };
  return (['dayOfMonth', 'weekday'] as const).every((of) => fits(schedule[of], day[of], day));
}

function fits({ numbers, rules }: CronValues, value: number, day: CronDay): boolean {
  return numbers.includes(value) || rules.some((rule) => rule(day));
}

/** The first time of day after `afterTimeMs` (milliseconds since midnight), or null. */
function firstTimeMs(schedule: CronSchedule, afterTimeMs: number): number | null {
  for (const hour of schedule.hour.numbers) {
    if ((hour + 1) * 3_600_000 <= afterTimeMs) continue;
    for (const minute of schedule.minute.numbers) {
      const minuteMs = hour * 3_600_000 + minute * 60_000;
      if (minuteMs + 60_000 <= afterTimeMs) continue;
      const second = schedule.second.numbers.find(
        (value) => minuteMs + value * 1_000 > afterTimeMs,
      );
      if (second !== undefined) return minuteMs + second * 1_000;
    }
  }
  return null;
}
