import { describe, expect, it } from 'vitest';

import { InvalidCommand } from '../../strategy/commands.ts';
import { percent } from '../../strategy/distance.ts';
import { rupees } from '../../strategy/whole.ts';
import { legsByTerms, type LegTerms } from '../legs/legs-params.ts';
import { rise } from '../schema/momentum.ts';
import { checkSizes } from './check-sizes.ts';
import { legSizing, strike } from './leg-values.ts';

const RISK = legSizing({ risk: '1%', capital: '500000 rupees', maxLots: 10 });
const SHARE = legSizing({ share: '20%', capital: '500000 rupees', maxLots: 10 });

it('reads the words of a file', () => {
  expect(RISK).toEqual({ by: 'risk', limitPaise: 500_000, lotsMax: 10 });
  expect(SHARE).toEqual({ by: 'premium', limitPaise: 10_000_000, lotsMax: 10 });
  // A third of a paisa is not paid out.
  const odd = legSizing({ risk: '33.33%', capital: '0.10 rupees', maxLots: 1 });
  expect(odd.limitPaise).toBe(3);
});

it.each([
  [{ maxLots: 10 }, 'wanted "risk" or "share", found neither'],
  [{ risk: '5000 rupees', share: '1%', maxLots: 10 }, 'wanted "risk" or "share", found both'],
  [{ risk: '5000 rupees' }, 'wanted "maxLots"'],
  [{ risk: '1%', maxLots: 10 }, 'a share needs "capital"'],
  [{ risk: '101%', maxLots: 10 }, 'Cannot read "101%"'],
  [{ risk: '5000 rupees', maxLots: 0 }, 'Cannot read "0"'],
])('refuses %j', (words, message) => {
  expect(() => legSizing(words)).toThrow(InvalidCommand);
  expect(() => legSizing(words)).toThrow(message);
});

const SOLD = { side: 'sell', type: 'CE', strike: strike.atm() } as const;
const BOUGHT = { ...SOLD, side: 'buy' } as const;

const REVERSED = {
  reenter: { how: 'immediately', direction: 'reversed', times: 1 },
} as const;

type Legs = LegTerms['legs'];
type Terms = Pick<LegTerms, 'sizing' | 'stop'>;

function checked(legs: Legs, { sizing = RISK, stop }: Terms): void {
  const expiry = 'weekly';
  checkSizes(legsByTerms({ underlying: 'NIFTY', expiry, legs, sizing, stop }), sizing);
}

describe('a desk', () => {
  it('takes legs whose loss, or whose cost, has a limit', () => {
    const taken = (): void => {
      checked({ ce: SOLD, wing: BOUGHT }, { stop: percent(30) });
      checked({ ce: BOUGHT }, { sizing: SHARE });
      checked({ ce: { ...BOUGHT, onStop: REVERSED } }, { stop: percent(30) });
      checked({ ce: { ...BOUGHT, onStop: REVERSED } }, {});
      checked({ ce: { ...SOLD, units: 75 } }, { sizing: null });
    };
    expect(taken).not.toThrow();
  });

  it.each<[string, Legs, Terms]>([
    ['wanted lots or units, found both', { ce: { ...SOLD, lots: 1, units: 75 } }, { sizing: null }],
    ['found units', { ce: { ...SOLD, units: 75 } }, { stop: percent(30) }],
    ['momentum', { ce: { ...SOLD, momentum: rise(percent(5)) } }, { stop: percent(30) }],
    ['without a stop', { ce: SOLD }, {}],
    ['more than the most, 10', { ce: { ...SOLD, lots: 11 } }, { stop: percent(30) }],
    ['takes margin', { ce: SOLD }, { sizing: SHARE }],
    ['takes margin', { fut: { side: 'buy', type: 'FUT' } }, { sizing: SHARE }],
    ['without a stop', { fut: { side: 'buy', type: 'FUT' } }, {}],
    [
      're-enters reversed, and its loss has no limit without a stop',
      { ce: { ...BOUGHT, target: percent(50), onTarget: REVERSED } },
      {},
    ],
    [
      're-enters reversed, and sold it takes margin',
      { ce: { ...BOUGHT, onStop: REVERSED } },
      { sizing: SHARE, stop: percent(30) },
    ],
    ['an amount of a leg that is sized at its entry', { ce: SOLD }, { stop: rupees(900) }],
  ])('refuses %s: %j', (message, legs, terms) => {
    expect(() => {
      checked(legs, terms);
    }).toThrow(message);
  });
});
