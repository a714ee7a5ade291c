import { expect, it } from 'vitest';

import { type LegScope } from '../../model/orders/command.ts';
import { SquareOffBook } from './square-off-book.ts';

function goal(scope: LegScope, runId = 'run') {
  const told = { isTold: false, isOverdueNoticed: false };
  return { runId, scope, reason: 'r', origin: 'strategy', startedAtMs: 0, ...told } as const;
}

it.each<[LegScope, LegScope, boolean]>([
  ['all', 'all', false],
  ['all', ['a'], false],
  [['a'], 'all', true],
  [['a', 'b'], ['a'], false],
  [['a', 'b'], ['b', 'a'], false],
  [['a'], ['a', 'b'], true],
  [['a'], ['b'], true],
])('beside a goal for %j one for %j is another: %s', (first, second, isNew) => {
  const book = new SquareOffBook();
  expect(book.add(goal(first))).toBe(true);
  expect(book.add(goal(second))).toBe(isNew);
  expect(book.active()).toHaveLength(isNew ? 2 : 1);
  expect(book.add(goal(second, 'other'))).toBe(true);
});

it('covers the legs of its run until it is reached', () => {
  const book = new SquareOffBook();
  book.add(goal(['a']));
  book.add(goal('all', 'other'));
  expect(book.covers('run', 'a')).toBe(true);
  expect(book.covers('run', 'b')).toBe(false);
  expect(book.covers('other', 'b')).toBe(true);
  const [first] = book.active();
  if (first !== undefined) book.remove(first);
  expect(book.covers('run', 'a')).toBe(false);
  expect(book.active()).toHaveLength(1);
});
