import { asyncScheduler } from 'rxjs';

import { invariant } from '../../base/invariant.ts';
import {
  type TracedComparison,
  type TracedCondition,
  type TracedSource,
} from '../../model/runs/trace.ts';
import { type Path, treeAt } from '../../text/finding.ts';
import { type TextSpan, type YamlSource } from '../../text/yaml-source.ts';
import { compileParsed, type CompiledExpression } from '../expressions/compile-expression.ts';
import { type Expression, isComparison, type Value } from '../expressions/expression.ts';
import { type Fact, type Facts, type NamesInFile, sourceOf } from '../expressions/names.ts';
import { parseExpression } from '../expressions/parse-expression.ts';
import { placeInScalar } from '../expressions/place-in-scalar.ts';
import { printExpression } from '../expressions/print-expression.ts';
import { type ConditionForm } from '../schema/expression-texts.ts';
import { comparisonOf } from './explained-comparison.ts';

/** A condition that can say what decides it. */
export interface ExplainedCondition {
  readonly text: string;
  readonly line: number | null;
  readonly column: number | null;
  readonly evaluate: (facts: Facts) => Value | null;
  readonly joins: TracedCondition['joins'];
  readonly parts: readonly ExplainedCondition[];
  /** Sources of the author's own that it reads; empty for one with parts. */
  readonly sources: readonly string[];
  /** Null for anything but a comparison. */
  readonly compare: ((facts: Facts) => TracedComparison) | null;
}

/** Where a part of a condition stands; null where that cannot be told. */
type PartPlace = Pick<ExplainedCondition, 'line' | 'column'>;

/** What a condition may name, and where its text stands. */
export interface ConditionFile {
  readonly names: NamesInFile;
  /** Places of parts of the text at a path, by their spans in it. */
  readonly placesAt: (path: Path) => (span: TextSpan) => PartPlace;
}

/** Places in a YAML file, of conditions inside of what stands at a path. */
export function placesInYaml(source: YamlSource, within: Path): ConditionFile['placesAt'] {
  return (path) => {
    const written = treeAt(source.tree, [...within, ...path]);
    return (span) => {
      const place = written === null ? null : placeInScalar(written, span, source.text);
      const start = place?.startOffset ?? written?.span.startOffset;
      return start === undefined ? { line: null, column: null } : source.positionAt(start);
    };
  };
}

/** Reads a condition that was checked, each part with its place. */
export function explainedCondition(
  form: ConditionForm,
  path: Path,
  file: ConditionFile,
): ExplainedCondition {
  if (typeof form === 'string') return ofText(form, path, file);
  if (isList(form)) return ofList('and', form, { path, file });
  if (form.not !== undefined) {
    return joined('not', [explainedCondition(form.not, [...path, 'not'], file)]);
  }
  const key = form.or === undefined ? 'and' : 'or';
  return ofList(key, form[key] ?? [], { path: [...path, key], file });
}

/** When conditions were last seen to be true, epoch milliseconds. */
export type LastTrue = Map<ExplainedCondition, number>;

/** Notes which parts of a condition are true now. */
export function noteTrue(condition: ExplainedCondition, facts: Facts, lastTrue: LastTrue): void {
  if (condition.evaluate(facts) === true) lastTrue.set(condition, asyncScheduler.now());
  for (const part of condition.parts) noteTrue(part, facts, lastTrue);
}

/** What a condition is now, and by what; with when each part was last true, where that was watched. */
export function explain(
  condition: ExplainedCondition,
  facts: Facts,
  lastTrue: LastTrue | null = null,
): TracedCondition {
  const { text, line, column, evaluate, joins, parts, compare, sources } = condition;
  const value = evaluate(facts);
  return {
    ...{ text, line, column, joins },
    result: typeof value === 'boolean' ? value : null,
    parts: parts.map((part) => explain(part, facts, lastTrue)),
    comparison: compare === null ? null : compare(facts),
    ...(sources.length === 0 ? {} : { sources: sources.map((name) => heardIn(facts, name)) }),
    ...(lastTrue === null ? {} : { lastTrueMs: lastTrue.get(condition) ?? null }),
  };
}

