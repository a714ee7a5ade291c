import { type Finding, type Path, shownText, treeAt } from '../../text/finding.ts';
import { type YamlSource } from '../../text/yaml-source.ts';
import { type ExpressionProblem } from '../expressions/expression.ts';
import { placeInScalar } from '../expressions/place-in-scalar.ts';

/** What is wrong with an expression, at its place in the file. */
export function findingIn(problem: ExpressionProblem, path: Path, source: YamlSource): Finding {
  const { span, message, allowed, nearest, next } = problem;
  const written = treeAt(source.tree, path);
  const place = written === null ? null : placeInScalar(written, span, source.text);
  const text = typeof written?.value === 'string' ? written.value : '';
  const found = text.slice(span.startOffset, span.endOffset);
  return {
    path,
    ...(place === null ? {} : { span: place }),
    message,
    parts: { found: found === '' ? null : shownText(found), allowed, nearest, next },
  };
}
