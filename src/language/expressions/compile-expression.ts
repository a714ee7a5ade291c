import { nearestWord } from '../../base/nearest-word.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { alternatives, shownText } from '../../text/finding.ts';
import { type TextSpan } from '../../text/yaml-source.ts';
import { barMinutesIn } from './bar-length.ts';
import { fieldFact, fieldsOf } from './compile-field.ts';
import { exampleOf, indexFact } from './compile-indicator.ts';
import {
  type BinaryOperator,
  type Expression,
  type ExpressionProblem,
  type Value,
  type ValueType,
} from './expression.ts';
import { INDICATORS } from './indicators.ts';
import {
  type Fact,
  factKey,
  type Facts,
  type NameEntry,
  NAMES,
  type NamesInFile,
} from './names.ts';
import { numberBesideShare } from './number-beside-share.ts';
import { operationOf } from './operations.ts';
import { parseExpression } from './parse-expression.ts';
import { printExpression } from './print-expression.ts';
import { problemAt } from './expression-problem.ts';
import { nameHint, shareHint } from './trader-hints.ts';

/** An expression that can be evaluated: its type is known, and what it needs. */
export interface CompiledExpression {
  readonly type: ValueType;
  /** Its value now; null while something that decides it has not been seen yet, or is no number (a division by zero). */
  readonly evaluate: (facts: Facts) => Value | null;
  /** What it reads. */
  readonly facts: readonly Fact[];
}

type Compiled = Result<CompiledExpression, ExpressionProblem>;

/** Reads and checks an expression; the first thing that is wrong with it, with its place, where it cannot be evaluated. */
export function compileExpression(text: string, names: NamesInFile): Compiled {
  const expression = parseExpression(text);
  return expression.ok ? compileParsed(expression.value, names) : expression;
}

/** The same for an expression that must be a condition. */
export function compileCondition(text: string, names: NamesInFile): Compiled {
  const compiled = compileExpression(text, names);
  if (!compiled.ok || compiled.value.type === 'condition') return compiled;
  const span = { startOffset: 0, endOffset: text.length };
  const message = `This is ${TYPE_WORDS[compiled.value.type]}, not a condition`;
  return fail(
    problemAt(span, message, {
      allowed: 'something that is true or false',
      next: 'Compare it, for example index > 24500',
    }),
  );
}

/** Each type in words. */
export const TYPE_WORDS: Readonly<Record<ValueType, string>> = {
  number: 'a number',
  percent: 'a percentage',
  money: 'an amount in rupees',
  price: 'a price',
  time: 'a time of day',
  duration: 'a duration',
  condition: 'a condition',
};

/** Checks an expression that was read already, or was built by code. */
export function compileParsed(expression: Expression, names: NamesInFile): Compiled {
  switch (expression.kind) {
    case 'literal':
      return ok({ type: expression.type, evaluate: () => expression.value, facts: [] });
    case 'quoted':
      return fail(
        problemAt(expression.span, 'A text has no value', {
          allowed: 'texts only as the name of a leg, as in price("sold-ce")',
        }),
      );
    case 'name':
      return compileName(expression, names);
    case 'call':
      return compileCall(expression, names);
    case 'unary':
      return compileUnary(expression, names);
    case 'binary':
      return compileBinary(expression, names);
  }
}

function compileName(expression: Of<'name'>, names: NamesInFile): Compiled {
  const { name, span } = expression;
  const field = fieldFact(expression, names);
  if (field !== null) return field.ok ? ok(factOf(field.value, field.value.fact)) : field;
  const type = names.variables?.get(name) ?? names.parameters?.get(name);
  if (type !== undefined) return ok(factOf({ type }, { name, source: 'variable', of: null }));
  const entry = entryOf(name);
  if (entry === null) return fail(unknownName(name, { span, names }));
  if (entry.parameter === null) return ok(factOf(entry, { name, source: entry.source, of: null }));
  const example = exampleFor(name, entry.parameter);
  const isIndicator = entry.parameter === 'indicator settings';
  const needed = isIndicator ? 'the length of its bars' : `a ${entry.parameter}`;
  return fail(
    problemAt(span, `"${name}" needs ${needed}`, { allowed: example, next: `Write ${example}` }),
  );
}

function exampleFor(name: string, parameter: NameEntry['parameter']): string {
  if (parameter === 'indicator settings') return exampleOf(name);
  return `${name}(${parameter === 'leg' ? 'ce' : '5m'})`;
}

