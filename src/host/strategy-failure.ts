import { authorLine, withLine } from '../base/author-line.ts';

/** Longest text of a failure: an author's message may hold anything. */
const LENGTH_MAX = 2_000;

/** One line for people: what was thrown, and the strategy's line it came from where the stack shows one. Never throws. */
export function describeStrategyFailure(thrown: unknown, line: string | null = null): string {
  try {
    return described(thrown, line).slice(0, LENGTH_MAX);
  } catch {
    return 'The strategy threw what cannot be described';
  }
}

function described(thrown: unknown, line: string | null): string {
  if (!(thrown instanceof Error)) return withLine(`The strategy threw ${describe(thrown)}`, line);
  const where = authorLine(thrown.stack ?? '') ?? line;
  const kind = thrown.name === 'Error' ? '' : `${thrown.name}: `;
  return withLine(`${kind}${thrown.message}`, where);
}

function describe(thrown: unknown): string {
  try {
    const text: unknown = JSON.stringify(thrown);
    return typeof text === 'string' ? text : String(thrown);
  } catch {
    return typeof thrown;
  }
}
