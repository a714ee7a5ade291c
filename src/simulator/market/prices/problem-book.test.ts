import { expect, it } from 'vitest';

import { ProblemBook } from './problem-book.ts';

const at = (file: number, line: number): { file: number; line: number; date: null } => {
  return { file, line, date: null };
};

it('tells what is of whole files first, however much is told before it', () => {
  const book = new ProblemBook();
  for (let line = 2; line < 2_002; line += 1) {
    book.report('bad-time', at(0, line), () => 'unreadable');
  }
  book.report('month-first', at(0, 2_002), () => 'the month first');
  book.report('gap', at(1, 3), () => 'none');
  book.report('wrong-zone', at(1, 9), () => 'the night');
  const problems = book.problems(['a.csv', 'b.csv']);
  expect(problems).toHaveLength(1_003);
  expect(problems.slice(0, 3).map(({ file, kind }) => [file, kind])).toEqual([
    ['a.csv', 'month-first'],
    ['b.csv', 'wrong-zone'],
    ['a.csv', 'bad-time'],
  ]);
  expect(problems.at(-1)?.kind).toBe('gap');
  expect(book.counts()).toMatchObject({ 'bad-time': 2_000 });
});

it('tells of every file that is in doubt', () => {
  const book = new ProblemBook();
  for (let file = 0; file < 1_500; file += 1) {
    book.report('wrong-zone', at(file, 2), () => 'night');
  }
  expect(book.problems([])).toHaveLength(1_500);
});
