import { expect, test } from 'vitest';

import { sampleContract, sampleInstant } from '../../../test/support/sample-world.ts';
import { scriptedMarket } from '../../../test/support/scripted-market.ts';
import { price } from '../../../test/support/exchange-fixture.ts';
import { touchesInBar } from './bar-touches.ts';

const contract = sampleContract('CE');
const market = scriptedMarket([
  price('09:20:30', [11_990, 12_010, 12_000]),
  price('09:20:59', [7_990, 8_010, 8_000]),
  // Until this one the price of the minute before holds.
  price('09:21:10', [9_990, 10_010, 10_000]),
  price('09:21:40', [10_090, 10_110, 10_100]),
  price('09:22:00', [6_990, 7_010, 7_000]),
]);

test.each([
  ['buy', { lowPaise: 10_010, highPaise: 10_110, closePaise: 10_110, firstPaise: 10_000 }],
  ['sell', { lowPaise: 9_990, highPaise: 10_090, closePaise: 10_090, firstPaise: 10_000 }],
] as const)(
  'a %s looks at the prices that came up within the minute, and at no other',
  (side, touches) => {
    for (const clock of ['09:21:00', '09:21:25', '09:21:59']) {
      expect(touchesInBar(market, { contract, side }, sampleInstant(clock))).toEqual(touches);
    }
  },
);

test('a minute in which no price came up has none', () => {
  expect(touchesInBar(market, { contract, side: 'buy' }, sampleInstant('09:23:30'))).toBeNull();
});
