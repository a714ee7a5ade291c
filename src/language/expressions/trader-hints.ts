import { type Expression } from './expression.ts';
import { type NamesInFile } from './names.ts';
import { printExpression } from './print-expression.ts';
import { type Token } from './read-tokens.ts';

/** What to write for a name that a nearest word would get wrong; null for all others. */
export function nameHint(found: string, { legs, sources }: NamesInFile): string | null {
  const meant = found.toLowerCase();
  if (['loss', 'losses', 'drawdown'].includes(meant)) {
    return 'A loss is a profit below zero: write profit < -5000 rupees';
  }
  const [field] = sources?.get(found)?.keys() ?? [];
  if (field !== undefined) return `Write ${found}.${field}, a field of the source`;
  return legs.includes(found) ? `Write price(${found}), the premium of the leg` : null;
}

type Binary = Pick<Extract<Expression, { kind: 'binary' }>, 'operator' | 'left' | 'right'>;

/** What is meant by a percentage beside a premium: `price(ce) > 30%` is `price(ce) > entry(ce) * 130%`. Null of all else. */
export function shareHint({ operator, left, right }: Binary): string | null {
  if (right.kind !== 'literal' || right.type !== 'percent' || right.value >= 100) return null;
  const leg = callOfLeg(left);
  if (leg === null) return null;
  const share = right.value;
  const below = `${String(100 - share)}%`;
  const above = `${String(100 + share)}%`;
  const entry = `entry(${leg.of})`;
  if (leg.name === 'entry') {
    return ['+', '-'].includes(operator)
      ? `Write ${entry} * ${operator === '+' ? above : below}`
      : null;
  }
  if (operator.startsWith('>')) return `Write price(${leg.of}) ${operator} ${entry} * ${above}`;
  return operator.startsWith('<') ? `Write price(${leg.of}) ${operator} ${entry} * ${below}` : null;
}

function callOfLeg(expression: Expression): { readonly name: string; readonly of: string } | null {
  if (expression.kind !== 'call') return null;
  const { name, arguments: given } = expression;
  const [leg] = given;
  if (leg === undefined || !['price', 'entry'].includes(name)) return null;
  return { name, of: printExpression(leg) };
}

const CURRENCIES = ['rs', 'inr', 'rupee', 'rupees'];

/** The words around one that does not belong where it stands. */
export interface WordsAround {
  readonly before: Token | undefined;
  readonly token: Token;
  readonly after: Token | undefined;
}

/** What is meant by `24,500` and `Rs 5000`; null of all else. */
export function amountHint({ before, token, after }: WordsAround): string | null {
  if (before === undefined) return null;
  if (token.text === ',' && isThousands(before, token, after)) {
    return `Write the number without commas: ${before.text}${after?.text ?? ''}`;
  }
  const isAmount = token.kind === 'literal' && CURRENCIES.includes(before.text.toLowerCase());
  return isAmount ? `Write the amount as ${token.text} rupees` : null;
}

function isThousands(before: Token, comma: Token, after: Token | undefined): boolean {
  const isBeside = before.endOffset === comma.startOffset && comma.endOffset === after?.startOffset;
  return isBeside && before.kind === 'literal' && /^\d{2,3}\b/.test(after.text);
}
