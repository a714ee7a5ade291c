import { nearestWord } from '../../base/nearest-word.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { paiseFromRupees } from '../../model/money/money.ts';
import { parseDuration } from '../../model/time/duration.ts';
import { type ClockTime, isClockTime } from '../../model/time/ist.ts';
import { shownText } from '../../text/finding.ts';
import { type ExpressionProblem, type ValueType } from './expression.ts';

/** Most characters of an expression: what is longer is hard to read, and slow to check. */
export const EXPRESSION_CHARS_MAX = 500;

/** One word of an expression. */
export interface Token {
  readonly kind: 'literal' | 'quoted' | 'word' | 'sign' | 'end';
  /** As written; of a quoted text what stands between the quotes. */
  readonly text: string;
  readonly startOffset: number;
  readonly endOffset: number;
  /** Of a literal. @default none */
  readonly literal?: { readonly type: ValueType; readonly value: number } | undefined;
}

/** Longest first: `<=` is not `<` and `=`. */
const SIGNS = ['<=', '>=', '!=', '<', '>', '=', '+', '-', '*', '/', '(', ')', ','];
/** What people write for a sign of this language. */
const OTHER_SIGNS: ReadonlyMap<string, string> = new Map([
  ['==', '='],
  ['=>', '>='],
  ['=<', '<='],
  ['<>', '!='],
  ['&&', 'and'],
  ['||', 'or'],
  ['!', 'not'],
  ['₹', 'the amount as 5000 rupees'],
]);
const SIGNS_ALLOWED = 'names, numbers, and, or, not, < <= = != >= > + - * / ( )';
const NUMBER_ALLOWED =
  'a number of up to 9 digits and 4 decimals, with %, points or rupees; a time such as 09:20; a duration such as 5m';
const UNITS = ['rupees', 'rupee', 'points', 'point'];

type Read = Result<Token, ExpressionProblem>;

/** The words of an expression, the end included, or the first problem. Reads each character a bounded number of times. */
export function readTokens(text: string): Result<readonly Token[], ExpressionProblem> {
  if (text.length > EXPRESSION_CHARS_MAX) {
    const allowed = `at most ${String(EXPRESSION_CHARS_MAX)} characters`;
    const next = 'Split it into several conditions';
    return fail(wrong([0, text.length], { message: 'The expression is too long', allowed, next }));
  }
  const tokens: Token[] = [];
  for (let at = skipSpace(text, 0); at < text.length; at = skipSpace(text, at)) {
    const read = readToken(text, at);
    if (!read.ok) return read;
    tokens.push(read.value);
    at = read.value.endOffset;
  }
  tokens.push({ kind: 'end', text: '', startOffset: text.length, endOffset: text.length });
  return ok(tokens);
}

function readToken(text: string, at: number): Read {
  const first = text[at] ?? '';
  if (isDigit(first)) return readLiteral(text, at);
  if (isLetter(first)) return ok(token('word', text, [at, endOfName(text, at)]));
  if (first === '"' || first === "'") return readQuoted(text, at);
  return readSign(text, at);
}

function readSign(text: string, at: number): Read {
  const two = text.slice(at, at + 2);
  const sign = SIGNS.find((known) => text.startsWith(known, at));
  if (sign !== undefined && !OTHER_SIGNS.has(two)) {
    return ok(token('sign', text, [at, at + sign.length]));
  }
  const other = OTHER_SIGNS.has(two) ? two : String.fromCodePoint(text.codePointAt(at) ?? 0);
  const meant = OTHER_SIGNS.get(other);
  const message = `${shownText(other)} is not part of an expression`;
  const next = meant === undefined ? null : `Write ${meant}`;
  return fail(wrong([at, at + other.length], { message, allowed: SIGNS_ALLOWED, next }));
}

function readQuoted(text: string, at: number): Read {
  const end = text.indexOf(text[at] ?? '', at + 1);
  if (end < 0) {
    const message = 'A closing quote is missing';
    return fail(wrong([at, text.length], { message, allowed: null, next: 'Close the quote' }));
  }
  return ok({ ...token('quoted', text, [at, end + 1]), text: text.slice(at + 1, end) });
}

