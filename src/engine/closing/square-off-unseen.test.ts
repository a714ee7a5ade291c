import { describe, expect, it } from 'vitest';

import {
  aLeg,
  aRecord,
  each,
  filled,
  noticesOf,
  PE,
  RigProblem,
  startedRig,
  TIMEOUT,
} from '../../../test/support/engine-rig.ts';
import { type Command } from '../../model/orders/command.ts';

const SQUARE_OFF: Command = { kind: 'squareOff', legs: 'all', reason: '15:10' };
const STOP = aLeg({
  role: 'stop',
  side: 'buy',
  terms: { kind: 'stop', triggerPricePaise: 13_000, limitPricePaise: 13_500 },
});

describe('square off with orders that nobody has seen', () => {
  it('does not send a second exit while the first is unknown, and says so', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    rig.command(SQUARE_OFF);
    const [exit] = rig.sent('place');
    if (exit === undefined) throw new RigProblem('nothing sent');
    rig.answer(exit, TIMEOUT);
    for (let second = 0; second < 120; second += 1) {
      rig.pass(1_000);
      rig.show();
    }
    expect(rig.sent('place')).toEqual([]);
    expect(rig.engine.view()).toMatchObject({
      squareOffs: [{}],
      intents: [{}, { state: 'unknown' }],
    });
    expect(noticesOf(rig.effects, 'critical').join('\n')).toContain(
      'no poll has shown it for 30 s',
    );
  });

  it('closes what an unknown entry turns out to have filled', () => {
    const rig = startedRig();
    rig.fresh();
    rig.place(aLeg());
    const [attempt] = rig.sent('place');
    const [element] = attempt?.request.elements ?? [];
    if (attempt === undefined || element === undefined) throw new RigProblem('nothing sent');
    rig.answer(attempt, TIMEOUT);
    rig.command(SQUARE_OFF);
    rig.pass(60_000);
    expect(rig.sent('place')).toEqual([]);
    expect(rig.engine.view().squareOffs).toHaveLength(1);
    rig.show(filled(aRecord(element), 10_000));
    expect(rig.sent('place')[0]?.request.elements).toMatchObject([
      { side: 'buy', quantityUnits: 75 },
    ]);
  });

  it('does not wait for ever for an order that was accepted and never shown', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    rig.place(STOP);
    const [stop] = rig.sent('place');
    if (stop === undefined) throw new RigProblem('nothing sent');
    rig.answer(stop, each(stop.request.elements.map(({ tag }) => tag)));
    rig.hold(aLeg({ leg: 'ce', contract: PE }));
    rig.command(SQUARE_OFF);
    expect(rig.sent('place')).toEqual([]);
    rig.pass(30_000);
    rig.pass(1);
    // The call may be closed by the unseen stop, so only the put is bought back.
    expect(rig.sent('place').flatMap(({ request }) => request.elements)).toMatchObject([
      { symbol: PE.symbol, quantityUnits: 75 },
    ]);
  });
});
