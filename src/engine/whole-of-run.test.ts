import { describe, expect, it } from 'vitest';

import { aDesk, held, planned, working } from '../../test/support/desk-rig.ts';
import { aLeg, aRun, CE, HEDGE, PE, RUN } from '../../test/support/engine-rig.ts';
import { DEFAULT_RUN_POLICIES } from '../model/run-policies.ts';
import { type Desk } from './desk.ts';
import { areHedges, coversHeld, isHedgeIntent, uncovers, wholeOfRun } from './whole-of-run.ts';

const BUY_HEDGE = aLeg({ leg: 'hedge', contract: HEDGE, side: 'buy' });
const SELL_HEDGE = aLeg({ leg: 'hedge', contract: HEDGE, role: 'exit' });

function units(desk: Desk, aside: Parameters<typeof wholeOfRun>[2] = {}): readonly string[] {
  return wholeOfRun(desk, RUN, aside).map((line) => `${line.leg} ${String(line.units)}`);
}

describe('what a run holds at its worst', () => {
  it('is what it holds, and what its entries may fill', () => {
    const desk = aDesk();
    held(desk, -75);
    const intent = working(desk, BUY_HEDGE);
    expect(units(desk)).toEqual(['ce -75', 'hedge 75']);
    expect(units(desk, { own: intent })).toEqual(['ce -75']);
    expect(units(desk, { isFilledOnly: true })).toEqual(['ce -75']);
    expect(units(desk, { own: intent, before: [aLeg({ leg: 'pe', contract: PE })] })).toEqual([
      'ce -75',
      'pe -75',
    ]);
  });

  it('has nothing of flat legs, of other runs, nor of legs that are being squared off', () => {
    const desk = aDesk();
    desk.runs.start(aRun({ runId: 'other' }), DEFAULT_RUN_POLICIES);
    held(desk, -75);
    held(desk, 75);
    planned(desk, BUY_HEDGE, { runId: 'other' });
    expect(units(desk)).toEqual([]);
    held(desk, 75, { leg: 'hedge', contract: HEDGE });
    expect(units(desk)).toEqual(['hedge 75']);
    const about = { reason: '', startedAtMs: 0, isTold: true, isOverdueNoticed: false };
    desk.squareOffs.add({ runId: RUN, scope: ['hedge'], origin: 'strategy', ...about });
    expect(units(desk)).toEqual([]);
  });

  it('counts what sells a long as sold, up to flat, and nothing that buys a short back', () => {
    const desk = aDesk();
    held(desk, 75, { leg: 'hedge', contract: HEDGE });
    held(desk, -75);
    working(desk, SELL_HEDGE);
    working(desk, SELL_HEDGE);
    working(desk, aLeg({ role: 'exit', side: 'buy' }));
    expect(units(desk)).toEqual(['hedge 75', 'ce -75', 'hedge -75']);
  });

  it('counts no exit of a leg that holds nothing', () => {
    const desk = aDesk();
    held(desk, 75, { leg: 'other', contract: HEDGE });
    working(desk, SELL_HEDGE);
    working(desk, { ...SELL_HEDGE, leg: 'other', contract: CE });
    expect(units(desk)).toEqual(['other 75']);
  });
});

describe('a hedge', () => {
  it('is an entry that reduces the risk of what is held, not one that begins it', () => {
    const desk = aDesk();
    expect(areHedges(desk, [BUY_HEDGE], { runId: RUN })).toBe(false);
    held(desk, -75);
    expect(areHedges(desk, [BUY_HEDGE], { runId: RUN })).toBe(true);
    expect(areHedges(desk, [aLeg({ leg: 'more' })], { runId: RUN })).toBe(false);
  });

  it('is no exit, and nothing that has filled', () => {
    const desk = aDesk();
    held(desk, -75);
    expect(isHedgeIntent(desk, planned(desk, BUY_HEDGE))).toBe(true);
    expect(isHedgeIntent(desk, planned(desk, aLeg({ role: 'exit', side: 'buy' })))).toBe(false);
    const over = Object.assign(planned(desk, BUY_HEDGE), { state: 'refused' });
    expect(isHedgeIntent(desk, over)).toBe(false);
  });

  it('covers what is held, whatever its short comes to', () => {
    const desk = aDesk();
    planned(desk);
    const hedge = planned(desk, BUY_HEDGE);
    expect([isHedgeIntent(desk, hedge), coversHeld(desk, hedge)]).toEqual([true, false]);
    held(desk, -75);
    expect(coversHeld(desk, hedge)).toBe(true);
  });
});

describe('an exit that leaves a short bare', () => {
  it('sells its cover at the market; a stop or target of it does not', () => {
    const desk = aDesk();
    held(desk, -75);
    held(desk, 75, { leg: 'hedge', contract: HEDGE });
    expect(uncovers(desk, RUN, SELL_HEDGE)).toBe(true);
    expect(uncovers(desk, RUN, { ...SELL_HEDGE, role: 'target' })).toBe(false);
    expect(uncovers(desk, RUN, aLeg({ role: 'exit', side: 'buy' }))).toBe(false);
  });

  it('is none where nothing is short', () => {
    const desk = aDesk();
    held(desk, 75, { leg: 'hedge', contract: HEDGE });
    expect(uncovers(desk, RUN, SELL_HEDGE)).toBe(false);
  });
});
