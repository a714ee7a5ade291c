import { fail, ok, type Result } from '../../base/result.ts';

/** One of the six fields of a cron expression: its values and the words that stand for them. */
export interface CronField {
  readonly name: string;
  readonly least: number;
  readonly most: number;
  /** Words of which the first three letters are enough; the first stands for `least`. */
  readonly words: readonly string[];
  /** What the field allows beside numbers, for messages. */
  readonly alsoAllowed: string;
}

/** Why a field cannot be read. */
export interface FieldProblem {
  readonly found: string;
  readonly allowed: string;
}

const RANGE = /^(\d{1,2})(?:-(\d{1,2}))?$/;
const STEPPED = /^(\*|\d{1,2}-\d{1,2})\/(\d{1,4})$/;

/** The numbers that one element of a field names (`*`, `5`, `1-5`, `22-3`, `0-59/15`), in the order written, or null. */
function fieldNumbers(field: CronField, element: string): readonly number[] | null {
  const [, stretch = element, step = '1'] = STEPPED.exec(element) ?? [];
  const bounds =
    stretch === '*' ? { first: field.least, last: field.most } : rangeBounds(field, stretch);
  const stepBy = Number(step);
  if (bounds === null || stepBy < 1) return null;
  const { least, most } = field;
  const size = most - least + 1;
  const { first, last } = bounds;
  // A range may run over the end: 22-3 are the hours of a night, fri-mon a long weekend.
  const span = first <= last ? last - first : last - first + size;
  const count = Math.floor(span / stepBy) + 1;
  return Array.from({ length: count }, (_, at) => least + ((first - least + at * stepBy) % size));
}

function rangeBounds(
  field: CronField,
  stretch: string,
): { readonly first: number; readonly last: number } | null {
  const [, first, last = first] = RANGE.exec(stretch) ?? [];
  const bounds = { first: Number(first), last: Number(last) };
  const isWithin = (value: number): boolean => value >= field.least && value <= highest(field);
  return isWithin(bounds.first) && isWithin(bounds.last) ? bounds : null;
}

/** Sunday is both 0 and 7. */
function highest(field: CronField): number {
  return field.words[0] === 'sunday' ? 7 : field.most;
}

/** A field split into its elements, in lower case, words turned into numbers. */
function fieldElements(field: CronField, text: string): readonly string[] {
  const lower = text.toLowerCase();
  if (field.words.length === 0) return lower.split(',');
  const short = field.words.map((word) => word.slice(0, 3));
  const pattern = new RegExp(
    `(?<![a-z\\d])(${[...field.words, ...short].join('|')})(?=l?(?:$|[-,/#]))`,
    'g',
  );
  const numbered = lower.replace(pattern, (word) =>
    String(field.least + short.indexOf(word.slice(0, 3))),
  );
  return numbered.split(',');
}

/** All numbers of a field, ascending and without repeats; the failure names the first element that cannot be read. */
export function parseNumbers(
  field: CronField,
  text: string,
): Result<readonly number[], FieldProblem> {
  const numbers = new Set<number>();
  for (const element of fieldElements(field, text)) {
    const named = fieldNumbers(field, element);
    if (named === null) return fail(fieldProblem(field, element));
    for (const value of named) numbers.add(value);
  }
  return ok([...numbers].sort((left, right) => left - right));
}

/** The failure for an element. */
function fieldProblem(field: CronField, element: string): FieldProblem {
  const range = `${String(field.least)}-${String(highest(field))}`;
  const words = field.words.length === 0 ? '' : `, ${(field.words[0] ?? '').slice(0, 3)}…`;
  return {
    found: element,
    allowed: `${range}${words}, *, lists (1,3), ranges (1-3), steps (*/5, 1-9/2)${field.alsoAllowed}`,
  };
}

/** A day as the day fields see it. */
export interface CronDay {
  readonly dayOfMonth: number;
  readonly daysInMonth: number;
  /** 0 Sunday to 6 Saturday. */
  readonly weekday: number;
}

