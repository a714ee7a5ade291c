import { expect, it } from 'vitest';

import { listedProblems } from './listed-problems.ts';
import { type PriceProblem, type PriceProblemKind } from './price-problem.ts';

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
