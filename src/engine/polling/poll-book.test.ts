import { expect, it } from 'vitest';

import { CE } from '../../../test/support/engine-rig.ts';
import { PollBook } from './poll-book.ts';

it('each subject has a state of its own, contracts one for each underlying', () => {
  const book = new PollBook();
  const states = [
    book.state('orders'),
    book.state('quotes'),
    book.state('contracts', 'NIFTY'),
    book.state('contracts', 'BANKNIFTY'),
  ];
  expect(new Set(states).size).toBe(4);
  expect([book.state('orders'), book.state('contracts', 'NIFTY')]).toEqual([states[0], states[2]]);
  expect(book.state('orders')).toBe(states[0]);
  expect(book.state('contracts', 'NIFTY')).toBe(states[2]);
});

it('nothing that was seen before a restart says anything about now', () => {
  const book = new PollBook();
  const states = [book.state('orders'), book.state('quotes'), book.state('contracts', 'NIFTY')];
  const fresh = states.map((state) => ({ ...state }));
  for (const state of states) {
    Object.assign(state, { isUnderWay: true, lastGoodAtMs: 5, lastStartedAtMs: 5, everyMs: 9 });
  }
  book.refusedQuotes.take([{ symbol: CE.symbol, kind: 'crossed', problem: '' }], 0);
  book.forget();
  expect(states).toEqual(fresh);
  expect(states[0]).toMatchObject({ everyMs: 0, endMs: 0, attemptsAtStart: 0 });
  expect(book.refusedQuotes.forMs(CE.symbol, 9)).toBe(0);
  expect(book.ordersQuality).toBeNull();
});
