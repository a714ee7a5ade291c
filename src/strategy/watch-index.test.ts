import { expect, it } from 'vitest';

import { optionNamed, ScriptedContext } from '../../test/support/scripted-context.ts';
import { squareOff } from './commands.ts';
import { points } from './distance.ts';
import { watchIndexStop } from './watch-index.ts';

const CE = optionNamed('CE');
const NIFTY = optionNamed('NIFTY');
const STOPPED = squareOff('stop of leg ce on NIFTY', ['ce']);

/** A sold call that was opened at 24,000 and is watched. */
function opened(): ScriptedContext {
  const context = new ScriptedContext();
  const options = { leg: 'ce', underlying: 'NIFTY', distance: points(50) };
  context.run(watchIndexStop(context, options)).price(CE, 100).price(NIFTY, 24_000);
  return context.hold(['ce', CE, -65, 100]);
}

it('squares a leg off once an opening when its index has gone against it', () => {
  const context = opened().price(NIFTY, 24_049);
  expect(context.commands).toEqual([]);
  expect(context.price(NIFTY, 24_050).price(NIFTY, 24_090).commands).toEqual([STOPPED]);
});

it('watches no longer than the leg is open, and from the level of each opening', () => {
  const context = opened().hold(['ce', CE, 0, 0]).price(NIFTY, 24_200);
  expect([context.commands, context.listened]).toEqual([[], 0]);
  context.hold(['ce', CE, -65, 100]).price(NIFTY, 24_249);
  expect(context.commands).toEqual([]);
  expect(context.price(NIFTY, 24_250).commands).toEqual([STOPPED]);
});
