import { expect, it } from 'vitest';

import { type Problem } from '../../base/problem.ts';
import { waysOfReading } from './ways-of-reading.ts';

const KNOWN = { underlyings: ['NIFTY', 'BANKNIFTY'], files: ['a=1.csv', 'b.csv'] };

function slips(asked: Parameters<typeof waysOfReading>[0]): readonly Problem[] {
  const read = waysOfReading(asked, KNOWN);
  return read.ok ? [] : read.error;
}

it('takes what is usual where nothing is said', () => {
  expect(waysOfReading({}, KNOWN)).toEqual({
    ok: true,
    value: { timeZone: 'IST', stampOf: new Map(), columns: {} },
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

it('takes one edge for all files, and others for some of them', () => {
  const read = waysOfReading({ stamp: ['end', 'a=1.csv=start'] }, KNOWN);
  expect(read).toMatchObject({ value: { stamp: 'end', stampOf: new Map([['a=1.csv', 'start']]) } });
});

it.each([
  ['ned', 'end'],
  ['b.cvs=end', 'b.csv'],
  ['b.csv=strat', 'start'],
])('tells the stamp %s, and %s for it', (stamp, nearest) => {
  expect(slips({ stamp })).toMatchObject([{ found: `"${stamp}"`, nearest }]);
});

it('refuses two edges for all files', () => {
  expect(slips({ stamp: ['end', 'start'] })).toMatchObject([{ found: '"start"' }]);
});
