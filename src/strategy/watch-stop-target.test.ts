import { describe, expect, it } from 'vitest';

import { squareOff } from './commands.ts';
import { percent, points } from './distance.ts';
import { optionNamed, ScriptedContext } from '../../test/support/scripted-context.ts';
import { watchStop, watchTarget } from './watch-stop-target.ts';

const CE = optionNamed('CE');
const PE = optionNamed('PE');

describe('watchStop', () => {
  const stopped = squareOff('stop of leg ce', ['ce']);
  const watched = (): ScriptedContext => {
    const context = new ScriptedContext();
    return context.run(watchStop(context, { leg: 'ce', stop: percent(30) }));
  };

  it('squares a short leg off when its price has risen by the distance, and a long one when it has fallen', () => {
    const short = watched().hold(['ce', CE, -65, 100]).price(CE, 129.95);
    expect(short.commands).toEqual([]);
    expect(short.price(CE, 130).commands).toEqual([stopped]);
    const long = watched().hold(['ce', CE, 65, 100]).price(CE, 70.05);
    expect(long.commands).toEqual([]);
    expect(long.price(CE, 70).commands).toEqual([stopped]);
  });

  it('does it once an opening, and again when the leg was opened again', () => {
    const context = watched().hold(['ce', CE, -65, 100]).price(CE, 140).price(CE, 150);
    context.hold(['ce', CE, -30, 100]).price(CE, 160);
    expect(context.commands).toEqual([stopped]);
    context.hold(['ce', CE, 0, 0]).price(CE, 99).hold(['ce', CE, -65, 100]);
    expect(context.commands).toHaveLength(1);
    expect(context.price(CE, 131).commands).toEqual([stopped, stopped]);
  });

  it('measures from the average of all fills', () => {
    const context = watched().hold(['ce', CE, -65, 100]).hold(['ce', CE, -130, 110]);
    expect(context.price(CE, 142.95).commands).toEqual([]);
    expect(context.price(CE, 143).commands).toEqual([stopped]);
  });

  it('listens to prices only while the leg is open, and to no other leg', () => {
    const context = watched().hold(['pe', PE, -65, 100]);
    expect(context.listened).toBe(0);
    expect(context.hold(['ce', CE, -65, 100], ['pe', PE, -65, 100]).listened).toBe(1);
    expect(context.price(PE, 500).commands).toEqual([]);
    expect(context.hold(['ce', CE, 0, 0], ['pe', PE, -65, 100]).listened).toBe(0);
  });

  it('takes a leg that was turned round for a new opening', () => {
    const context = watched().hold(['ce', CE, -65, 100]).price(CE, 130).hold(['ce', CE, 65, 130]);
    expect(context.price(CE, 91).commands).toEqual([stopped, stopped]);
  });
});

describe('watchTarget', () => {
  it('squares the leg off when its price has gone in its favour by the distance, once', () => {
    const context = new ScriptedContext();
    context.run(watchTarget(context, { leg: 'ce', target: points(40) }));
    context.hold(['ce', CE, -65, 100]).price(CE, 60.05);
    expect(context.commands).toEqual([]);
    context.price(CE, 60).price(CE, 50);
    expect(context.commands).toEqual([squareOff('target of leg ce', ['ce'])]);
  });

  it('waits for a fresh price where the last one is of an earlier opening', () => {
    const context = new ScriptedContext();
    context.run(watchTarget(context, { leg: 'ce', target: points(40) }));
    context.price(CE, 50, 6_000).hold(['ce', CE, -65, 100]);
    expect(context.commands).toEqual([]);
    expect(context.price(CE, 59).commands).toHaveLength(1);
  });
});
