import { expect, it } from 'vitest';

import { type Problem } from '../base/problem.ts';
import { waysOfReading } from './ways-of-reading.ts';

const KNOWN = ['NIFTY', 'BANKNIFTY'];

function slips(asked: Parameters<typeof waysOfReading>[0]): readonly Problem[] {
  const read = waysOfReading(asked, KNOWN);
  return read.ok ? [] : read.error;
}

it('takes what is usual where nothing is said', () => {
  expect(waysOfReading({}, KNOWN)).toEqual({
    ok: true,
    value: { timeZone: 'IST', stamp: 'start', columns: {} },
  });
});

it('tells all slips at once', () => {
  const told = slips({ underlying: 'BANKNFITY', timeZone: 'Asia/Kolkatta', columns: 'tme=T' });
  expect(told.map(({ nearest }) => nearest)).toEqual(['BANKNIFTY', 'Asia/Kolkata', 'time']);
});

it('tells the part of the columns that is wrong, and the roles', () => {
  expect(slips({ columns: 'time=Stamp,foo' })).toMatchObject([
    { message: 'Cannot read the columns', found: '"foo"', nearest: null },
  ]);
});
