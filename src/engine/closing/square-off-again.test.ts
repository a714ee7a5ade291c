import { describe, expect, it } from 'vitest';

import {
  aLeg,
  aRecord,
  each,
  filled,
  noticesOf,
  RigProblem,
  startedRig,
  TIMEOUT,
} from '../../../test/support/engine-rig.ts';
import { type Command } from '../../model/orders/command.ts';

const SQUARE_OFF: Command = { kind: 'squareOff', legs: 'all', reason: '15:10' };

describe('square off', () => {
  it('that a strategy asks for again once it is flat gets no notice', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    rig.command(SQUARE_OFF);
    const [exit] = rig.sent('place');
    const [element] = exit?.request.elements ?? [];
    if (exit === undefined || element === undefined) throw new RigProblem('nothing sent');
    rig.answer(exit, each([element.tag]));
    rig.show(filled(aRecord(element), 9_000));
    const told = [
      expect.stringContaining('Squaring off all legs'),
      expect.stringContaining('Squared off all legs'),
    ];
    const squareOffs = (): readonly string[] =>
      noticesOf(rig.effects, 'info').filter((text) => text.startsWith('Squar'));
    expect(squareOffs()).toEqual(told);
    rig.command(SQUARE_OFF);
    rig.command({ ...SQUARE_OFF, legs: ['ce'] });
    expect(squareOffs()).toEqual(told);
    expect(rig.engine.view().squareOffs).toEqual([]);
  });

  it.each([
    ['waits', false],
    ['has no answer', true],
  ])('of an entry that %s is reported though nothing is open', (_, isSent) => {
    const rig = startedRig();
    rig.place(aLeg());
    if (isSent) {
      rig.fresh();
      const [entry] = rig.sent('place');
      if (entry === undefined) throw new RigProblem('nothing sent');
      rig.answer(entry, TIMEOUT);
    }
    rig.command(SQUARE_OFF);
    expect(noticesOf(rig.effects, 'info')).toContain('Squaring off all legs: 15:10');
  });
});
