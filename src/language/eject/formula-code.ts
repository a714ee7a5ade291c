import { type Path } from '../../text/finding.ts';
import { type Expression } from '../expressions/expression.ts';
import { NAMES } from '../expressions/names.ts';
import { parseExpression } from '../expressions/parse-expression.ts';
import { valueAsWritten } from '../expressions/print-expression.ts';
import { type ConditionForm } from '../schema/expression-texts.ts';
import { type Code, digits, list, mappingCode, text } from './code.ts';
import { type StrategyModule } from './strategy-module.ts';

/** Where an expression stands, and what it belongs to. */
export interface FormulaPlace {
  readonly path: Path;
  readonly module: StrategyModule;
}

type Of<Kind extends Expression['kind']> = Extract<Expression, { kind: Kind }>;

/** A condition as a formula of the kit. */
export function conditionCode(form: ConditionForm, place: FormulaPlace): Code {
  if (typeof form === 'string') return formulaCode(form, place);
  if (isList(form)) return joined('allOf', form, place);
  place.module.expect(form, place.path, ['and', 'or', 'not']);
  const { and = [], or, not } = form;
  if (not !== undefined) return place.module.kit('not', conditionCode(not, place));
  return or === undefined ? joined('allOf', and, place) : joined('anyOf', or, place);
}

function isList(form: ConditionForm): form is readonly ConditionForm[] {
  return Array.isArray(form);
}

function joined(name: string, forms: readonly ConditionForm[], place: FormulaPlace): Code {
  const all = forms.map((one) => conditionCode(one, place));
  const [only] = all;
  return only !== undefined && all.length === 1 ? only : place.module.kit(name, ...all);
}

/** An expression that was checked, as a formula of the kit. */
export function formulaCode(written: string, place: FormulaPlace): Code {
  const read = parseExpression(written);
  if (read.ok) return codeOf(read.value, place);
  place.module.refuse(place.path, written);
  return '';
}

function codeOf(expression: Expression, place: FormulaPlace): Code {
  switch (expression.kind) {
    case 'literal':
      return literalCode(expression, 1, place);
    case 'quoted':
      return text(expression.text);
    case 'name':
      return nameCode(expression, place);
    case 'call':
      return callCode(expression, place);
    case 'unary':
      return unaryCode(expression, place);
    case 'binary':
      return binaryCode(expression, place);
  }
}

function literalCode(
  { type, value }: Pick<Of<'literal'>, 'type' | 'value'>,
  sign: 1 | -1,
  { module }: FormulaPlace,
): Code {
  const signed = sign * value;
  switch (type) {
    case 'number':
    case 'condition':
      return String(signed);
    case 'percent':
      return module.kit('value.percent', String(signed));
    case 'money':
      return module.kit('value.rupees', String(signed / 100));
    case 'price':
      return module.kit('value.points', String(signed / 100));
    case 'time':
      return module.kit('value.clock', text(valueAsWritten('time', value)));
    case 'duration':
      return module.kit('value.milliseconds', digits(signed));
  }
}

function nameCode({ name }: Of<'name'>, { module }: FormulaPlace): Code {
  const [source = '', field] = name.split('.');
  if (field !== undefined) return module.kit('fact.source', text(source), text(field));
  const isOwn = !Object.hasOwn(NAMES, name);
  return isOwn ? module.kit('fact.variable', text(name)) : module.kit(`fact.${name}`);
}

function callCode(call: Of<'call'>, place: FormulaPlace): Code {
  const { name, arguments: given } = call;
  const { module, path } = place;
  const parameter = NAMES[name]?.parameter;
  if (parameter === 'leg') return module.kit(`fact.${name}`, ...given.map(wordOf));
  if (parameter === 'bar length') {
    const [minutes = '', ...symbol] = barOf(given);
    return module.kit('fact.bar', text(name), minutes, ...symbol);
  }
  if (parameter === 'indicator settings') return indicatorCode(call, module);
  if (name === 'index') return module.kit('fact.index', ...given.map(wordOf));
  module.refuse(path, name);
  return '';
}

function indicatorCode({ name, arguments: given }: Of<'call'>, module: StrategyModule): Code {
  const settings = given.slice(0, given.findIndex(isDuration));
  const [minutes = '', symbol] = barOf(given.slice(settings.length));
  const numbers = settings.map((one) => (one.kind === 'literal' ? String(one.value) : ''));
  return module.kit('fact.indicator', text(name), list(numbers), mappingCode({ minutes, symbol }));
}

/** The length of a bar in minutes, and the index that it is of. */
function barOf(given: readonly Expression[]): readonly string[] {
  return given.map((one) => (one.kind === 'literal' ? String(one.value / 60_000) : wordOf(one)));
}

function isDuration(given: Expression): boolean {
  return given.kind === 'literal' && given.type === 'duration';
}

function wordOf(given: Expression): string {
  return text(given.kind === 'quoted' ? given.text : given.kind === 'name' ? given.name : '');
}

/** A sign before a written value is part of it. */
function unaryCode({ operator, operand }: Of<'unary'>, place: FormulaPlace): Code {
  if (operator === 'not') return place.module.kit('not', codeOf(operand, place));
  if (operand.kind === 'literal') return literalCode(operand, -1, place);
  return place.module.kit('negative', codeOf(operand, place));
}

function binaryCode({ operator, left, right }: Of<'binary'>, place: FormulaPlace): Code {
  const { module } = place;
  if (operator === 'and' || operator === 'or') {
    const all = [...chained(left, operator), right].map((one) => codeOf(one, place));
    return module.kit(operator === 'and' ? 'allOf' : 'anyOf', ...all);
  }
  const name = ['+', '-', '*', '/'].includes(operator) ? 'calculate' : 'compare';
  return module.kit(name, codeOf(left, place), text(operator), codeOf(right, place));
}

/** `a and b and c` is one `allOf`. */
function chained(expression: Expression, operator: string): readonly Expression[] {
  if (expression.kind !== 'binary' || expression.operator !== operator) return [expression];
  return [...chained(expression.left, operator), expression.right];
}