/** What one element of a day field asks of a day. */
export type DayRule =
  | { readonly kind: 'days'; readonly days: readonly number[] }
  /** `L`, `L-3`: days before the last of the month. */
  | { readonly kind: 'from-last'; readonly before: number }
  /** `15W`: the Monday to Friday nearest to a day, within its month; null for the last day, `LW`. */
  | { readonly kind: 'nearest-workday'; readonly to: number | null }
  | { readonly kind: 'weekdays'; readonly weekdays: readonly number[] }
  /** `4#2`: the second Thursday. */
  | { readonly kind: 'nth-weekday'; readonly weekday: number; readonly nth: number }
  /** `4L`: the last Thursday. */
  | { readonly kind: 'last-weekday'; readonly weekday: number };

/** The rules of a day-of-month field. */
export function parseDaysOfMonth(
  field: CronField,
  text: string,
): Result<readonly DayRule[], FieldProblem> {
  return parseRules(field, text === '?' ? '*' : text, (element) => {
    if (element.startsWith('l') && element !== 'lw') return lastDayRule(element);
    if (element.endsWith('w')) return workdayRule(element);
    const days = fieldNumbers(field, element);
    return days === null ? null : { kind: 'days', days };
  });
}

function lastDayRule(element: string): DayRule | null {
  const match = /^l(?:-([1-9]|[12]\d|30))?$/.exec(element);
  return match === null ? null : { kind: 'from-last', before: Number(match[1] ?? 0) };
}

function workdayRule(element: string): DayRule | null {
  const match = /^(?:l|([1-9]|[12]\d|3[01]))w$/.exec(element);
  if (match === null) return null;
  return { kind: 'nearest-workday', to: match[1] === undefined ? null : Number(match[1]) };
}

/** The rules of a weekday field. */
export function parseWeekdays(
  field: CronField,
  text: string,
): Result<readonly DayRule[], FieldProblem> {
  return parseRules(field, text === '?' ? '*' : text, (element) => {
    const [, day, how] = /^([0-7])(l|#[1-5])$/.exec(element) ?? [];
    const weekday = Number(day) % 7;
    if (how === 'l') return { kind: 'last-weekday', weekday };
    if (how !== undefined) return { kind: 'nth-weekday', weekday, nth: Number(how.slice(1)) };
    const weekdays = fieldNumbers(field, element);
    return weekdays === null ? null : { kind: 'weekdays', weekdays };
  });
}

function parseRules(
  field: CronField,
  text: string,
  parse: (element: string) => DayRule | null,
): Result<readonly DayRule[], FieldProblem> {
  const rules: DayRule[] = [];
  for (const element of fieldElements(field, text)) {
    const rule = parse(element);
    if (rule === null) return fail(fieldProblem(field, element));
    rules.push(rule);
  }
  return ok(rules);
}

/** Whether a day is what a rule asks for. */
export function matchesDay(rule: DayRule, day: CronDay): boolean {
  const { dayOfMonth, daysInMonth, weekday } = day;
  switch (rule.kind) {
    case 'days':
      return rule.days.includes(dayOfMonth);
    case 'weekdays':
      return rule.weekdays.includes(weekday);
    case 'from-last':
      return dayOfMonth === daysInMonth - rule.before;
    case 'nearest-workday':
      return dayOfMonth === nearestWorkday(rule.to ?? daysInMonth, day);
    case 'nth-weekday':
      return weekday === rule.weekday && Math.ceil(dayOfMonth / 7) === rule.nth;
    case 'last-weekday':
      return weekday === rule.weekday && dayOfMonth + 7 > daysInMonth;
  }
}

/** The Monday to Friday nearest to day `target` of the month of `day`, or 0 when the month has no such day. */
function nearestWorkday(target: number, day: CronDay): number {
  if (target > day.daysInMonth) return 0;
  const weekday = (((day.weekday + target - day.dayOfMonth) % 7) + 7) % 7;
  if (weekday === 6) return target === 1 ? 3 : target - 1;
  if (weekday === 0) return target === day.daysInMonth ? target - 2 : target + 1;
  return target;
}
