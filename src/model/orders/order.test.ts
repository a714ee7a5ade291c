import { expect, it } from 'vitest';

import { opposite } from './order.ts';

it('each side has the other as its opposite', () => {
  expect(opposite('buy')).toBe('sell');
  expect(opposite('sell')).toBe('buy');
});
