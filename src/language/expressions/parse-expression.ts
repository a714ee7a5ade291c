import { fail, ok, type Result } from '../../base/result.ts';
import { shownText } from '../../text/finding.ts';
import {
  BINDING,
  type BinaryOperator,
  type Expression,
  type ExpressionProblem,
  isComparison,
} from './expression.ts';
import { readTokens, type Token } from './read-tokens.ts';
import { amountHint } from './trader-hints.ts';

/** How deep parentheses, calls and signs may nest. */
export const EXPRESSION_DEPTH_MAX = 32;

/** Names that mean an operator. */
export const OPERATOR_WORDS: readonly string[] = ['and', 'or', 'not'];

type Parsed = Result<Expression, ExpressionProblem>;

/** Reads an expression, or says what is wrong with it first. Its length and depth are bounded, so is its time. */
export function parseExpression(text: string): Parsed {
  const tokens = readTokens(text);
  if (!tokens.ok) return tokens;
  const parser = new Parser(tokens.value);
  const whole = parser.expression(0, 0);
  return whole.ok ? parser.ended(whole.value) : whole;
}

/** A Pratt parser: each operator takes what binds tighter than itself on its right. */
class Parser {
  readonly #tokens: readonly Token[];
  readonly #end: Token;
  #place = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
    const end = tokens.at(-1);
    this.#end = end ?? { kind: 'end', text: '', startOffset: 0, endOffset: 0 };
  }

  expression(binding: number, depth: number): Parsed {
    if (depth > EXPRESSION_DEPTH_MAX) return this.#tooDeep();
    let left = this.#operand(depth);
    let compared = false;
    while (left.ok) {
      const operator = binaryOf(this.#next());
      if (operator === null || BINDING[operator] <= binding) return left;
      if (compared && isComparison(operator)) return this.#twoComparisons();
      compared = isComparison(operator);
      this.#place += 1;
      const right = this.expression(BINDING[operator], depth + 1);
      left = right.ok ? ok(joined(operator, left.value, right.value)) : right;
    }
    return left;
  }

  /** The whole, where nothing follows it. */
  ended(whole: Expression): Parsed {
    const next = this.#next();
    if (next.kind === 'end') return ok(whole);
    const allowed = next.text === ')' ? null : 'an operator such as and, < or +, or the end';
    const message = next.text === ')' ? 'Nothing opens this parenthesis' : unexpected(next);
    return this.#fail(next, { message, allowed, next: this.#repair() });
  }

  #operand(depth: number): Parsed {
    const token = this.#next();
    const { literal, text, kind } = token;
    const span = spanOf(token);
    if (literal !== undefined) return this.#take({ kind: 'literal', span, ...literal });
    if (kind === 'quoted') return this.#take({ kind: 'quoted', span, text });
    if (text === 'not' && kind === 'word') return this.#prefixed('not', depth);
    if (isSign(token, '-')) return this.#prefixed('-', depth);
    if (isSign(token, '(')) return this.#group(depth);
    if (kind !== 'word' || OPERATOR_WORDS.includes(text)) return this.#noOperand();
    this.#place += 1;
    return isSign(this.#next(), '(')
      ? this.#call(token, depth)
      : ok({ kind: 'name', span, name: text });
  }

  #take(expression: Expression): Parsed {
    this.#place += 1;
    return ok(expression);
  }

  #prefixed(operator: 'not' | '-', depth: number): Parsed {
    const { startOffset } = this.#next();
    this.#place += 1;
    const operand = this.expression(BINDING[operator === 'not' ? 'not' : 'sign'], depth + 1);
    if (!operand.ok) return operand;
    const span = { startOffset, endOffset: operand.value.span.endOffset };
    return ok({ kind: 'unary', operator, operand: operand.value, span });
  }

  #group(depth: number): Parsed {
    const opening = this.#next();
    this.#place += 1;
    const inner = this.expression(0, depth + 1);
    if (!inner.ok) return inner;
    const closing = this.#next();
    if (!isSign(closing, ')')) return this.#notClosed(opening);
    this.#place += 1;
    const span = { startOffset: opening.startOffset, endOffset: closing.endOffset };
    return ok({ ...inner.value, span });
  }

  #call(name: Token, depth: number): Parsed {
    const opening = this.#next();
    this.#place += 1;
    const given: Expression[] = [];
    while (given.length > 0 || !isSign(this.#next(), ')')) {
      const argument = this.expression(0, depth + 1);
      if (!argument.ok) return argument;
      given.push(argument.value);
      if (isSign(this.#next(), ')')) break;
      if (!isSign(this.#next(), ',')) return this.#notClosed(opening);
      this.#place += 1;
    }
    const span = { startOffset: name.startOffset, endOffset: this.#next().endOffset };
    this.#place += 1;
    return ok({ kind: 'call', name: name.text, arguments: given, span });
  }

  #repair(): string | null {
    const [before, token, after] = [-1, 0, 1].map((step) => this.#tokens[this.#place + step]);
    if (token === undefined) return null;
    return amountHint({ before, token, after }) ?? repairOf(token);
  }

  #next(): Token {
    return this.#tokens[this.#place] ?? this.#end;
  }

  #noOperand(): Parsed {
    const token = this.#next();
    const message =
      token.kind === 'end' ? 'The expression ends where a value is missing' : unexpected(token);
    const allowed = 'a name, a number, not, - or (';
    return this.#fail(token, { message, allowed, next: null });
  }

  #notClosed(opening: Token): Parsed {
    const next = this.#next();
    if (next.kind !== 'end') {
      const allowed = 'an operator, a comma in a call, or )';
      return this.#fail(next, { message: unexpected(next), allowed, next: this.#repair() });
    }
    const message = 'This parenthesis is not closed';
    return this.#fail(opening, { message, allowed: null, next: 'Add ) where it ends' });
  }

  #tooDeep(): Parsed {
    const message = 'The expression is nested too deeply';
    const allowed = `at most ${String(EXPRESSION_DEPTH_MAX)} levels`;
    return this.#fail(this.#next(), { message, allowed, next: 'Split it into several conditions' });
  }

  #twoComparisons(): Parsed {
    const message = 'A comparison has two sides';
    const next = 'Join two comparisons with and: a < b and b < c';
    return this.#fail(this.#next(), { message, allowed: null, next });
  }

  #fail(
    token: Token,
    parts: Pick<ExpressionProblem, 'message' | 'allowed' | 'next'>,
  ): { readonly ok: false; readonly error: ExpressionProblem } {
    return fail({ span: spanOf(token), nearest: null, ...parts });
  }
}

