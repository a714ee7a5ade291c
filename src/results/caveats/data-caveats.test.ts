import { expect, it } from 'vitest';

import { type Json } from '../../base/json.ts';
import { type BacktestResult } from '../backtest-result.ts';
import { aResult } from '../../../test/support/results/a-result.ts';
import { dataCaveats, idleTimes } from './data-caveats.ts';

const at = { file: 'nifty.csv', line: 2, date: null };

/** A result of so many days that ran clean. */
function ran(count: number): BacktestResult {
  const sample = aResult({ dates: 1 });
  const days = Array.from({ length: count }, () => sample.days.slice(0, 1)).flat();
  return { ...sample, days, problems: [] };
}

it('names what puts every row of a file in doubt, and no problem of single rows', () => {
  const problems = [
    { ...at, kind: 'wrong-unit', detail: 'Prices look too high for an index' },
    { ...at, kind: 'duplicate', detail: 'Minute given twice' },
  ];
  expect(dataCaveats({ ...ran(20), problems })).toEqual([
    'nifty.csv:2: Prices look too high for an index. The rows were read as they stand, and every figure rests on them.',
  ]);
});

it('tells one doubt of many files once, with the files', () => {
  const detail = 'Times look like those of another zone';
  const problems = ['a', 'b', 'c', 'd', 'e'].flatMap((name) => [
    { ...at, file: `${name}.csv`, kind: 'wrong-zone', detail },
    { ...at, file: `${name}.csv`, kind: 'duplicate', detail: 'Minute given twice' },
  ]);
  const other = { ...at, file: 'b.csv', kind: 'wrong-unit', detail: 'Prices look like paise' };
  const doubts = dataCaveats({ ...ran(20), problems: [...problems, other] });
  expect(doubts).toEqual([
    `a.csv:2: ${detail}; likewise 4 more files: b.csv, c.csv, d.csv and 1 more. The rows were read as they stand, and every figure rests on them.`,
    'b.csv:2: Prices look like paise. The rows were read as they stand, and every figure rests on them.',
  ]);
});

it('says of fewer days than a month that their ratios say nothing', () => {
  expect(dataCaveats(ran(19))).toEqual([
    'Only 19 days ran: ratios, yearly figures and chances need 20, and are left out.',
  ]);
  expect(dataCaveats(ran(20))).toEqual([]);
});

it('says first that prices are generated, and nothing of files', () => {
  const [used] = ran(20).prices;
  if (used === undefined) throw new TypeError('The sample has prices');
  const prices = [used, { ...used, source: 'generated 7' }];
  expect(dataCaveats({ ...ran(19), prices })[0]).toMatch(/^The prices are generated: /);
  expect(dataCaveats({ ...ran(20), prices: [{ ...used, source: 'generated.csv' }] })).toEqual([]);
});

it('says so where nothing was traded on any day', () => {
  const sound = ran(20);
  const idle = sound.days.map((day) => ({ ...day, trades: 0, fills: [] }));
  expect(dataCaveats({ ...sound, days: idle })).toEqual([
    'No trade on any of the 20 days that ran. Positions that a strategy keeps for itself alone are in no figure.',
  ]);
  expect(dataCaveats({ ...sound, days: idle.slice(0, 1) })[0]).toContain('No trade on the 1 day');
  expect(dataCaveats({ ...sound, days: [...idle, ...sound.days.slice(0, 1)] })).toEqual([]);
  expect(dataCaveats({ ...sound, days: [] })).toEqual([]);
});

it('says that a volatility model could tell a strategy in code what is to come', () => {
  const sample = ran(20);
  const pricing = {
    kind: 'own-days',
    source: null,
    model: 'smile.ts',
    modelledFills: 1,
    recordedFills: 0,
  } as const;
  const code = sample.strategies.map((strategy) => ({ ...strategy, isCode: true }));
  const told = 'The volatility model smile.ts is asked for prices that are still to come';
  expect(dataCaveats({ ...sample, strategies: code, pricing }).join()).toContain(told);
  expect(dataCaveats({ ...sample, strategies: code }).join()).not.toContain(told);
  expect(dataCaveats({ ...sample, pricing })).toEqual([]);
});

it('says before any figure that a lot changed, and on which days a source was silent', () => {
  const lot = { fromExpiry: '2024-04-25', toExpiry: '2024-04-25' };
  const sizes = [
    { units: 50, ...lot },
    { units: 25, ...lot },
  ];
  const withoutValue = { dates: ['2024-04-22'], ofDays: 20 };
  const sources = [{ name: 'mood', path: 'mood.jsonl', values: 3, withoutValue }];
  const told = dataCaveats({ ...ran(20), lots: [{ underlying: 'NIFTY', sizes }], sources });
  expect(told).toEqual([
    expect.stringContaining('Source "mood" (mood.jsonl) has no value on 1 of 20 days'),
    expect.stringContaining('The lot size changed within the test: NIFTY 50'),
  ]);
});

const { days, strategies } = aResult({ dates: 2 });

function told(params: Json): readonly string[] {
  return idleTimes({
    days,
    strategies: strategies.slice(0, 1).map((strategy) => ({ ...strategy, name: 's', params })),
  });
}

it.each([
  [{ entry: '09:20', exit: '15:10', lots: 1, underlying: 'NIFTY' }, []],
  [{ entry: '09:14' }, ['s: no session was open at entry=09:14.']],
  [{ entry: '15:35', exit: '15:45' }, ['s: no session was open at entry=15:35, exit=15:45.']],
  [{ entry: '15:20', exit: '15:10' }, ['s: entry=15:20 does not come before exit=15:10.']],
  [{ entry: '15:10', exit: '15:10' }, ['s: entry=15:10 does not come before exit=15:10.']],
  [{ at: '15:30' }, ['s: no session was open at at=15:30.']],
  [{ symbol: '99:99', nested: { entry: '03:00' } }, []],
  [null, []],
])('of %j tells %j', (params, sentences) => {
  expect(told(params)).toEqual(sentences);
});

it('says nothing where no day ran', () => {
  expect(idleTimes({ days: [], strategies })).toEqual([]);
});
