import { expect, it } from 'vitest';

import { type Json } from '../base/json.ts';
import { idleTimes } from './idle-times.ts';
import { aResult } from './testing/a-result.ts';

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
