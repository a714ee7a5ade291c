import { expect, it } from 'vitest';

import { aDesk, planned } from '../../../test/support/desk-rig.ts';
import { RUN } from '../../../test/support/engine-rig.ts';
import { accountFacts } from './entry-facts.ts';

it('an entry is judged by the halt of the account as it is', () => {
  const desk = aDesk();
  desk.halt = { state: 'halted', sinceMs: 0, reason: 'lunch', by: 'operator' };
  const self = planned(desk);
  for (const counted of [null, self]) {
    const facts = accountFacts(desk, {
      runId: RUN,
      self: counted,
      slices: 1,
      lots: 1,
      premiumPaise: 0,
    });
    expect(facts.halt.state).toBe('halted');
  }
});
