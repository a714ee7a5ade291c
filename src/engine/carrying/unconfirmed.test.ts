import { describe, expect, it } from 'vitest';

import {
  aLeg,
  aQuote,
  aRecord,
  aRun,
  CE,
  each,
  EngineRig,
  filled,
  inputsOf,
  noticesOf,
  PE,
  refusalsOf,
  RUN,
} from '../../../test/support/engine-rig.ts';
import { type CarriedPosition, type CarryDoubt } from '../../model/orders/carried-over.ts';
import { type Contract } from '../../model/market/contract.ts';
import { type RunPolicies } from '../../model/runs/run-policies.ts';
import { type PlaceElement } from '../../ports/orders.ts';

const LONG: CarriedPosition = {
  leg: 'ce',
  contract: CE,
  netUnits: 150,
  openValuePaise: 1_500_000,
  lastPaise: 9_000,
  overnight: { since: '2026-11-18', doubt: 'not-confirmed' },
};

const trusted = (doubt: CarryDoubt | null = null): CarriedPosition => ({
  ...LONG,
  overnight: { since: '2026-11-18', doubt },
});

const EXIT = aLeg({ role: 'exit', side: 'sell', quantityUnits: 150 });
const STOP = aLeg({
  ...EXIT,
  role: 'stop',
  terms: { kind: 'stop', triggerPricePaise: 8_000, limitPricePaise: 7_500 },
});
const NAME = `${RUN}/ce`;

function carriedRig(
  positions: readonly CarriedPosition[] = [LONG],
  policies: Partial<RunPolicies> = {},
): EngineRig {
  const rig = new EngineRig();
  rig.step({ kind: 'run-started', run: aRun(), policies, carried: positions });
  rig.nowMs += 1_000;
  rig.fresh();
  return rig;
}

function resolve(rig: EngineRig, as: 'open' | 'closed', units?: number): void {
  const more = units === undefined ? {} : { units };
  const request = { action: 'resolve', tag: NAME, as, reason: 'seen', ...more } as const;
  rig.step({ kind: 'operator-asked', request });
}

/** What was placed since the last call. */
function placed(rig: EngineRig): readonly PlaceElement[] {
  return rig.sent('place').flatMap((attempt) => {
    rig.answer(attempt, each(attempt.request.elements.map(({ tag }) => tag)));
    return attempt.request.elements;
  });
}

const legs = (rig: EngineRig): readonly (readonly [string, number])[] =>
  rig.engine.view().positions.map(({ leg, netUnits }) => [leg, netUnits]);
const criticals = (rig: EngineRig): string => noticesOf(rig.effects, 'critical').join('\n');

describe('a carried leg that no one has confirmed', () => {
  it('is named with its units, why, and what to type', () => {
    expect(criticals(carriedRig())).toContain(
      `Leg "ce" has 150 units of ${CE.symbol}, carried since 2026-11-18, and is not confirmed: the platform shows no positions, so a close since then would not show. Nothing is sent for it, no stop and no exit. Look at the positions at the broker, then: sauda resolve ${NAME} --as open --reason "…", or: sauda resolve ${NAME} --as closed --reason "…", or: sauda flatten ${RUN} --reason "…"`,
    );
  });

  it('gets no exit, no stop, no square-off and no entry', () => {
    const rig = carriedRig();
    expect(refusalsOf(rig.place(EXIT)).join()).toMatch(/carried overnight and is not confirmed/);
    rig.place(STOP);
    rig.place(aLeg({ side: 'buy', product: 'carry-forward' }));
    rig.command({ kind: 'squareOff', legs: 'all', reason: 'out' });
    rig.pass(120_000);
    expect(placed(rig)).toEqual([]);
    expect(rig.engine.view().pausedLegs).toMatchObject([{ leg: 'ce', cause: 'carried' }]);
  });

  it('is reported at the moment when its stop would have triggered, once', () => {
    const rig = carriedRig();
    rig.place(STOP);
    expect(criticals(rig)).not.toContain('would have triggered');
    for (const paise of [7_900, 7_800]) {
      rig.pass(1_000);
      rig.quotes(aQuote(CE, paise));
    }
    expect(criticals(rig).match(/The stop would have triggered, and is not sent/g)).toHaveLength(1);
    expect(placed(rig)).toEqual([]);
  });

  it.each([
    ['its exit is refused', (rig: EngineRig) => rig.place(EXIT), /asked for an exit/],
    [
      'it is to be squared off',
      (rig: EngineRig) => rig.command({ kind: 'squareOff', legs: ['ce'], reason: 'out' }),
      /Its exit is due/,
    ],
  ])('is reported when %s', (_, act, said) => {
    const rig = carriedRig();
    act(rig);
    expect(criticals(rig)).toMatch(said);
  });

  it('is reported again after a restart', () => {
    const rig = carriedRig();
    rig.nowMs += 30_000;
    const effects = rig.step({ kind: 'restarted', lastAtMs: rig.nowMs - 30_000 });
    expect(noticesOf(effects, 'critical').join()).toContain('is still not confirmed');
    rig.fresh();
    rig.place(EXIT);
    expect(placed(rig)).toEqual([]);
  });

  it('leaves other legs alone', () => {
    const rig = carriedRig();
    rig.place(aLeg({ leg: 'pe', contract: PE }));
    rig.fresh();
    expect(placed(rig)).toHaveLength(1);
  });
});

