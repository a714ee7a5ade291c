import { expect, it } from 'vitest';

import {
  listedProblems,
  type PriceProblem,
  type PriceProblemKind,
  ProblemBook,
} from './price-problems.ts';

function many(kind: PriceProblemKind, count: number): readonly PriceProblem[] {
  return Array.from({ length: count }, (_, place) => {
    return { file: 'nifty.csv', line: place + 2, date: null, kind, detail: kind };
  });
}

function listed(problems: readonly PriceProblem[], room: number): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { kind } of listedProblems(problems, room)) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

it('lists all where there is room', () => {
  const problems = [...many('gap', 6), ...many('decimals', 4)];
  expect(listedProblems(problems, 10)).toEqual(problems);
});

it('lets no kind crowd out another, and uses what a rare one leaves', () => {
  const problems = [...many('bad-time', 90), ...many('gap', 50), ...many('implausible', 2)];
  expect(listed(problems, 22)).toEqual({ 'bad-time': 10, gap: 10, implausible: 2 });
  expect(listedProblems(problems, 22).slice(0, 10)).toEqual(problems.slice(0, 10));
});

it('never leaves out what is of a whole file', () => {
  const problems = [...many('gap', 30), ...many('month-first', 3), ...many('wrong-zone', 1)];
  expect(listed(problems, 6)).toEqual({ gap: 2, 'month-first': 3, 'wrong-zone': 1 });
  expect(listed(problems, 2)).toEqual({ 'month-first': 3, 'wrong-zone': 1 });
});

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
