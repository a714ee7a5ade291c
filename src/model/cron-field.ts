import { fail, ok, type Result } from '../base/result.ts';

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
export function fieldNumbers(field: CronField, element: string): readonly number[] | null {
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
export function fieldElements(field: CronField, text: string): readonly string[] {
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
export function fieldProblem(field: CronField, element: string): FieldProblem {
  const range = `${String(field.least)}-${String(highest(field))}`;
  const words = field.words.length === 0 ? '' : `, ${(field.words[0] ?? '').slice(0, 3)}…`;
  return {
    found: element,
    allowed: `${range}${words}, *, lists (1,3), ranges (1-3), steps (*/5, 1-9/2)${field.alsoAllowed}`,
  };
}
