import { fail, ok, type Result } from '../../base/result.ts';
import { WEEKDAY_NAMES } from './ist.ts';

/** A day as the day fields see it. */
export interface CronDay {
  readonly dayOfMonth: number;
  readonly daysInMonth: number;
  /** 0 Sunday to 6 Saturday. */
  readonly weekday: number;
}

/** Whether a day is what one element of a day field asks for beside numbers. */
export type DayRule = (day: CronDay) => boolean;

/** What a field names: one of its numbers or rules must fit. */
export interface CronValues {
  /** Ascending, without repeats. */
  readonly numbers: readonly number[];
  readonly rules: readonly DayRule[];
}

/** One of the six fields of a cron expression: its values and the words that stand for them. */
interface CronField {
  readonly name: string;
  readonly least: number;
  readonly most: number;
  /** Words of which the first three letters are enough; the first stands for `least`. @default none */
  readonly words?: readonly string[];
  /** What a day field allows beside numbers: for messages, and the rule of an element; null for other elements. */
  readonly special?: {
    readonly allowed: string;
    readonly read: (element: string) => DayRule | null;
  };
}

/** Why a field cannot be read. */
export interface FieldProblem {
  readonly found: string;
  readonly allowed: string;
}

const MONTH_WORDS =
  'january february march april may june july august september october november december'.split(
    ' ',
  );

/** The fields, in the order in which an expression of six has them. */
export const CRON_FIELDS = {
  second: { name: 'second', least: 0, most: 59 },
  minute: { name: 'minute', least: 0, most: 59 },
  hour: { name: 'hour', least: 0, most: 23 },
  dayOfMonth: {
    name: 'day of month',
    least: 1,
    most: 31,
    special: { allowed: ', ?, L, L-3, 15W, LW', read: ruleOfMonth },
  },
  month: { name: 'month', least: 1, most: 12, words: MONTH_WORDS },
  weekday: {
    name: 'weekday',
    least: 0,
    most: 6,
    words: WEEKDAY_NAMES.map((name) => name.toLowerCase()),
    special: { allowed: ', ?, 4L, 4#2', read: ruleOfWeek },
  },
} as const satisfies Readonly<Record<string, CronField>>;

/** All that a field names; the failure names the first element that cannot be read. */
export function parseField(field: CronField, text: string): Result<CronValues, FieldProblem> {
  const numbers = new Set<number>();
  const rules: DayRule[] = [];
  for (const element of elementsOf(field, text)) {
    const rule = field.special?.read(element) ?? null;
    const named = rule === null ? numbersOf(field, element) : [];
    if (named === null) return fail({ found: element, allowed: allowedIn(field) });
    if (rule !== null) rules.push(rule);
    for (const value of named) numbers.add(value);
  }
  return ok({ numbers: [...numbers].sort((left, right) => left - right), rules });
}

/** A field split into its elements, in lower case, words turned into numbers. */
function elementsOf({ least, words = [], special }: CronField, text: string): readonly string[] {
  if (special !== undefined && text === '?') return ['*'];
  const lower = text.toLowerCase();
  if (words.length === 0) return lower.split(',');
  const short = words.map((word) => word.slice(0, 3));
  const word = new RegExp(
    `(?<![a-z\\d])(${[...words, ...short].join('|')})(?=l?(?:$|[-,/#]))`,
    'g',
  );
  return lower
    .replace(word, (found) => String(least + short.indexOf(found.slice(0, 3))))
    .split(',');
}

const RANGE = /^(\d{1,2})(?:-(\d{1,2}))?$/;
const STEPPED = /^(\*|\d{1,2}-\d{1,2})\/(\d{1,4})$/;

/** The numbers that one element of a field names (`*`, `5`, `1-5`, `22-3`, `0-59/15`), in the order written, or null. */
function numbersOf(field: CronField, element: string): readonly number[] | null {
  const { least, most } = field;
  const [, stretch = element, step = '1'] = STEPPED.exec(element) ?? [];
  const [, start, end = start] = RANGE.exec(stretch) ?? [];
  const [first, last] = stretch === '*' ? [least, most] : [Number(start), Number(end)];
  const stepBy = Number(step);
  const isWithin = [first, last].every((value) => value >= least && value <= highest(field));
  if (!isWithin || stepBy < 1) return null;
  const size = most - least + 1;
  // A range may run over the end: 22-3 are the hours of a night, fri-mon a long weekend.
  const span = first <= last ? last - first : last - first + size;
  const count = Math.floor(span / stepBy) + 1;
  return Array.from({ length: count }, (_, at) => least + ((first - least + at * stepBy) % size));
}

/** Sunday is both 0 and 7. */
function highest({ name, most }: CronField): number {
  return name === 'weekday' ? 7 : most;
}

function allowedIn(field: CronField): string {
  const { least, words: [word] = [], special } = field;
  const words = word === undefined ? '' : `, ${word.slice(0, 3)}…`;
  return `${String(least)}-${String(highest(field))}${words}, *, lists (1,3), ranges (1-3), steps (*/5, 1-9/2)${special?.allowed ?? ''}`;
}

/** `L`, `L-3`: days before the last of the month. `15W`, `LW`: the Monday to Friday nearest to a day, within its month. */
function ruleOfMonth(element: string): DayRule | null {
  const [isLast, before = 0] = /^l(?:-([1-9]|[12]\d|30))?$/.exec(element) ?? [];
  if (isLast !== undefined) {
    return ({ dayOfMonth, daysInMonth }) => dayOfMonth === daysInMonth - Number(before);
  }
  const [isWorkday, to] = /^(?:l|([1-9]|[12]\d|3[01]))w$/.exec(element) ?? [];
  if (isWorkday === undefined) return null;
  return (day) => day.dayOfMonth === nearestWorkday(Number(to ?? day.daysInMonth), day);
}

/** `4#2`: the second Thursday. `4L`: the last one. */
function ruleOfWeek(element: string): DayRule | null {
  const [, asked, how] = /^([0-7])(l|#[1-5])$/.exec(element) ?? [];
  if (how === undefined) return null;
  const isTheWeekday = ({ weekday }: CronDay): boolean => weekday === Number(asked) % 7;
  if (how === 'l') return (day) => isTheWeekday(day) && day.dayOfMonth + 7 > day.daysInMonth;
  return (day) => isTheWeekday(day) && Math.ceil(day.dayOfMonth / 7) === Number(how.slice(1));
}

/** The Monday to Friday nearest to day `target` of the month of `day`, or 0 when the month has no such day. */
function nearestWorkday(target: number, day: CronDay): number {
  if (target > day.daysInMonth) return 0;
  const weekday = (((day.weekday + target - day.dayOfMonth) % 7) + 7) % 7;
  if (weekday === 6) return target === 1 ? 3 : target - 1;
  if (weekday === 0) return target === day.daysInMonth ? target - 2 : target + 1;
  return target;
}
