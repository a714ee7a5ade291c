import { describe, expect, it } from 'vitest';

import {
  aContract,
  aLeg,
  aQuote,
  aRecord,
  aRun,
  CE,
  each,
  EngineRig,
  filled,
  HEDGE,
  moved,
  noticesOf,
  PE,
  refusalsOf,
  RigProblem,
} from '../../../test/support/engine-rig.ts';
import { type LegOrder } from '../../model/orders/command.ts';
import { NO_PROTECTIONS, type RunPolicies } from '../../model/runs/run-policies.ts';

const FAR = aContract({ strikePaise: 2_600_000 });
const OTHER = 'other@2026-11-20/paper';
const SELL_WING = aLeg({ leg: 'wing', contract: HEDGE, role: 'exit', side: 'sell' });
const BUY_WING = aLeg({ leg: 'wing-2', contract: FAR, side: 'buy' });

const ONLY_LOCKS = {
  dayLoss: 'lock',
  weekLoss: 'lock',
  drawdown: 'lock',
  losingStreak: 'lock',
  openPremium: 'lock',
} as const;

/** A short call with its wing, held, at a loss that has locked the run. */
function spreadRig(policies: Partial<RunPolicies> = {}, lotsPerRunMax = 3): EngineRig {
  const rig = new EngineRig({ limits: { duplicateWithinMs: 0, lotsPerRunMax } });
  const protections = {
    ...NO_PROTECTIONS,
    dayLossPaiseMax: 75_000,
    then: ONLY_LOCKS,
  } as const;
  rig.step({ kind: 'run-started', run: aRun(), policies: { ...policies, protections } });
  rig.hold(aLeg({ leg: 'wing', contract: HEDGE, side: 'buy' }), 2_000);
  rig.hold(aLeg({ leg: 'short' }), 10_000);
  return rig;
}

function quote(rig: EngineRig, callPaise: number): void {
  rig.quotes(aQuote(CE, callPaise), aQuote(PE), aQuote(HEDGE, 2_000), aQuote(FAR, 1_000));
}

function lockRun(rig: EngineRig): void {
  quote(rig, 12_000);
  expect(rig.engine.view().locks).toHaveLength(1);
}

/** What was sent since the last look, in words. */
function sent(rig: EngineRig): readonly string[] {
  return rig
    .sent('place')
    .flatMap(({ request }) => request.elements)
    .map(({ side, symbol }) => `${side} ${symbol}`);
}

/**
 * Answers and fills the order that was sent last.
 *
 * @throws {RigProblem} when none was
 */
function fillLast(rig: EngineRig, pricePaise: number): void {
  const attempt = rig.sent('place').at(-1);
  const [element] = attempt?.request.elements ?? [];
  if (attempt === undefined || element === undefined) throw new RigProblem('nothing was sent');
  rig.answer(attempt, each([element.tag]));
  rig.show(filled(aRecord(element), pricePaise));
}

function short(over: Partial<LegOrder> = {}): LegOrder {
  return aLeg({ leg: 'short-2', contract: PE, ...over });
}

