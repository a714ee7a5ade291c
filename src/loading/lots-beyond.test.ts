import { expect, it } from 'vitest';

import { lotsBeyond } from './limits-in-force.ts';

const NONE = { ofOrder: 0, ofCommand: 0 };

it('tells each limit that the entries of one command are over', () => {
  expect(lotsBeyond({ ofOrder: 60, ofCommand: 120 }, {}, { lotsMax: 110 })).toEqual([
    expect.stringContaining('60 lots of an entry are over "risk.lotsPerOrder" 50'),
    expect.stringContaining('120 lots of its entries together are over "risk.lotsPerRun" 100'),
    expect.stringContaining('120 lots of its entries together are over "risk.lotsOfAccount" 110'),
  ]);
});

it('tells nothing of what is at a limit, or has none', () => {
  expect(lotsBeyond({ ofOrder: 50, ofCommand: 100 }, {}, {})).toEqual([]);
  const unlimited = { orderLotsMax: 1000, lotsPerRunMax: null, lotsMax: null };
  expect(lotsBeyond({ ofOrder: 1000, ofCommand: 9000 }, {}, unlimited)).toEqual([]);
});

it('takes the parameter of a strategy that entered nothing', () => {
  expect(lotsBeyond(NONE, { lots: 60 }, {})).toHaveLength(1);
  expect(lotsBeyond({ ofOrder: 1, ofCommand: 2 }, { lots: 60 }, {})).toEqual([]);
  expect(lotsBeyond(NONE, { lots: '60' }, {})).toEqual([]);
  expect(lotsBeyond(NONE, null, {})).toEqual([]);
});
