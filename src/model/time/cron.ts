import { fail, ok, type Result } from '../../base/result.ts';
import {
  type CronField,
  type DayRule,
  type FieldProblem,
  matchesDay,
  parseDaysOfMonth,
  parseNumbers,
  parseWeekdays,
} from './cron-fields.ts';
import { addDays, istDate, type IstDate, istTimeOfDayMs, startOfIstDay, weekday } from './ist.ts';

/** A cron expression that was read. Day of month, month and weekday must all fit, as in node-cron. */
export interface CronSchedule {
  /** As written. */
  readonly expression: string;
  readonly seconds: readonly number[];
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  /** A day fits when one of these does. */
  readonly daysOfMonth: readonly DayRule[];
  readonly months: readonly number[];
  /** A day fits when one of these does. */
  readonly weekdays: readonly DayRule[];
}

/** Why a text is no cron expression. */
export interface CronProblem {
  /** Which field, or `expression` for the whole. */
  readonly field: string;
  readonly found: string;
  readonly allowed: string;
}

const NICKNAMES: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
};

const MONTH_NAMES = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const DAY_NAMES = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

const SECOND: CronField = { name: 'second', least: 0, most: 59, words: [], alsoAllowed: '' };
const MINUTE: CronField = { ...SECOND, name: 'minute' };
const HOUR: CronField = { ...SECOND, name: 'hour', most: 23 };
const DAY_OF_MONTH: CronField = {
  ...SECOND,
  name: 'day of month',
  least: 1,
  most: 31,
  alsoAllowed: ', ?, L, L-3, 15W, LW',
};
const MONTH: CronField = { ...SECOND, name: 'month', least: 1, most: 12, words: MONTH_NAMES };
const WEEKDAY: CronField = {
  ...SECOND,
  name: 'weekday',
  most: 6,
  words: DAY_NAMES,
  alsoAllowed: ', ?, 4L, 4#2',
};

const LONGEST_MONTH_DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
/** A 29 February on a given weekday comes at most 40 years after the last. */
const DAYS_AHEAD_MAX = 41 * 366;

/**
 * Reads a cron expression of 5 fields (minute, hour, day of month, month, weekday) or 6 (second first), in node-cron's
 * dialect: `*`, lists, ranges, steps, names, 7 for Sunday, `?`, `L`, `W`, `#` and `@daily` and its like.
 */
export function parseCron(expression: string): Result<CronSchedule, CronProblem> {
  const resolved = NICKNAMES[expression.trim().toLowerCase()] ?? expression;
  const texts = resolved.replace(/^ +| +$/g, '').split(/ +/);
  if (texts.length !== 5 && texts.length !== 6) {
    const allowed = '5 fields (minute hour day-of-month month weekday), or 6 with the second first';
    return fail({ field: 'expression', found: expression, allowed });
  }
  const parsed = parseFields(texts.length === 5 ? ['0', ...texts] : texts);
  if (!parsed.ok) return parsed;
  const { daysOfMonth, months } = parsed.value;
  if (isPossible(daysOfMonth, months)) return ok({ expression, ...parsed.value });
  const found = texts.slice(-3, -1).join(' ');
  return fail({ field: DAY_OF_MONTH.name, found, allowed: 'a day that one of the months has' });
}

function parseFields(
  texts: readonly string[],
): Result<Omit<CronSchedule, 'expression'>, CronProblem> {
  const [second = '', minute = '', hour = '', dayOfMonth = '', month = '', day = ''] = texts;
  const problems: CronProblem[] = [];
  const read = <Value>(
    field: CronField,
    text: string,
    parse: (field: CronField, text: string) => Result<readonly Value[], FieldProblem>,
  ): readonly Value[] => {
    const result = parse(field, text);
    if (result.ok) return result.value;
    problems.push({ field: field.name, ...result.error });
    return [];
  };
  const schedule = {
    seconds: read(SECOND, second, parseNumbers),
    minutes: read(MINUTE, minute, parseNumbers),
    hours: read(HOUR, hour, parseNumbers),
    daysOfMonth: read(DAY_OF_MONTH, dayOfMonth, parseDaysOfMonth),
    months: read(MONTH, month, parseNumbers),
    weekdays: read(WEEKDAY, day, parseWeekdays),
  };
  const [first] = problems;
  return first === undefined ? ok(schedule) : fail(first);
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
function isPossible(rules: readonly DayRule[], months: readonly number[]): boolean {
  const longestDays = Math.max(...months.map((month) => LONGEST_MONTH_DAYS[month - 1] ?? 0));
  return rules.some(
    (rule) => rule.kind !== 'days' || rule.days.some((candidate) => candidate <= longestDays),
  );
}

function isOnDate(schedule: CronSchedule, date: IstDate): boolean {
  const month = Number(date.slice(5, 7));
  if (!schedule.months.includes(month)) return false;
  const day = {
    dayOfMonth: Number(date.slice(8, 10)),
    daysInMonth: new Date(Date.UTC(Number(date.slice(0, 4)), month, 0)).getUTCDate(),
    weekday: weekday(date),
  };
  return (
    schedule.daysOfMonth.some((rule) => matchesDay(rule, day)) &&
    schedule.weekdays.some((rule) => matchesDay(rule, day))
  );
}

/** The first time of day after `afterTimeMs` (milliseconds since midnight), or null. */
function firstTimeMs(schedule: CronSchedule, afterTimeMs: number): number | null {
  for (const hour of schedule.hours) {
    if ((hour + 1) * 3_600_000 <= afterTimeMs) continue;
    for (const minute of schedule.minutes) {
      const minuteMs = hour * 3_600_000 + minute * 60_000;
      if (minuteMs + 60_000 <= afterTimeMs) continue;
      const second = schedule.seconds.find((value) => minuteMs + value * 1_000 > afterTimeMs);
      if (second !== undefined) return minuteMs + second * 1_000;
    }
  }
  return null;
}