describe('a lock never leaves a spread half open', () => {
  it('lets the new wing of a roll through, in one command', () => {
    const rig = spreadRig();
    lockRun(rig);
    rig.place(SELL_WING, BUY_WING);
    rig.orders(...rig.book.values());
    expect(sent(rig)).toEqual([`sell ${HEDGE.symbol}`, `buy ${FAR.symbol}`]);
    expect(refusalsOf(rig.effects)).toEqual([]);
  });

  it('lets it through when the old wing was sold before', () => {
    const rig = spreadRig();
    lockRun(rig);
    rig.place(SELL_WING);
    fillLast(rig, 2_000);
    rig.place(BUY_WING);
    rig.orders(...rig.book.values());
    expect(sent(rig)).toEqual([`buy ${FAR.symbol}`]);
  });

  it.each(['reducing', 'halted'] as const)('lets it through while the account is %s', (state) => {
    const rig = spreadRig();
    quote(rig, 10_000);
    rig.place(SELL_WING);
    fillLast(rig, 2_000);
    rig.step({ kind: 'operator-asked', request: { action: 'halt', state, reason: 'r' } });
    rig.place(BUY_WING);
    rig.orders(...rig.book.values());
    expect(sent(rig)).toEqual([`buy ${FAR.symbol}`]);
  });

  it('has the new wing use what is kept for exits, and not the wing of a spread that begins', () => {
    const rig = spreadRig({}, 20);
    quote(rig, 10_000);
    rig.place(SELL_WING);
    fillLast(rig, 2_000);
    rig.pass(2_000);
    const others = Array.from({ length: 6 }, (_, index) =>
      aLeg({
        leg: `o${String(index)}`,
        contract: aContract({ strikePaise: 2_300_000 + 5_000 * index }),
      }),
    );
    rig.start(aRun({ runId: OTHER, strategy: 'other' }));
    rig.quotes(
      ...[HEDGE, FAR, PE, CE, ...others.map(({ contract }) => contract)].map((one) =>
        aQuote(one, 2_000),
      ),
    );
    rig.step({
      kind: 'commands-emitted',
      runId: OTHER,
      commands: [{ kind: 'place', orders: others }],
    });
    rig.orders(...rig.book.values());
    expect(sent(rig)).toHaveLength(6);
    const far = { contract: FAR, leg: 'far' };
    const spread = [aLeg({ ...far, side: 'buy' }), aLeg({ leg: 'near', contract: HEDGE })];
    rig.step({
      kind: 'commands-emitted',
      runId: OTHER,
      commands: [{ kind: 'place', orders: spread }],
    });
    expect(sent(rig)).toEqual([]);
    rig.place(BUY_WING);
    expect(sent(rig)).toEqual([`buy ${FAR.symbol}`]);
    expect(refusalsOf(rig.effects)).toEqual([]);
  });

  it('does not cancel the wing of a filled short when the account is halted', () => {
    const rig = spreadRig();
    quote(rig, 10_000);
    rig.place(SELL_WING);
    fillLast(rig, 2_000);
    rig.place({ ...BUY_WING, terms: { kind: 'limit', pricePaise: 1_000 } });
    const [attempt] = rig.sent('place');
    const [element] = attempt?.request.elements ?? [];
    if (attempt === undefined || element === undefined) throw new RigProblem('nothing was sent');
    rig.answer(attempt, each([element.tag]));
    rig.show(aRecord(element));
    rig.step({ kind: 'operator-asked', request: { action: 'halt', state: 'halted', reason: 'r' } });
    rig.pass(1_000);
    expect(rig.sent('cancel')).toEqual([]);
    rig.command({
      kind: 'modify',
      leg: 'wing-2',
      role: 'entry',
      terms: { kind: 'limit', pricePaise: 1_050 },
    });
    expect(rig.sent('modify')).toHaveLength(1);
  });

  it('takes no second wing, no new short, and no long while flat', () => {
    const rig = spreadRig();
    lockRun(rig);
    rig.place(BUY_WING);
    rig.place(short());
    rig.place(aLeg({ leg: 'long', contract: PE, side: 'buy' }));
    expect(sent(rig)).toEqual([]);
    expect(refusalsOf(rig.effects)).toHaveLength(3);
  });

  it('counts a wing that is on its way', () => {
    const rig = spreadRig();
    lockRun(rig);
    rig.place(SELL_WING, BUY_WING);
    rig.orders(...rig.book.values());
    rig.place({ ...BUY_WING, leg: 'wing-3' });
    expect(refusalsOf(rig.effects)).toHaveLength(1);
  });

  it('keeps the old wing when the new one of the same command is refused', () => {
    const rig = spreadRig();
    quote(rig, 10_000);
    rig.place(SELL_WING, { ...BUY_WING, quantityUnits: 76 });
    expect(sent(rig)).toEqual([]);
    expect(refusalsOf(rig.effects)).toEqual([
      'Not sent because leg "wing-2" of the same command was refused, and this one covers a short: it is kept',
      expect.stringContaining('multiples of the lot') as string,
    ]);
  });

  it('places the stop of a wing whatever becomes of the entry beside it', () => {
    const rig = spreadRig();
    quote(rig, 10_000);
    const terms = { kind: 'stop', triggerPricePaise: 1_000, limitPricePaise: 900 } as const;
    rig.place({ ...SELL_WING, role: 'stop', terms }, { ...BUY_WING, quantityUnits: 76 });
    expect(sent(rig)).toEqual([`sell ${HEDGE.symbol}`]);
  });

  it('sells a long that covers nothing whatever becomes of the entry beside it', () => {
    const rig = spreadRig();
    quote(rig, 10_000);
    rig.place(aLeg({ leg: 'short', role: 'exit', side: 'buy' }));
    fillLast(rig, 10_000);
    rig.place(SELL_WING, { ...BUY_WING, quantityUnits: 76 });
    expect(sent(rig)).toEqual([`sell ${HEDGE.symbol}`]);
  });
});

