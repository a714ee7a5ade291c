import { Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { type Command } from '../model/orders/command.ts';
import { percent, points } from './distance.ts';
import { optionNamed, ScriptedContext } from '../../test/support/scripted-context.ts';
import { stopToCost, trail } from './move-stop.ts';

const CE = optionNamed('CE');

function triggers(commands: readonly Command[]): readonly (number | null)[] {
  return commands.map((command) => {
    const isStop = command.kind === 'modify' && command.leg === 'ce' && command.role === 'stop';
    return isStop && command.terms.kind === 'stop' ? command.terms.triggerPricePaise / 100 : null;
  });
}

describe('trail', () => {
  it('moves the stop of a short leg down by a step for every move, and never back', () => {
    const context = new ScriptedContext();
    context.run(trail(context, { leg: 'ce', stop: points(30), move: points(10), step: points(5) }));
    context.hold(['ce', CE, -65, 100]).price(CE, 95).price(CE, 90).price(CE, 99).price(CE, 90);
    context.price(CE, 65).price(CE, 120);
    expect(triggers(context.commands)).toEqual([125, 115]);
  });

  it('moves the stop of a long leg up, in percent of the entry price, limit below it', () => {
    const context = new ScriptedContext();
    context.run(
      trail(context, {
        leg: 'ce',
        stop: percent(20),
        move: percent(10),
        step: percent(10),
        bufferPercent: 5,
      }),
    );
    context.hold(['ce', CE, 65, 200]).price(CE, 219).price(CE, 241);
    expect(context.commands).toEqual([
      {
        kind: 'modify',
        leg: 'ce',
        role: 'stop',
        terms: { kind: 'stop', triggerPricePaise: 20_000, limitPricePaise: 19_000 },
      },
    ]);
  });

  it('begins anew with a new opening', () => {
    const context = new ScriptedContext();
    context.run(
      trail(context, { leg: 'ce', stop: points(30), move: points(10), step: points(10) }),
    );
    context.hold(['ce', CE, -65, 100]).price(CE, 80).hold(['ce', CE, 0, 0]);
    context.price(CE, 100).hold(['ce', CE, -65, 100]).price(CE, 95).price(CE, 90);
    expect(triggers(context.commands)).toEqual([110, 120]);
  });
});

describe('stopToCost', () => {
  it('moves the stop to the entry price at its moment, once the price is in favour', () => {
    const context = new ScriptedContext();
    const when = new Subject<void>();
    context.run(stopToCost(context, { leg: 'ce', stop: points(30), when }));
    when.next();
    context.hold(['ce', CE, -65, 100]).price(CE, 90);
    // What happened before the leg was opened says nothing of it.
    expect(triggers(context.commands)).toEqual([]);
    context.price(CE, 110);
    when.next();
    expect(triggers(context.commands)).toEqual([]);
    context.price(CE, 100).price(CE, 99.95).price(CE, 120).price(CE, 80);
    when.next();
    expect(triggers(context.commands)).toEqual([100]);
  });

  it('keeps the tighter one with a trail, in either order', () => {
    const context = new ScriptedContext();
    const when = new Subject<void>();
    const trailed = { move: points(10), step: points(10) };
    context.run(stopToCost(context, { leg: 'ce', stop: points(30), when, trail: trailed }));
    context.hold(['ce', CE, 65, 100]).price(CE, 110);
    when.next();
    context.price(CE, 121).price(CE, 151);
    expect(triggers(context.commands)).toEqual([80, 100, 120]);
  });
});