function compileCall(call: Of<'call'>, names: NamesInFile): Compiled {
  const { name, span } = call;
  const entry = entryOf(name);
  if (entry === null) return fail(unknownCall(call, names));
  const read = indexFact(call, names);
  if (read !== null) return read.ok ? ok(factOf(entry, read.value)) : read;
  const [argument, more] = call.arguments;
  if (entry.parameter === null) return fail(usedOtherwise(name, span));
  if (argument === undefined || more !== undefined) {
    return fail(usedOtherwise(name, span, `one ${entry.parameter}`));
  }
  const of = entry.parameter === 'leg' ? legIn(argument, names) : barMinutesIn(argument);
  return of.ok ? ok(factOf(entry, { name, source: entry.source, of: of.value })) : of;
}

function unknownCall({ name, span }: Of<'call'>, names: NamesInFile): ExpressionProblem {
  const ofName = { ...span, endOffset: span.startOffset + name.length };
  const field = fieldFact({ name, span: ofName }, names);
  if (field === null) return unknownName(name, { span: ofName, names });
  return field.ok ? usedOtherwise(name, span) : field.error;
}

function usedOtherwise(
  name: string,
  span: TextSpan,
  allowed = `${name}, without parentheses`,
): ExpressionProblem {
  return problemAt(span, `"${name}" is not used like this`, { allowed });
}

function legIn(argument: Expression, { legs }: NamesInFile): Result<string, ExpressionProblem> {
  const found =
    argument.kind === 'quoted' ? argument.text : argument.kind === 'name' ? argument.name : null;
  if (found !== null && legs.includes(found)) return ok(found);
  const nearest = nearestWord(found ?? printExpression(argument), legs);
  const allowed = legs.length === 0 ? 'nothing: the file has no legs' : alternatives(legs);
  const next = nearest === null ? null : `Write ${quotedWhereNeeded(nearest)}`;
  return fail({ ...problemAt(argument.span, 'No such leg', { allowed, next }), nearest });
}

/** A leg's name as an expression takes it: `sold-ce` would be a difference. */
function quotedWhereNeeded(leg: string): string {
  const parsed = parseExpression(leg);
  return parsed.ok && parsed.value.kind === 'name' ? leg : `"${leg}"`;
}

function factOf(entry: Pick<NameEntry, 'type'>, fact: Fact): CompiledExpression {
  const key = factKey(fact);
  return { type: entry.type, evaluate: (facts) => facts.get(key) ?? null, facts: [fact] };
}

function compileUnary({ operator, operand, span }: Of<'unary'>, names: NamesInFile): Compiled {
  const inner = compileParsed(operand, names);
  if (!inner.ok) return inner;
  const { type, evaluate, facts } = inner.value;
  const isFitting = operator === 'not' ? type === 'condition' : NEGATED.includes(type);
  if (!isFitting) {
    const message =
      operator === 'not'
        ? `"not" needs a condition, not ${TYPE_WORDS[type]}`
        : `There is no negative of ${TYPE_WORDS[type]}`;
    return fail(problemAt(span, message, {}));
  }
  const apply =
    operator === 'not' ? (value: Value) => value === false : (value: Value) => -Number(value);
  return ok({
    type,
    facts,
    evaluate: (now) => {
      const value = evaluate(now);
      return value === null ? null : apply(value);
    },
  });
}

const NEGATED: readonly ValueType[] = ['number', 'percent', 'money', 'price', 'duration'];

function compileBinary(
  { operator, left, right, span }: Of<'binary'>,
  names: NamesInFile,
): Compiled {
  const one = compileParsed(left, names);
  if (!one.ok) return one;
  const other = compileParsed(right, names);
  if (!other.ok) return other;
  const sides = [one.value, other.value];
  const types = [one.value.type, other.value.type] as const;
  const repair = isIndexBesideShare(operator, sides)
    ? INDEX_REPAIR
    : numberBesideShare({ operator, sides: [left, right], types });
  const isRefused = repair !== null || isCountBesidePrice(operator, sides);
  const operation = isRefused ? null : operationOf(operator, ...types);
  if (operation === null) {
    const known = { next: shareHint({ operator, left, right }), ...repair };
    return fail(misfit({ operator, types, span }, known));
  }
  const [first, second] = [one.value.evaluate, other.value.evaluate];
  return ok({
    type: operation.type,
    facts: [...one.value.facts, ...other.value.facts],
    evaluate: (now) => operation.apply(first(now), second(now)),
  });
}

interface Misfit {
  readonly operator: BinaryOperator;
  readonly types: readonly [ValueType, ValueType];
  readonly span: TextSpan;
}

/** That an operator does not take two types, with what is known of the case, and else what goes for the types alone. */
function misfit(
  { operator, types, span }: Misfit,
  known: { readonly allowed?: string; readonly next: string | null },
): ExpressionProblem {
  const [left, right] = types;
  return problemAt(
    span,
    `"${operator}" does not fit ${TYPE_WORDS[left]} and ${TYPE_WORDS[right]}`,
    {
      allowed: known.allowed ?? fittingText(operator, left),
      next: known.next ?? repairOf(operator, types),
    },
  );
}

