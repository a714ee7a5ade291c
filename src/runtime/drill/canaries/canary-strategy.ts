import { map, merge, withLatestFrom } from 'rxjs';

import { place, squareOff } from '../../../strategy/commands.ts';
import { defineStrategy } from '../../../strategy/define-strategy.ts';
import { buy, sell } from '../../../strategy/leg-order.ts';
import { type LoadedStrategy } from '../../load-strategy.ts';

/** More lots than the gate lets through in one order, and few enough slices for every other limit. */
const ABSURD_LOTS = 1_001;

/** Holds one short for a few minutes, and asks for one order that is far too large. */
export const canaryStrategy: LoadedStrategy = {
  path: 'canary',
  sourceHash: 'canary',
  params: {},
  strategy: defineStrategy({
    name: 'canary',
    run: ({ at, chain }) => {
      const atm = chain('NIFTY', { quotedStrikes: 1 }).pipe(map((options) => options.atm));
      return merge(
        at('09:17').pipe(
          withLatestFrom(atm),
          map(([, { ce }]) => place(sell(ce, { leg: 'short', lots: 1 }))),
        ),
        at('09:18').pipe(
          withLatestFrom(atm),
          map(([, { pe }]) => place(buy(pe, { leg: 'absurd', lots: ABSURD_LOTS }))),
        ),
        at('09:20').pipe(map(() => squareOff('enough'))),
      );
    },
  }),
};