function heardIn(facts: Facts, name: string): TracedSource {
  return { name, ...(facts.heardOf?.(name) ?? { state: 'silent', heardAtMs: null }) };
}

function isList(form: ConditionForm): form is readonly ConditionForm[] {
  return Array.isArray(form);
}

function ofList(
  joins: 'and' | 'or',
  forms: readonly ConditionForm[],
  { path, file }: { readonly path: Path; readonly file: ConditionFile },
): ExplainedCondition {
  const parts = forms.map((form, index) => explainedCondition(form, [...path, index], file));
  const [only] = parts;
  return parts.length === 1 && only !== undefined ? only : joined(joins, parts);
}

/** Conditions of a list have no text of their own: it is made of theirs. */
function joined(
  joins: 'and' | 'or' | 'not',
  parts: readonly ExplainedCondition[],
): ExplainedCondition {
  const texts = parts.map((part) => (part.joins === null ? part.text : `(${part.text})`));
  const text = joins === 'not' ? `not (${texts.join('')})` : texts.join(` ${joins} `);
  const { line = null, column = null } = parts[0] ?? {};
  const evaluate = (facts: Facts): Value | null =>
    decided(
      joins,
      parts.map((part) => part.evaluate(facts)),
    );
  return { text, line, column, evaluate, joins, parts, sources: [], compare: null };
}

function decided(joins: 'and' | 'or' | 'not', values: readonly (Value | null)[]): Value | null {
  if (joins === 'not') return typeof values[0] === 'boolean' ? !values[0] : null;
  const decisive = joins === 'or';
  if (values.includes(decisive)) return decisive;
  return values.includes(null) ? null : !decisive;
}

/** An expression of the file, and where its text stands. */
interface WrittenExpression {
  readonly names: NamesInFile;
  readonly placeOf: (span: TextSpan) => PartPlace;
}

function ofText(text: string, path: Path, { names, placesAt }: ConditionFile): ExplainedCondition {
  const parsed = parseExpression(text);
  invariant(parsed.ok, `An expression that was checked cannot be read: ${text}`);
  return ofExpression(parsed.value, { names, placeOf: placesAt(path) });
}

function ofExpression(expression: Expression, written: WrittenExpression): ExplainedCondition {
  const { evaluate, facts } = compiledPart(expression, written);
  const { line, column } = written.placeOf(expression.span);
  const parts = partsOf(expression).map((part) => ofExpression(part, written));
  return {
    text: printExpression(expression),
    ...{ line, column, evaluate, parts },
    sources: parts.length > 0 ? [] : sourcesIn(facts),
    joins: joinsOf(expression),
    compare: compareOf(expression, written),
  };
}

function sourcesIn(facts: readonly Fact[]): readonly string[] {
  return [...new Set(facts.map(sourceOf).filter((name) => name !== null))];
}

function compiledPart(expression: Expression, { names }: WrittenExpression): CompiledExpression {
  const compiled = compileParsed(expression, names);
  invariant(compiled.ok, 'A part of an expression that was checked cannot be read');
  return compiled.value;
}

function joinsOf(expression: Expression): ExplainedCondition['joins'] {
  if (expression.kind === 'unary' && expression.operator === 'not') return 'not';
  if (expression.kind !== 'binary') return null;
  const { operator } = expression;
  return operator === 'and' || operator === 'or' ? operator : null;
}

/** `a and b and c` has three parts, however it is nested. */
function partsOf(expression: Expression): readonly Expression[] {
  const joins = joinsOf(expression);
  if (expression.kind === 'unary') return joins === null ? [] : [expression.operand];
  if (expression.kind !== 'binary' || joins === null) return [];
  return [expression.left, expression.right].flatMap((side) =>
    joinsOf(side) === joins ? partsOf(side) : [side],
  );
}

function compareOf(
  expression: Expression,
  written: WrittenExpression,
): ExplainedCondition['compare'] {
  if (expression.kind !== 'binary' || !isComparison(expression.operator)) return null;
  const { left, operator, right } = expression;
  const sides = [left, right].map((side) => ({
    text: printExpression(side),
    ...compiledPart(side, written),
  }));
  const [one, other] = sides;
  if (one === undefined || other === undefined) return null;
  return (facts) => comparisonOf(operator, [one, other], facts);
}
