import { concat, defer, EMPTY, type Observable, of } from 'rxjs';

import { type Command } from '../../model/orders/command.ts';
import { alert } from '../../strategy/commands.ts';
import { type NamesInFile } from '../expressions/names.ts';
import { checkedExpression } from './compile-rule.ts';
import { type FactBoard } from './fact-board.ts';
import { type PacedRule } from './pace.ts';

/** Whose variables are set. */
export interface SetBy extends PacedRule {
  readonly names: NamesInFile;
  readonly board: FactBoard;
}

/** Gives variables their new values, one after another; one whose value is not known keeps the old one, and that is reported. */
export function setVariables(
  written: Readonly<Record<string, string>>,
  by: SetBy,
): Observable<Command> {
  return concat(...Object.entries(written).map(([name, text]) => setVariable(name, text, by)));
}

function setVariable(
  name: string,
  text: string,
  { names, board, title, trace }: SetBy,
): Observable<Command> {
  const { evaluate } = checkedExpression(text, names);
  return defer(() => {
    const value = evaluate(board);
    if (typeof value !== 'number') {
      trace.didNot('not-known', [name]);
      const message = `"${name}" keeps its value: ${title} does not know the new one yet`;
      return of(alert('warning', message));
    }
    board.set(name, value);
    return EMPTY;
  });
}
