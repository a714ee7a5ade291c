import ts from 'typescript';

/** One change of the source that some test should notice. */
export interface Mutation {
  /** Below the repository. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly original: string;
  readonly replacement: string;
  /** Names it among all of its file by text alone, so that it lasts while other lines come and go. */
  readonly key: string;
}

interface Change {
  readonly node: ts.Node;
  readonly replacement: string;
}

const K = ts.SyntaxKind;
const OPERATORS: ReadonlyMap<ts.SyntaxKind, readonly string[]> = new Map([
  [K.LessThanToken, ['<=', '>=']],
  [K.LessThanEqualsToken, ['<', '>']],
  [K.GreaterThanToken, ['>=', '<=']],
  [K.GreaterThanEqualsToken, ['>', '<']],
  [K.EqualsEqualsEqualsToken, ['!==']],
  [K.ExclamationEqualsEqualsToken, ['===']],
  [K.AmpersandAmpersandToken, ['||']],
  [K.BarBarToken, ['&&']],
  [K.PlusToken, ['-']],
  [K.MinusToken, ['+']],
  [K.AsteriskToken, ['/']],
  [K.SlashToken, ['*']],
  [K.PercentToken, ['*']],
  [K.PlusEqualsToken, ['-=']],
  [K.MinusEqualsToken, ['+=']],
]);
const METHODS: ReadonlyMap<string, string> = new Map([
  ['min', 'max'],
  ['max', 'min'],
  ['floor', 'ceil'],
  ['ceil', 'floor'],
  ['round', 'floor'],
  ['some', 'every'],
  ['every', 'some'],
  ['find', 'findLast'],
  ['findLast', 'find'],
]);
/** Calls without which their list stays what it was. */
const LEFT_OUT = new Set(['filter', 'toSorted', 'toReversed', 'slice']);
/** Texts for people have other letters than these. */
const WORD = /^[a-z][a-z0-9-]*$/;

const ASSERTIONS: ReadonlySet<string> = new Set(['invariant', 'assertMove']);