/** A number with what belongs to it: `30%`, `5000 rupees`, `09:20`, `5m`. */
function readLiteral(text: string, at: number): Read {
  const end = endOf(text, at, isLiteralPart);
  const written = text.slice(at, end);
  const unitAt = skipSpace(text, end);
  const unit = text.slice(unitAt, endOf(text, unitAt, isWordPart));
  if (isPlainNumber(written) && UNITS.includes(unit)) {
    const type = unit.startsWith('rupee') ? 'money' : 'price';
    const literal = { type, value: paiseFromRupees(Number(written)) } as const;
    return ok({ ...token('literal', text, [at, unitAt + unit.length]), literal });
  }
  const literal = literalOf(written);
  if (literal !== undefined) return ok({ ...token('literal', text, [at, end]), literal });
  const message = `Cannot read ${shownText(written)}`;
  const nearest = nearestLiteral(written);
  const next = nearest === null ? null : `Write ${nearest}`;
  return fail({ ...wrong([at, end], { message, allowed: NUMBER_ALLOWED, next }), nearest });
}

function literalOf(written: string): Token['literal'] {
  if (isPlainNumber(written)) return { type: 'number', value: Number(written) };
  const share = written.slice(0, -1);
  if (written.endsWith('%') && isPlainNumber(share)) {
    return { type: 'percent', value: Number(share) };
  }
  if (isClockTime(written)) return { type: 'time', value: timeOfDayMs(written) };
  // The form bounds the number as well: one with a unit is never longer than a few characters.
  const duration = written.length > 16 ? null : parseDuration(written);
  return duration?.ok === true ? { type: 'duration', value: duration.value } : undefined;
}

function timeOfDayMs(time: ClockTime): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  return hours * 3_600_000 + minutes * 60_000 + seconds * 1_000;
}

function nearestLiteral(written: string): string | null {
  if (written.length > 16) return null;
  const bare = written.replaceAll(/[,_]/g, '');
  const words = [afternoon(bare), bare, `0${bare}`];
  const minutes = /^(\d+(?:\.\d+)?)(mins?|minutes?|secs?|seconds?|hrs?|hours?)$/.exec(bare);
  if (minutes !== null) words.push(`${minutes[1] ?? ''}${minutes[2]?.[0] ?? ''}`);
  const fitting = words.find((word) => word !== written && literalOf(word) !== undefined);
  return fitting ?? nearestWord(written, UNITS);
}

/** `3:10` as a time of the market's day: before four it is the afternoon. */
function afternoon(text: string): string {
  return text.replace(/^([1-3])(?=:[0-5]\d)/, (hour) => String(Number(hour) + 12));
}

const DIGITS_MAX = 9;
const DECIMALS_MAX = 4;
const PLAIN_NUMBER = /^\d{1,9}(\.\d{1,4})?$/;

function isPlainNumber(text: string): boolean {
  return text.length <= DIGITS_MAX + 1 + DECIMALS_MAX && PLAIN_NUMBER.test(text);
}

function token(kind: Token['kind'], text: string, [startOffset, endOffset]: Stretch): Token {
  return { kind, text: text.slice(startOffset, endOffset), startOffset, endOffset };
}

type Stretch = readonly [start: number, end: number];

function wrong(
  [startOffset, endOffset]: Stretch,
  parts: Pick<ExpressionProblem, 'message' | 'allowed' | 'next'>,
): ExpressionProblem {
  return { span: { startOffset, endOffset }, nearest: null, ...parts };
}

/** Of a word, or of several with a dot between two: the field of a source. */
function endOfName(text: string, from: number): number {
  let end = endOf(text, from, isWordPart);
  while (text[end] === '.' && isLetter(text[end + 1] ?? '')) end = endOf(text, end + 1, isWordPart);
  return end;
}

function skipSpace(text: string, from: number): number {
  return endOf(text, from, isSpace);
}

function endOf(text: string, from: number, fits: (character: string) => boolean): number {
  let at = from;
  while (at < text.length && fits(text[at] ?? '')) at += 1;
  return at;
}

function isSpace(character: string): boolean {
  return character === ' ' || character === '\n' || character === '\t' || character === '\r';
}

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9';
}

function isLetter(character: string): boolean {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
}

function isWordPart(character: string): boolean {
  return isLetter(character) || isDigit(character) || character === '_';
}

/** All that can stand in a number, a time or a duration, and what people write there by mistake. */
function isLiteralPart(character: string): boolean {
  return isWordPart(character) || character === '.' || character === ':' || character === '%';
}
