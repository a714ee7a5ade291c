import { type Command } from 'commander';

import {
  type Calendar,
  type CalendarDay,
  createCalendar,
  type Session,
} from '../../../model/time/calendar.ts';
import {
  addDays,
  istClock,
  istDate,
  type IstDate,
  weekday,
  WEEKDAY_NAMES,
} from '../../../model/time/ist.ts';
import { loadMarketTables } from '../../../settings/market/market-tables.ts';
import { type CliContext } from '../cli-context.ts';
import { readSettings } from '../files/read-settings.ts';
import { declare, JSON_LINE, type OptionsOf } from '../options/declared-option.ts';
import { parseDate, parseYear } from '../options/option-parsers.ts';
import { printJson, printLines } from '../output.ts';
import { type Line, span, tableLines } from '../view/span.ts';

const OPTIONS = [
  ['--year <year>', 'all special days of a year', parseYear],
  ['--config <file>', 'configuration with late holidays and extra sessions'],
  JSON_LINE,
] as const;

type Options = OptionsOf<typeof OPTIONS>;

const HELP = `
Examples:
  sauda calendar                  today
  sauda calendar 2026-11-24       a date
  sauda calendar --year 2026      holidays and special sessions of a year`;

/** `sauda calendar`: what the exchange does on a date or in a year. */
export function addCalendar(command: Command, context: CliContext): void {
  declare(command, OPTIONS, HELP)
    .argument('[date]', 'YYYY-MM-DD; today in IST when left out', parseDate)
    .action((date: IstDate | undefined, options: Options) => {
      const settings = readSettings(context, { config: options.config, secrets: 'skipped' });
      const tables = loadMarketTables(undefined, settings.calendar ?? undefined);
      const calendar = createCalendar(tables.calendar);
      const { json, lines } =
        options.year === undefined
          ? shownDay(calendar, date ?? istDate(Date.now()))
          : shownYear(calendar, options.year);
      if (options.json !== true) printLines(context, lines);
      else printJson(context, { schemaVersion: 1, ...json });
    });
}

/** What is printed, in both forms. */
interface Shown {
  readonly json: object;
  readonly lines: readonly Line[];
}

function shownDay(calendar: Calendar, date: IstDate): Shown {
  const day = calendar.day(date);
  const next = calendar.nextTradingDay(date);
  const previous = calendar.previousTradingDay(date);
  const { verifiedThrough } = calendar;
  const rows = [
    ['trading day', dayKind(day)],
    ...day.sessions.map((session) => ['session', sessionText(session)]),
    ...(day.window === null ? [] : [['activation window', sessionText(day.window)]]),
    ['previous, next', `${previous}, ${next}`],
    ['verified', day.isVerified ? 'yes' : notVerified(calendar, date)],
  ].map(([name = '', text = '']) => [span(`  ${name}`, 'dim'), text]);
  return {
    json: { verifiedThrough, ...jsonDay(day), previous, next },
    lines: [span(`${date} ${WEEKDAY_NAMES[weekday(date)] ?? ''}`, 'bold'), ...tableLines([], rows)],
  };
}

function notVerified(calendar: Calendar, date: IstDate): string {
  const { verifiedFrom, verifiedThrough } = calendar;
  if (date < verifiedFrom) {
    return `no, the calendar begins on ${verifiedFrom}: neither holidays nor hours are known`;
  }
  const why =
    date > verifiedThrough
      ? `the calendar was checked for dates through ${verifiedThrough}`
      : 'the hours of this date are not known for certain';
  return `no, ${why}: paper warns, live refuses`;
}

function dayKind(day: CalendarDay): string {
  const word = day.isTradingDay ? 'yes' : 'no';
  return day.occasion === null ? word : `${word}: ${day.occasion}`;
}

function sessionText({ startMs, endMs }: Session): string {
  return `${istClock(startMs)} to ${istClock(endMs)} IST`;
}

function shownYear(calendar: Calendar, year: number): Shown {
  const { verifiedFrom, verifiedThrough } = calendar;
  const days = daysOf(year).map((date) => calendar.day(date));
  const tradingDays = days.filter((day) => day.isTradingDay && day.isMuhurat !== true).length;
  const muhuratSessions = days.filter((day) => day.isMuhurat === true).length;
  const special = days.filter(isSpecial);
  const apart = muhuratSessions === 0 ? '' : `, and ${String(muhuratSessions)} Muhurat session`;
  const rows = special.map((day) => [
    `  ${day.date}`,
    span((WEEKDAY_NAMES[weekday(day.date)] ?? '').slice(0, 3), 'dim'),
    day.isTradingDay ? day.sessions.map(shortSession).join(', ') || 'hours unknown' : 'closed',
    `${day.occasion ?? ''}${day.isVerified ? '' : ' (not verified)'}`,
  ]);
  return {
    json: { year, verifiedThrough, tradingDays, muhuratSessions, days: special.map(jsonDay) },
    lines: [
      [
        span(`${String(year)}: ${String(tradingDays)} trading days`, 'bold'),
        apart,
        span(doubtOf(days, special), 'warning'),
      ],
      ...tableLines([], rows),
      span(`  checked for dates from ${verifiedFrom} through ${verifiedThrough}`, 'dim'),
    ],
  };
}

/** What to add where the table does not cover the start of the year; the verified dates are printed below. */
function doubtOf(days: readonly CalendarDay[], special: readonly CalendarDay[]): string {
  const first = days.find(({ date }) => ![0, 6].includes(weekday(date)));
  if (first?.isVerified === true) return '';
  return special.length === 0 ? '; not verified: no holidays are known' : '; not verified';
}

function daysOf(year: number): readonly IstDate[] {
  const dates: IstDate[] = [];
  const prefix = String(year);
  for (let date = `${prefix}-01-01`; date.startsWith(prefix); date = addDays(date, 1)) {
    dates.push(date);
  }
  return dates;
}

/** A weekday without a session, or a day with a name of its own that is no plain weekend. */
function isSpecial(day: CalendarDay): boolean {
  const isWeekend = [0, 6].includes(weekday(day.date));
  return isWeekend ? day.isTradingDay : !day.isTradingDay || day.occasion !== null;
}

function shortSession({ startMs, endMs }: Session): string {
  return `${istClock(startMs).slice(0, 5)}-${istClock(endMs).slice(0, 5)}`;
}

function jsonDay(day: CalendarDay): object {
  const clock = ({ startMs, endMs }: Session): object => ({
    from: istClock(startMs),
    to: istClock(endMs),
  });
  return {
    date: day.date,
    isTradingDay: day.isTradingDay,
    isMuhurat: day.isMuhurat === true,
    occasion: day.occasion,
    sessions: day.sessions.map(clock),
    window: day.window === null ? null : clock(day.window),
    isVerified: day.isVerified,
  };
}