/** Every mutation of a file's source, in order. What an `invariant` says cannot happen is left alone. */
export function mutationsOf(file: string, text: string): readonly Mutation[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: Mutation[] = [];
  const seen = new Map<string, number>();
  const visit = (node: ts.Node): void => {
    if (isLeftAlone(node)) return;
    for (const change of changesOf(node)) found.push(mutation(source, change, seen));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The source with one mutation in it. */
export function mutated(text: string, { start, end, replacement }: Mutation): string {
  return `${text.slice(0, start)}${replacement}${text.slice(end)}`;
}

function mutation(
  source: ts.SourceFile,
  { node, replacement }: Change,
  seen: Map<string, number>,
): Mutation {
  const { text, fileName } = source;
  const [start, end] = [node.getStart(source), node.getEnd()];
  const original = text.slice(start, end);
  const { line } = source.getLineAndCharacterOfPosition(start);
  const [lineStart = 0, lineEnd = text.length] = source.getLineStarts().slice(line, line + 2);
  const where = text.slice(lineStart, lineEnd).trim();
  const name = `${where} | ${brief(original)} => ${brief(replacement)}`;
  const count = (seen.get(name) ?? 0) + 1;
  seen.set(name, count);
  const key = count === 1 ? name : `${name} #${String(count)}`;
  return { file: fileName, line: line + 1, start, end, original, replacement, key };
}

function brief(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

function isLeftAlone(node: ts.Node): boolean {
  if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node)) return true;
  if (ts.isTypeAliasDeclaration(node) || ts.isImportDeclaration(node)) return true;
  if (ts.isExportDeclaration(node)) return true;
  return ts.isCallExpression(node) && ASSERTIONS.has(node.expression.getText());
}

function changesOf(node: ts.Node): readonly Change[] {
  const isJump = ts.isContinueStatement(node) || ts.isBreakStatement(node);
  if (isJump) return ts.isCaseClause(node.parent) ? [] : [gone(node)];
  if (ts.isReturnStatement(node) && node.expression === undefined) return [gone(node)];
  if (ts.isExpressionStatement(node)) return ofStatement(node);
  return ofCondition(node) ?? ofExpression(node);
}

/** Null for what decides nothing. */
function ofCondition(node: ts.Node): readonly Change[] | null {
  if (ts.isIfStatement(node)) return forced(node.expression, ['true', 'false']);
  if (ts.isConditionalExpression(node)) return forced(node.condition, ['true', 'false']);
  return ts.isWhileStatement(node) ? forced(node.expression, ['false']) : null;
}

function ofExpression(node: ts.Node): readonly Change[] {
  if (ts.isBinaryExpression(node)) return ofBinary(node);
  if (ts.isPrefixUnaryExpression(node)) return ofPrefix(node);
  return ts.isCallExpression(node) ? ofCall(node) : ofLiteral(node);
}

function forced(node: ts.Expression, values: readonly string[]): readonly Change[] {
  return values.map((replacement) => ({ node, replacement }));
}

function gone(node: ts.Node): Change {
  return { node, replacement: ';' };
}

function ofBinary(node: ts.BinaryExpression): readonly Change[] {
  const { left, right, operatorToken } = node;
  if (operatorToken.kind === K.QuestionQuestionToken) {
    return [{ node, replacement: right.getText() }];
  }
  if (operatorToken.kind === K.PlusToken && (isText(left) || isText(right))) return [];
  return (OPERATORS.get(operatorToken.kind) ?? []).map((replacement) => ({
    node: operatorToken,
    replacement,
  }));
}

function isText(node: ts.Node): boolean {
  return ts.isStringLiteral(node) || ts.isTemplateExpression(node);
}

function ofPrefix(node: ts.PrefixUnaryExpression): readonly Change[] {
  const isSign = node.operator === K.ExclamationToken || node.operator === K.MinusToken;
  return isSign ? [{ node, replacement: node.operand.getText() }] : [];
}

function ofStatement(node: ts.ExpressionStatement): readonly Change[] {
  let { expression } = node;
  if (ts.isAwaitExpression(expression) || ts.isVoidExpression(expression)) {
    ({ expression } = expression);
  }
  if (ts.isCallExpression(expression)) {
    const called = expression.expression.getText();
    return called === 'super' || ASSERTIONS.has(called) ? [] : [gone(node)];
  }
  const isAssignment =
    ts.isBinaryExpression(expression) &&
    expression.operatorToken.kind >= K.FirstAssignment &&
    expression.operatorToken.kind <= K.LastAssignment;
  return isAssignment || ts.isDeleteExpression(expression) ? [gone(node)] : [];
}

function ofCall(node: ts.CallExpression): readonly Change[] {
  const { expression } = node;
  if (!ts.isPropertyAccessExpression(expression)) return [];
  const name = expression.name.text;
  if (LEFT_OUT.has(name)) return [{ node, replacement: expression.expression.getText() }];
  const other = METHODS.get(name);
  return other === undefined ? [] : [{ node: expression.name, replacement: other }];
}

function ofLiteral(node: ts.Node): readonly Change[] {
  if (node.kind === K.TrueKeyword) return [{ node, replacement: 'false' }];
  if (node.kind === K.FalseKeyword) return [{ node, replacement: 'true' }];
  if (ts.isNumericLiteral(node)) {
    const value = Number(node.getText().replaceAll('_', ''));
    return [value + 1, value - 1].map((other) => ({ node, replacement: `(${String(other)})` }));
  }
  return ts.isStringLiteral(node) && WORD.test(node.text) && isValue(node)
    ? [{ node, replacement: "'no-such-word'" }]
    : [];
}

/** Neither the name of a property nor a noun for people. */
function isValue(node: ts.StringLiteral): boolean {
  const isNoun = ts.isCallExpression(node.parent) && node.parent.expression.getText() === 'counted';
  if (isNoun) return false;
  return !ts.isPropertyAssignment(node.parent) || node.parent.initializer === node;
}
