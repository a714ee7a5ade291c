import { describe, expect, it } from 'vitest';

import { type OrderTerms } from '../model/order.ts';
import { isSameTerms } from './same-terms.ts';

const TERMS: readonly OrderTerms[] = [
  { kind: 'market', referencePricePaise: 0 },
  { kind: 'market', referencePricePaise: 5 },
  { kind: 'limit', pricePaise: 5 },
  { kind: 'limit', pricePaise: 10 },
  { kind: 'stop', triggerPricePaise: 5, limitPricePaise: 5 },
  { kind: 'stop', triggerPricePaise: 5, limitPricePaise: 10 },
  { kind: 'stop', triggerPricePaise: 10, limitPricePaise: 10 },
];

describe('isSameTerms', () => {
  it('tells terms apart by kind and by every price', () => {
    for (const [row, left] of TERMS.entries()) {
      for (const [column, right] of TERMS.entries()) {
        expect(isSameTerms({ ...left }, right)).toBe(row === column);
      }
    }
  });
});
