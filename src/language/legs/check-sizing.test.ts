import { describe, expect, it } from 'vitest';

import { checkSizing } from './check-sizing.ts';

const SOLD = { side: 'sell', type: 'CE', strike: 'ATM', stop: '30%' };
const BOUGHT = { side: 'buy', type: 'CE', strike: 'ATM' };

function messages(file: Readonly<Record<string, unknown>>): readonly string[] {
  return checkSizing({ legs: { ce: SOLD }, ...file }).map(({ message }) => message);
}

const RISK = { risk: '5000 rupees', maxLots: 10 };
const SHARE = { share: '10%', capital: '500000 rupees', maxLots: 10, legs: { ce: BOUGHT } };

const SAME = { reenter: { how: 'immediately' } };
const REVERSED = { reenter: { how: 'immediately', direction: 'reversed' } };
const REVERSED_WITHOUT_STOP =
  '"legs.ce.stop" is missing: the leg re-enters reversed, and "risk" needs the loss of a sold leg to be limited';
const REVERSED_SHARE =
  '"share" cannot size a leg that re-enters reversed: it would be sold, which takes margin';

it.each([
  {},
  { lots: 2 },
  { units: 150 },
  { lots: 2, legs: { ce: { ...SOLD, units: 75 } } },
  RISK,
  { ...RISK, risk: '1%', capital: '500000 rupees' },
  { ...RISK, legs: { ce: { ...SOLD, lots: 10 }, wing: BOUGHT } },
  SHARE,
  { ...RISK, legs: { ce: { ...BOUGHT, stop: '30%', target: '50%', onTarget: REVERSED } } },
  { ...RISK, legs: { ce: { ...BOUGHT, target: '50%', onTarget: SAME } }, onTarget: REVERSED },
  // Nothing closes the wing that it could be entered again after.
  { ...RISK, legs: { ce: SOLD, wing: BOUGHT }, onStop: REVERSED },
  { ...SHARE, target: '50%', onTarget: SAME },
  // What cannot be read is reported as such, and nothing follows from it.
  { ...RISK, risk: 0.01, capital: '500000 rupees' },
  { ...RISK, risk: '₹5000', capital: '500000 rupees' },
  { ...RISK, risk: '500%' },
  { ...SHARE, share: '10 percent' },
])('takes %j', (file) => {
  expect(messages(file)).toEqual([]);
});

describe('a file that is refused', () => {
  it.each<[object, string]>([
    [{ lots: 1, units: 75 }, '"units" cannot stand beside "lots": both say how much is traded'],
    [{ ...RISK, lots: 1 }, '"risk" cannot stand beside "lots": both say how much is traded'],
    [
      { ...SHARE, risk: '5000 rupees' },
      '"share" cannot stand beside "risk": both say how much is traded',
    ],
    [
      { legs: { ce: { ...SOLD, lots: 1, units: 75 } } },
      '"legs.ce.units" cannot stand beside "lots": both say how much is traded',
    ],
    [
      { ...RISK, legs: { ce: { ...SOLD, units: 75 } } },
      '"legs.ce.units" cannot stand in a file with "risk"',
    ],
    [{ risk: '5000 rupees' }, '"maxLots" is missing: "risk" needs it'],
    [{ ...RISK, risk: '1%' }, '"capital" is missing: "risk" needs it'],
    [{ ...SHARE, capital: undefined }, '"capital" is missing: "share" needs it'],
    [{ ...RISK, capital: '500000 rupees' }, '"capital" has no effect: "risk" is no share of it'],
    [{ capital: '500000 rupees' }, '"capital" has no effect: nothing is a share of it'],
    [{ maxLots: 5 }, '"maxLots" has no effect: neither "risk" nor "share" sizes the legs'],
    [{ ...RISK, legs: { ce: { ...SOLD, lots: 11 } } }, '"legs.ce.lots" is more than "maxLots"'],
    [
      { ...RISK, legs: { ce: { ...SOLD, stop: undefined } } },
      '"legs.ce.stop" is missing: "risk" needs the loss of a sold leg to be limited',
    ],
    [
      { ...RISK, legs: { fut: { side: 'buy', type: 'FUT' } } },
      '"legs.fut.stop" is missing: "risk" needs the loss of a future to be limited',
    ],
    [
      { ...RISK, legs: { ce: { ...SOLD, stop: '900 rupees' } } },
      '"legs.ce.stop" is an amount of the leg, and "risk" decides its lots at the entry',
    ],
    [
      { ...RISK, trail: { move: '5 points', step: '100 rupees' } },
      '"trail.step" is an amount of the leg, and "risk" decides its lots at the entry',
    ],
    [
      { ...RISK, momentum: 'up 5%' },
      '"momentum" cannot stand in a file with "risk": its legs are sized and entered together',
    ],
    [
      { ...SHARE, legs: { ce: SOLD } },
      '"share" cannot size a sold leg: it takes margin, which a strategy does not know',
    ],
    [
      { ...SHARE, legs: { fut: { side: 'buy', type: 'FUT' } } },
      '"share" cannot size a future: it takes margin, which a strategy does not know',
    ],
    [
      { ...RISK, legs: { ce: { ...BOUGHT, target: '50%', onTarget: REVERSED } } },
      REVERSED_WITHOUT_STOP,
    ],
    [
      { ...RISK, legs: { ce: BOUGHT }, indexTarget: '1%', onTarget: REVERSED },
      REVERSED_WITHOUT_STOP,
    ],
    [
      { ...RISK, legs: { ce: { ...BOUGHT, indexStop: '1%', onStop: REVERSED } } },
      REVERSED_WITHOUT_STOP,
    ],
    [{ ...SHARE, legs: { ce: { ...BOUGHT, stop: '30%', onStop: REVERSED } } }, REVERSED_SHARE],
    [{ ...SHARE, target: '50%', onTarget: REVERSED }, REVERSED_SHARE],
  ])('%j', (file, message) => {
    expect(messages(file as Readonly<Record<string, unknown>>)).toEqual([message]);
  });
});
