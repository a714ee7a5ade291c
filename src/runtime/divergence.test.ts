import { expect, it } from 'vitest';

import { aLeg, at, CE } from '../../test/support/engine-rig.ts';
import { type Command, type LegOrder } from '../model/command.ts';
import { describeCommand, describeDivergence, isSameCommand } from './divergence.ts';

const ALERT: Command = { kind: 'alert', severity: 'info', message: 'hello' };

function place(over: Partial<LegOrder>): Command {
  return { kind: 'place', orders: [aLeg(over)] };
}

it.each<[LegOrder['terms'], string]>([
  [{ kind: 'marketable', bufferPercent: null }, ''],
  [{ kind: 'limit', pricePaise: 1_050 }, ' at ₹10.50'],
  [{ kind: 'stop', triggerPricePaise: 1_000, limitPricePaise: 1_050 }, ' at trigger ₹10.00'],
])('an order is described with its price: %j', (terms, price) => {
  expect(describeCommand(place({ terms }))).toBe(`place ce sell 75 ${CE.symbol}${price}`);
});

it('a divergence is told with both sides, and with none where a side has none', () => {
  const recorded = { atMs: at('10:00'), command: ALERT };
  expect(describeDivergence({ kind: 'command', index: 2, recorded, replayed: null })).toBe(
    'Its replay differs from the journal at command 2: recorded alert {"severity":"info","message":"hello"} at 10:00:00, replayed none',
  );
  expect(describeDivergence({ kind: 'run', detail: 'its file changed' })).toBe('its file changed');
});

it('commands are the same whatever the order of their parts', () => {
  const turned: Command = { message: 'hello', severity: 'info', kind: 'alert' };
  expect(isSameCommand(ALERT, turned)).toBe(true);
  expect(isSameCommand(ALERT, { ...ALERT, message: 'bye' })).toBe(false);
});
