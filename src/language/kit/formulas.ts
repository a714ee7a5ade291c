import { type ClockTime, instantAt, isClockTime, istTimeOfDayMs } from '../../model/time/ist.ts';
import { InvalidCommand } from '../../strategy/commands.ts';
import { fieldKey } from '../sources/own-sources.ts';
import { parseExpression } from '../expressions/parse-expression.ts';
import { type BinaryOperator, type Expression, type ValueType } from '../expressions/expression.ts';

/**
 * Something that rules compute from what a run has seen: a value, or a condition, as an expression in YAML is (docs/yaml-rules.md).
 * It is not known while a value that decides it has not been seen, and what is not known is not true.
 */
export type Formula = Expression;

/** A formula, or a plain number: beside a price it means points. */
export type Operand = Formula | number;

/** How two values compare. */
export type ComparisonSign = Extract<BinaryOperator, '<' | '<=' | '=' | '!=' | '>=' | '>'>;

const SPAN = { startOffset: 0, endOffset: 0 };

/** What rules can read. Prices of bars are those of the last complete bar. */
export const fact = {
  /** Level of the index as last seen, points; of the strategy's underlying, or of another one. */
  index: (symbol?: string): Formula =>
    symbol === undefined ? name('index') : call('index', [name(symbol)]),
  /** Time of day in IST. */
  time: (): Formula => name('time'),
  /** Profit of the run so far before costs, with what is open at its last prices. */
  profit: (): Formula => name('profit'),
  /** Last premium of the leg's open position, points. */
  price: (leg: string): Formula => call('price', [legName(leg)]),
  /** Average price at which the leg's open position was entered, points. */
  entry: (leg: string): Formula => call('entry', [legName(leg)]),
  /** Open lots of the leg: above 0 bought, below 0 sold, 0 flat. */
  lots: (leg: string): Formula => call('lots', [legName(leg)]),
  /** A price of a bar of so many minutes, points; of the strategy's underlying, or of another index. */
  bar: (price: 'open' | 'high' | 'low' | 'close', minutes: number, symbol?: string): Formula =>
    call(price, [duration(minutes), ...(symbol === undefined ? [] : [name(symbol)])]),
  /** An indicator by the name and with the settings that a file gives it: `ema`, `[9]`, on bars of so many minutes. */
  indicator: (
    indicator: string,
    settings: readonly number[],
    { minutes, symbol }: { readonly minutes: number; readonly symbol?: string },
  ): Formula =>
    call(indicator, [
      ...settings.map(asFormula),
      duration(minutes),
      ...(symbol === undefined ? [] : [name(symbol)]),
    ]),
  /** A field of a source that the rules read: see `sources` of `legRules`. */
  source: (source: string, field: string): Formula => name(fieldKey(source, field)),
  /** A variable of the rules, or a parameter that they read. */
  variable: (variable: string): Formula => name(variable),
} as const;

/** Values with a unit. */
export const value = {
  points: (points: number): Formula => literal('price', Math.round(points * 100)),
  rupees: (rupees: number): Formula => literal('money', Math.round(rupees * 100)),
  percent: (percent: number): Formula => literal('percent', percent),
  /** A time of day in IST. `@throws {InvalidCommand}` for what is not one */
  clock: (time: ClockTime): Formula => literal('time', timeOfDayMs(time)),
  /** A stretch of time. */
  milliseconds: (milliseconds: number): Formula => literal('duration', milliseconds),
} as const;

/** Whether two values compare so. */
export function compare(left: Operand, operator: ComparisonSign, right: Operand): Formula {
  return binary(left, operator, right);
}

/** Two values added, subtracted, multiplied or divided. Money, prices and times stay whole paise and milliseconds. */
export function calculate(left: Operand, operator: '+' | '-' | '*' | '/', right: Operand): Formula {
  return binary(left, operator, right);
}

/** A value with its sign turned. */
export function negative(of: Formula): Formula {
  return { kind: 'unary', operator: '-', operand: of, span: SPAN };
}

/** Whether a condition is false. */
export function not(condition: Formula): Formula {
  return { kind: 'unary', operator: 'not', operand: condition, span: SPAN };
}

/** Whether every condition is true. One that is false decides, whatever is not known. */
export function allOf(first: Formula, ...others: readonly Formula[]): Formula {
  return others.reduce((left, right) => binary(left, 'and', right), first);
}

/** Whether a condition is true. One that is true decides, whatever is not known. */
export function anyOf(first: Formula, ...others: readonly Formula[]): Formula {
  return others.reduce((left, right) => binary(left, 'or', right), first);
}

/** A plain number as a formula. */
export function asFormula(operand: Operand): Formula {
  return typeof operand === 'number' ? literal('number', operand) : operand;
}

function binary(left: Operand, operator: BinaryOperator, right: Operand): Formula {
  return { kind: 'binary', operator, left: asFormula(left), right: asFormula(right), span: SPAN };
}

function literal(type: ValueType, written: number): Formula {
  return { kind: 'literal', type, value: written, span: SPAN };
}

function name(written: string): Formula {
  return { kind: 'name', name: written, span: SPAN };
}

/** The name of a leg as a file has it: in quotes only where it would be read as something else. */
function legName(leg: string): Formula {
  const read = parseExpression(leg);
  const isName = read.ok && read.value.kind === 'name';
  return isName ? name(leg) : { kind: 'quoted', text: leg, span: SPAN };
}

function call(written: string, given: readonly Formula[]): Formula {
  return { kind: 'call', name: written, arguments: given, span: SPAN };
}

function duration(minutes: number): Formula {
  return literal('duration', minutes * 60_000);
}

function timeOfDayMs(time: ClockTime): number {
  if (isClockTime(time)) return istTimeOfDayMs(instantAt('2026-01-01', time));
  throw new InvalidCommand(`Cannot take ${time} as a time: wanted HH:MM or HH:MM:SS`);
}