/** A written number beside a price means points; a number of something, such as lots, does not. */
function isCountBesidePrice(
  operator: BinaryOperator,
  sides: readonly CompiledExpression[],
): boolean {
  if (operator === '*' || operator === '/') return false;
  const isCount = sides.some(({ type, facts }) => type === 'number' && facts.length > 0);
  return isCount && sides.some(({ type }) => type === 'price');
}

/** An RSI is 0 to 100: `30` is no share of it, and `30%` would be compared as 0.3. So it is with a number of a source. */
function isIndexBesideShare(
  operator: BinaryOperator,
  sides: readonly CompiledExpression[],
): boolean {
  if (operator === '*' || operator === '/') return false;
  const isIndicator = sides.some(
    ({ type, facts }) =>
      type === 'number' && facts.length === 1 && WITHOUT_SHARES.includes(facts[0]?.source ?? ''),
  );
  return isIndicator && sides.some(({ type }) => type === 'percent');
}

const INDEX_REPAIR = { allowed: 'a number, such as 30', next: 'Write the number without %' };

/** Where numbers come from that are not shares. */
const WITHOUT_SHARES: readonly string[] = ['indicators', 'source'];

/** What may stand on the right of an operator, by what stands on its left. */
function fittingText(operator: BinaryOperator, left: ValueType): string | null {
  const types = Object.keys(TYPE_WORDS) as readonly ValueType[];
  const fitting = types.filter((right) => operationOf(operator, left, right) !== null);
  if (fitting.length === 0) return null;
  return `after ${TYPE_WORDS[left]}: ${alternatives(fitting.map((type) => TYPE_WORDS[type]))}`;
}

/** What is probably meant by two types that no operator takes. */
const REPAIRS: readonly (readonly [ValueType, ValueType, string])[] = [
  ['number', 'percent', 'Write the number without %'],
  ['money', 'number', 'Write an amount with its unit, for example 5000 rupees'],
  ['price', 'number', 'Multiply what is counted by a price: lots(ce) * 10 points'],
  ['price', 'money', 'Write a price in points, for example 40 points'],
  ['price', 'percent', 'Multiply: index * 101% is one percent above it'],
];

function repairOf(operator: string, types: readonly ValueType[]): string | null {
  if (operator === 'and' || operator === 'or') return 'Write a comparison on each side';
  const repair = REPAIRS.find(([one, other]) => types.includes(one) && types.includes(other));
  return repair?.[2] ?? null;
}

function entryOf(name: string): NameEntry | null {
  return Object.hasOwn(NAMES, name) ? (NAMES[name] ?? null) : null;
}

function unknownName(
  found: string,
  { span, names }: { readonly span: TextSpan; readonly names: NamesInFile },
): ExpressionProblem {
  const known = [
    ...Object.keys(NAMES),
    ...(names.variables?.keys() ?? []),
    ...(names.parameters?.keys() ?? []),
    ...fieldsOf(names),
  ];
  const shown = [...known.flatMap((name) => usable(name, names)), AN_INDICATOR];
  const meant = found.toLowerCase();
  const hint = nameHint(found, names);
  const nearest = hint === null ? (SYNONYMS.get(meant) ?? nearestWord(found, known)) : null;
  const next = nearest === null ? hint : `Write ${nearest}`;
  const message = `Unknown name ${shownText(found)}`;
  return { ...problemAt(span, message, { allowed: alternatives(shown), next }), nearest };
}

/** A name as an expression can use it: with a leg of the file, or a length of bars. None of a leg where the file has none. */
function usable(name: string, { legs }: NamesInFile): readonly string[] {
  if (INDICATORS[name] !== undefined) return [];
  const parameter = entryOf(name)?.parameter ?? null;
  if (parameter === 'bar length') return [`${name}(5m)`];
  if (parameter !== 'leg') return [name];
  return legs.slice(0, 1).map((leg) => `${name}(${quotedWhereNeeded(leg)})`);
}

const AN_INDICATOR = `an indicator such as ${exampleOf('ema')}`;

/** What traders write for a name of this language. */
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ['spot', 'index'],
  ['nifty', 'index'],
  ['banknifty', 'index'],
  ['ltp', 'price'],
  ['premium', 'price'],
  ['pnl', 'profit'],
  ['mtm', 'profit'],
  ['now', 'time'],
  ['qty', 'lots'],
  ['ma', 'sma'],
  ['st', 'supertrend'],
  ['bb_upper', 'bollinger_upper'],
  ['bb_lower', 'bollinger_lower'],
  ['bollinger', 'bollinger_upper'],
  ['quantity', 'lots'],
]);

type Of<Kind extends Expression['kind']> = Extract<Expression, { kind: Kind }>;
