import { take } from 'rxjs';
import { expect, it } from 'vitest';

import { percent, points } from './distance.ts';
import { protectHeld } from './protect-held.ts';
import { optionNamed, ScriptedContext } from './testing/scripted-context.ts';

const CE = optionNamed('CE');
const PE = optionNamed('PE');

it('places a stop order for all of each open position, on its losing side, from its average price', () => {
  const context = new ScriptedContext().hold(
    ['short', CE, -65, 100],
    ['flat', CE, 0, 0, 40],
    ['long', PE, 130, 80],
  );
  context.run(context.positions.pipe(take(1), protectHeld({ stop: points(20), bufferPercent: 5 })));
  expect(context.commands).toEqual([
    {
      kind: 'place',
      orders: [
        {
          leg: 'short',
          role: 'stop',
          contract: CE,
          side: 'buy',
          quantityUnits: 65,
          product: 'carry-forward',
          terms: { kind: 'stop', triggerPricePaise: 12_000, limitPricePaise: 12_600 },
        },
        {
          leg: 'long',
          role: 'stop',
          contract: PE,
          side: 'sell',
          quantityUnits: 130,
          product: 'carry-forward',
          terms: { kind: 'stop', triggerPricePaise: 6_000, limitPricePaise: 5_700 },
        },
      ],
    },
  ]);
});

it('asks for nothing where nothing is open', () => {
  const context = new ScriptedContext();
  context.run(context.positions.pipe(protectHeld({ stop: percent(30) })));
  context.hold(['flat', CE, 0, 0, 40]);
  expect(context.commands).toEqual([]);
});
