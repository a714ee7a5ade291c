import { describe, expect, it } from 'vitest';

import {
  aLeg,
  type EngineRig,
  noticesOf,
  PE,
  refusalsOf,
  RUN,
  startedRig,
} from '../../../test/support/engine-rig.ts';
import { type Command } from '../../model/orders/command.ts';
import { type Veto } from '../../model/orders/halt-and-lock.ts';

const CLOCK: Veto = {
  by: 'preflight',
  code: 'clock',
  runId: null,
  found: 'the clock is 2.1 s ahead',
  next: 'Set the clock',
};
const START: Command = {
  kind: 'startPosition',
  position: 'morning',
  alertName: 'morning',
  exitTime: null,
  ticker: 'NIFTY',
  legs: [{}],
};

function veto(rig: EngineRig, ...vetoes: readonly Veto[]): void {
  rig.step({ kind: 'vetoes-changed', vetoes });
}

function sides(rig: EngineRig): readonly string[] {
  return rig.sent('place').flatMap(({ request }) => request.elements.map(({ side }) => side));
}

describe('a veto', () => {
  it('keeps entries and starts back with its reason, and lets exits go', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    veto(rig, CLOCK);
    rig.place(aLeg({ leg: 'pe', contract: PE }));
    rig.command(START);
    rig.place(aLeg({ role: 'exit', side: 'buy' }));
    rig.fresh(...rig.book.values());
    expect(sides(rig)).toEqual(['buy']);
    expect(rig.sent('start-position')).toEqual([]);
    expect(refusalsOf(rig.effects)).toHaveLength(2);
    expect(refusalsOf(rig.effects)[0]).toContain('preflight (clock: the clock is 2.1 s ahead)');
  });

  it('keeps back an entry that waited for prices when it came', () => {
    const rig = startedRig();
    rig.place(aLeg());
    veto(rig, CLOCK);
    rig.fresh();
    expect(sides(rig)).toEqual([]);
    expect(refusalsOf(rig.effects).join()).toContain('preflight');
  });

  it('ends with its reason: entries leave again', () => {
    const rig = startedRig();
    veto(rig, CLOCK);
    veto(rig);
    rig.place(aLeg());
    rig.fresh();
    expect(sides(rig)).toEqual(['sell']);
  });

  it('of one run leaves the others alone', () => {
    const rig = startedRig();
    veto(rig, { ...CLOCK, runId: 'other@2026-11-20/paper' });
    rig.place(aLeg());
    rig.fresh();
    expect(sides(rig)).toEqual(['sell']);
    veto(rig, { ...CLOCK, runId: RUN });
    rig.place(aLeg({ leg: 'pe', contract: PE }));
    rig.fresh(...rig.book.values());
    expect(refusalsOf(rig.effects).join()).toContain('clock');
  });

  it('is reported once when it begins and once when it is over, and shown meanwhile', () => {
    const rig = startedRig();
    veto(rig, CLOCK);
    veto(rig, CLOCK, { ...CLOCK, code: 'disk' });
    expect(rig.engine.view().vetoes.map(({ code }) => code)).toEqual(['clock', 'disk']);
    veto(rig, { ...CLOCK, found: 'the clock is 3 s ahead' });
    veto(rig);
    const begun = noticesOf(rig.effects, 'critical').filter((text) => text.includes('kept back'));
    expect(begun).toHaveLength(2);
    expect(noticesOf(rig.effects, 'info').slice(-2)).toEqual([
      'Entries of the account are no longer kept back by preflight (disk); 1 other reason still does',
      'Entries of the account are no longer kept back by preflight (clock)',
    ]);
  });

  it('is over with the process that said it', () => {
    const rig = startedRig();
    veto(rig, CLOCK);
    rig.step({ kind: 'restarted', lastAtMs: 0 });
    expect(rig.engine.view().vetoes).toEqual([]);
  });
});
