import { expect, it } from 'vitest';

import { aLeg, at, CE } from '../../test/support/engine-rig.ts';
import { type Command, type LegOrder } from '../model/orders/command.ts';
import { instantAt } from '../model/time/ist.ts';
import {
  describeCommand,
  describeDivergence,
  isSameCommand,
  isSameMade,
  type MadeEntry,
  programDivergence,
} from './divergence.ts';

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

const AT_MS = instantAt('2026-11-20', '10:00');
const INTENT: MadeEntry = {
  kind: 'intent',
  atMs: AT_MS,
  runId: 'a@2026-11-20/paper',
  tag: 't1',
  leg: 'ce',
  role: 'entry',
  parametersHash: '0123456789',
  mode: 'paper',
  account: 'main',
  build: 'b1',
};
const ATTEMPT: MadeEntry = { kind: 'attempt', atMs: AT_MS, attemptId: 'a1', attempt: { id: 7 } };

it('says what each side has, and that a side has nothing', () => {
  expect(programDivergence(AT_MS, null, ATTEMPT)).toEqual({
    atMs: AT_MS,
    detail: 'at 10:00:00 the journal has nothing, this program makes attempt {"id":7}',
  });
  expect(programDivergence(AT_MS, INTENT, null).detail).toBe(
    'at 10:00:00 the journal has the intent t1 of a@2026-11-20/paper (ce entry, parameters 01234567), this program makes nothing',
  );
});

it('takes what another build, or another opening of the journal, made for the same, and nothing else', () => {
  expect(isSameMade(INTENT, { ...INTENT, build: 'b2' })).toBe(true);
  expect(isSameMade({ ...INTENT, fence: 3 }, { ...INTENT, fence: 9 })).toBe(true);
  expect(isSameMade({ ...INTENT, fence: 3 }, INTENT)).toBe(true);
  expect(isSameMade(INTENT, { ...INTENT, tag: 't2' })).toBe(false);
  expect(isSameMade(INTENT, ATTEMPT)).toBe(false);
});
