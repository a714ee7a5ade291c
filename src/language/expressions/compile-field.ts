import { nearestWord } from '../../base/nearest-word.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { alternatives, shownText } from '../../text/finding.ts';
import { type Expression, type ExpressionProblem, type ValueType } from './expression.ts';
import { problemAt } from './expression-problem.ts';
import { type Fact, type NamesInFile } from './names.ts';

/** A field of a source as an expression reads it. */
export interface FieldFact {
  readonly type: ValueType;
  readonly fact: Fact;
}

/** What `vix.level` reads, or what is wrong with it; null for a name without a dot. */
export function fieldFact(
  { name, span }: Pick<Extract<Expression, { kind: 'name' | 'call' }>, 'name' | 'span'>,
  { sources = new Map() }: NamesInFile,
): Result<FieldFact, ExpressionProblem> | null {
  const [source = '', ...rest] = name.split('.');
  if (rest.length === 0) return null;
  const field = rest.join('.');
  const fields = sources.get(source);
  if (fields === undefined) {
    const ofSource = { ...span, endOffset: span.startOffset + source.length };
    const message = `Unknown source ${shownText(source)}`;
    return fail(nearly(problemAt(ofSource, message, {}), source, [...sources.keys()]));
  }
  const type = fields.get(field);
  if (type !== undefined) return ok({ type, fact: { name, source: 'source', of: null } });
  const startOffset = span.startOffset + source.length + 1;
  const ofField = { startOffset, endOffset: startOffset + field.length };
  const message = `Source "${source}" has no field ${shownText(field)}`;
  return fail(nearly(problemAt(ofField, message, {}), field, [...fields.keys()]));
}

/** All fields of sources, as expressions name them. */
export function fieldsOf({ sources = new Map() }: NamesInFile): readonly string[] {
  return [...sources].flatMap(([source, fields]) =>
    [...fields.keys()].map((field) => `${source}.${field}`),
  );
}

function nearly(
  problem: ExpressionProblem,
  found: string,
  names: readonly string[],
): ExpressionProblem {
  const nearest = nearestWord(found, names);
  const allowed = names.length === 0 ? 'nothing: the file has no "sources"' : alternatives(names);
  const next = nearest === null ? null : `Write ${nearest}`;
  return { ...problem, allowed, nearest, next };
}