describe('the operator says that it is open', () => {
  it('and what was blocked is sent: the stop, for all of it', () => {
    const rig = carriedRig();
    rig.place(STOP);
    resolve(rig, 'open');
    expect(placed(rig)).toMatchObject([
      { side: 'sell', quantityUnits: 150, product: 'carry-forward', terms: STOP.terms },
    ]);
    expect(rig.engine.view().pausedLegs).toEqual([]);
  });

  it('and a square-off that waited goes out', () => {
    const rig = carriedRig();
    rig.command({ kind: 'squareOff', legs: 'all', reason: 'out' });
    resolve(rig, 'open');
    expect(placed(rig)).toMatchObject([{ side: 'sell', quantityUnits: 150 }]);
  });

  it('in part: exits close no more than that, and the run sees the rest gone', () => {
    const rig = carriedRig();
    resolve(rig, 'open', 75);
    expect(legs(rig)).toEqual([['ce', 75]]);
    const shown = inputsOf(rig.effects).flatMap((input) =>
      input.kind === 'orders-observed' ? input.events : [],
    );
    expect(shown).toMatchObject([
      { fillUnits: 75, legRef: { leg: 'ce' }, order: { side: 'sell' } },
    ]);
    expect(refusalsOf(rig.place(EXIT)).join()).toMatch(/allowed 75 units/);
    rig.pass(2_000);
    rig.fresh();
    expect(rig.engine.view().halt.state).toBe('active');
  });

  it.each([
    [151, /found 151 units, allowed 1 to 150/],
    [0, /found 0 units/],
  ])('of %d units is declined', (units, said) => {
    const rig = carriedRig();
    resolve(rig, 'open', units);
    expect(noticesOf(rig.effects, 'warning').join()).toMatch(said);
    expect(rig.engine.view().pausedLegs).toHaveLength(1);
  });
});

describe('the operator says that it is closed', () => {
  it('and it leaves the books: no exit closes anything any more', () => {
    const rig = carriedRig();
    rig.place(STOP);
    rig.command({ kind: 'squareOff', legs: 'all', reason: 'out' });
    resolve(rig, 'closed');
    rig.pass(120_000);
    expect(legs(rig)).toEqual([['ce', 0]]);
    expect(placed(rig)).toEqual([]);
    expect(refusalsOf(rig.place(EXIT)).join()).toMatch(/closes nothing/);
    expect(rig.engine.view()).toMatchObject({ squareOffs: [], halt: { state: 'active' } });
  });

  it('of one that counted as open too, whose stop is then cancelled', () => {
    const rig = carriedRig([trusted()]);
    rig.place(STOP);
    const [element] = placed(rig);
    if (element === undefined) throw new RangeError('no stop');
    rig.show(aRecord(element));
    resolve(rig, 'closed');
    rig.pass(1_000);
    expect(rig.sent('cancel')).toHaveLength(1);
    expect(legs(rig)).toEqual([['ce', 0]]);
  });

  it('as anything else is declined', () => {
    const rig = carriedRig();
    const request = { action: 'resolve', tag: NAME, as: 'absent', reason: 'seen' } as const;
    rig.step({ kind: 'operator-asked', request });
    expect(noticesOf(rig.effects, 'warning').join()).toContain('allowed open, closed');
  });
});

