import { expect, it } from 'vitest';

import { EMPTY_VIEW, type EngineView } from '../engine/engine-view.ts';
import { type Order } from '../model/orders/order.ts';
import { orderRecords, positionRecords } from './day-records.ts';

const VIEW = {
  ...EMPTY_VIEW,
  runs: [{ runId: 'a', stage: 'one-lot', broker: { name: 'hedge-fund', brokerId: 'h' } }],
  intents: [{ tag: 'ours', runId: 'a' }],
  positions: ['a', 'gone'].map((runId) => ({ runId, leg: 'ce', contract: { symbol: 'X' } })),
} as unknown as EngineView;

it('an order has the run of its tag and its stage, one of others has none', () => {
  const orders = ['ours', 'other'].map((tag) => ({ tag }) as Order);
  expect(orderRecords(VIEW, orders)).toMatchObject([
    { tag: 'ours', runId: 'a', stage: 'one-lot', broker: 'hedge-fund' },
    { tag: 'other', runId: null, stage: null, broker: null },
  ]);
});

it('a position has the broker of its run', () => {
  expect(positionRecords(VIEW).map(({ broker }) => broker)).toEqual(['hedge-fund', null]);
});

it('a position has the stage of its run; that of a run of an earlier day is of the account', () => {
  expect(positionRecords(VIEW).map(({ stage }) => stage)).toEqual(['one-lot', 'full']);
});
