import fc from 'fast-check';

import { type BinaryOperator, type Expression } from '../../src/language/expressions/expression.ts';

const NOWHERE = { startOffset: 0, endOffset: 0 };
const OPERATORS: readonly BinaryOperator[] = [
  ...(['or', 'and', '<', '<=', '=', '!=', '>=', '>', '+', '-', '*', '/'] as const),
];

const literal: fc.Arbitrary<Expression> = fc.oneof(
  literalOf(
    'number',
    fc.nat(9_999_999_999).map((tenThousandths) => tenThousandths / 10_000),
  ),
  literalOf(
    'percent',
    fc.nat(1_000).map((tenths) => tenths / 10),
  ),
  literalOf('money', fc.nat(99_999_999_999)),
  literalOf('price', fc.nat(99_999_999)),
  literalOf(
    'time',
    fc.nat(86_399).map((seconds) => seconds * 1_000),
  ),
  literalOf('duration', fc.nat(999_999_999)),
);

function literalOf(
  type: Extract<Expression, { kind: 'literal' }>['type'],
  values: fc.Arbitrary<number>,
): fc.Arbitrary<Expression> {
  return values.map((value) => ({ kind: 'literal', span: NOWHERE, type, value }));
}

const name = fc.constantFrom('index', 'time', 'profit', 'close', 'ema', 'x_1', 'Not', 'android');
const leaf: fc.Arbitrary<Expression> = fc.oneof(
  literal,
  name.map((word): Expression => ({ kind: 'name', span: NOWHERE, name: word })),
  fc
    .constantFrom('sold-ce', 'a "b"', "it's", '')
    .map((text): Expression => ({ kind: 'quoted', span: NOWHERE, text })),
);

/** Any expression that can be written, whatever it means. */
export const anyExpression: fc.Arbitrary<Expression> = fc.letrec<{ tree: Expression }>((tie) => {
  const tree = tie('tree');
  const binary = fc
    .tuple(fc.constantFrom(...OPERATORS), tree, tree)
    .map(([operator, left, right]): Expression => ({
      kind: 'binary',
      span: NOWHERE,
      operator,
      left,
      right,
    }));
  const unary = fc
    .tuple(fc.constantFrom('not' as const, '-' as const), tree)
    .map(([operator, operand]): Expression => ({
      kind: 'unary',
      span: NOWHERE,
      operator,
      operand,
    }));
  const call = fc
    .tuple(name, fc.array(tree, { maxLength: 4 }))
    .map(([word, given]): Expression => ({
      kind: 'call',
      span: NOWHERE,
      name: word,
      arguments: given,
    }));
  return { tree: fc.oneof({ maxDepth: 5 }, leaf, binary, unary, call) };
}).tree;

/** The same expression as if it stood nowhere: two are alike that differ by their places alone. */
export function withoutPlaces(expression: Expression): Expression {
  const bare = { ...expression, span: NOWHERE };
  switch (bare.kind) {
    case 'unary':
      return { ...bare, operand: withoutPlaces(bare.operand) };
    case 'binary':
      return { ...bare, left: withoutPlaces(bare.left), right: withoutPlaces(bare.right) };
    case 'call':
      return { ...bare, arguments: bare.arguments.map(withoutPlaces) };
    case 'literal':
    case 'name':
    case 'quoted':
      return bare;
  }
}