function joined(operator: BinaryOperator, left: Expression, right: Expression): Expression {
  const span = { startOffset: left.span.startOffset, endOffset: right.span.endOffset };
  return { kind: 'binary', operator, left, right, span };
}

function binaryOf({ kind, text }: Token): BinaryOperator | null {
  const isOperator = kind === 'sign' || OPERATOR_WORDS.includes(text);
  if (kind === 'quoted' || !isOperator || text === 'not') return null;
  return Object.hasOwn(BINDING, text) ? (text as BinaryOperator) : null;
}

function isSign({ kind, text }: Token, sign: string): boolean {
  return kind === 'sign' && text === sign;
}

function spanOf({ startOffset, endOffset }: Token): Expression['span'] {
  return { startOffset, endOffset };
}

function unexpected({ text }: Token): string {
  return `Unexpected ${shownText(text)}`;
}

const TIME_WORDS = 'min mins minute minutes sec secs second seconds hour hours'.split(' ');

/** What people mean who write a word where an operator belongs. */
function repairOf({ text }: Token): string | null {
  if (text === 'crosses' || text === 'cross') {
    return 'Write the crossing as a trigger, when: { becomes: index > 24500 }';
  }
  if (TIME_WORDS.includes(text)) return 'Write a duration as one word: 5m, 30s or 1h';
  return text === 'is' || text === 'equals' ? 'Write =' : null;
}