describe('flattening', () => {
  const flatten = (rig: EngineRig, runId: string | null): void => {
    rig.step({ kind: 'operator-asked', request: { action: 'flatten', runId, reason: 'now' } });
  };

  it('its run by name takes it as open, and closes it', () => {
    const rig = carriedRig();
    flatten(rig, RUN);
    expect(placed(rig)).toMatchObject([{ side: 'sell', quantityUnits: 150 }]);
  });

  it('everything leaves it alone, and says so', () => {
    const rig = carriedRig();
    flatten(rig, null);
    rig.pass(120_000);
    expect(placed(rig)).toEqual([]);
    expect(criticals(rig)).toContain(
      `Not squared off: no one has confirmed that it is still there, and an exit of a position that is gone opens another. Leg "ce" has 150 units`,
    );
  });
});

describe('orders of today that are not ours', () => {
  it('which closed it before the first poll are counted before any exit leaves', () => {
    const rig = new EngineRig();
    rig.step({ kind: 'run-started', run: aRun(), carried: [trusted()] });
    rig.quotes(aQuote(CE));
    rig.place(EXIT);
    expect(placed(rig)).toEqual([]);
    const element = { tag: '', side: 'sell', quantityUnits: 75, symbol: CE.symbol } as const;
    const by = aRecord({ ...ELEMENT, ...element, instrumentId: CE.instrumentId });
    rig.nowMs += 1_000;
    rig.show(filled({ ...by, orderId: 'by-hand' }, 9_500));
    expect(legs(rig)).toEqual([['ce', 75]]);
    expect(placed(rig).reduce((units, { quantityUnits }) => units + quantityUnits, 0)).toBe(0);
    rig.pass(1_000);
    rig.place({ ...EXIT, quantityUnits: 75 });
    expect(placed(rig)).toMatchObject([{ quantityUnits: 75 }]);
  });

  it('settle a leg that no one had confirmed when they close all of it', () => {
    const rig = carriedRig();
    const by = aRecord({ ...ELEMENT, side: 'sell', quantityUnits: 150 });
    rig.show(filled({ ...by, orderId: 'by-hand' }, 9_500));
    expect(rig.engine.view().pausedLegs).toEqual([]);
    expect(noticesOf(rig.effects, 'info').join()).toContain(
      'Carried leg "ce" is closed, by orders',
    );
  });
});

const ELEMENT: PlaceElement = {
  tag: '',
  extraTags: {},
  instrumentId: CE.instrumentId,
  symbol: CE.symbol,
  side: 'sell',
  quantityUnits: 150,
  terms: { kind: 'limit', pricePaise: 9_500 },
  product: 'carry-forward',
};

describe("the day's list of contracts", () => {
  const list = (rig: EngineRig, contracts: readonly Contract[], malformed = 0): void => {
    const bad = { index: 0, problem: 'no strike' };
    const value = { contracts, malformed: malformed === 0 ? [] : [bad] };
    const outcome = { kind: 'accepted', value } as const;
    const about = { subject: 'contracts', underlying: 'NIFTY', outcome } as const;
    rig.step({ kind: 'poll-ended', startedAtMs: rig.nowMs, ...about });
  };
  const doubt = (rig: EngineRig): boolean => rig.engine.view().pausedLegs.length > 0;

  it('is asked for, though no run watches it', () => {
    const rig = carriedRig([trusted()]);
    const polls = rig.effects.filter(({ kind }) => kind === 'poll');
    expect(polls).toContainEqual({
      kind: 'poll',
      poll: { subject: 'contracts', underlying: 'NIFTY' },
    });
  });

  it.each([
    { what: 'lacks the contract', contracts: [PE], malformed: 0, isDoubted: true },
    {
      what: 'lacks it beside an unreadable record',
      contracts: [PE],
      malformed: 1,
      isDoubted: false,
    },
    {
      what: 'has another lot for it',
      contracts: [{ ...CE, lotSizeUnits: 65 }],
      malformed: 0,
      isDoubted: true,
    },
    { what: 'has it as it was', contracts: [CE], malformed: 0, isDoubted: false },
  ])('puts it in doubt ($isDoubted) when it $what', ({ contracts, malformed, isDoubted }) => {
    const rig = carriedRig([trusted()]);
    list(rig, contracts, malformed);
    expect(doubt(rig)).toBe(isDoubted);
    resolve(rig, 'open');
    list(rig, contracts, malformed);
    expect(doubt(rig)).toBe(false);
  });
});