describe('a short whose cover was sold and does not come back', () => {
  it('is closed when the gate refuses the new wing', () => {
    const rig = spreadRig();
    quote(rig, 10_000);
    rig.place(SELL_WING);
    fillLast(rig, 2_000);
    rig.place({ ...BUY_WING, quantityUnits: 76 });
    expect(noticesOf(rig.effects, 'critical').slice(-2)).toEqual([
      `1 lot short without cover in leg "short": the old cover was sold and leg "wing-2" (${FAR.symbol}) did not come (Quantity of ${FAR.symbol}: found 76 units, allowed multiples of the lot, 75 units); they are closed`,
      'Squaring off leg "short": leg "wing-2", which was to cover it, did not come',
    ]);
    rig.orders(...rig.book.values());
    expect(sent(rig)).toEqual([`buy ${CE.symbol}`]);
  });

  it('is closed when the exchange rejects the new wing', () => {
    const rig = spreadRig();
    quote(rig, 10_000);
    rig.place(SELL_WING, BUY_WING);
    rig.orders(...rig.book.values());
    const attempts = rig.sent('place');
    for (const attempt of attempts) {
      rig.answer(attempt, each(attempt.request.elements.map(({ tag }) => tag)));
    }
    const records = attempts.flatMap(({ request }) => request.elements).map((one) => aRecord(one));
    const [sold, bought] = records;
    if (sold === undefined || bought === undefined) throw new RigProblem('nothing was sent');
    rig.show(filled(sold, 2_000), moved(bought, { status: 'rejected', rejectionReason: 'margin' }));
    rig.pass(0);
    expect(sent(rig)).toEqual([`buy ${CE.symbol}`]);
  });

  it('is closed when the new wing waits for prices that do not come', () => {
    const rig = spreadRig();
    rig.place(SELL_WING, BUY_WING);
    fillLast(rig, 2_000);
    rig.pass(6_000);
    expect(noticesOf(rig.effects, 'critical').at(-1)).toContain('Squaring off leg "short"');
  });

  it('is only told where the strategy says so', () => {
    const rig = spreadRig({ lostCover: 'tell' });
    quote(rig, 10_000);
    rig.place(SELL_WING);
    fillLast(rig, 2_000);
    rig.place({ ...BUY_WING, quantityUnits: 76 });
    expect(noticesOf(rig.effects, 'critical').at(-1)).toContain('close or cover them');
    expect(sent(rig)).toEqual([]);
  });

  it('is left alone when it never had a cover', () => {
    const rig = new EngineRig({ limits: { duplicateWithinMs: 0 } });
    rig.start();
    rig.hold(aLeg());
    rig.place({ ...BUY_WING, quantityUnits: 76 });
    rig.pass(1_000);
    expect(noticesOf(rig.effects, 'critical')).toEqual([]);
    expect(sent(rig)).toEqual([]);
  });
});
