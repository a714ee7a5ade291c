import { describe, expect, it } from 'vitest';

import {
  aLeg,
  aQuote,
  aRecord,
  aRun,
  at,
  CE,
  each,
  EngineRig,
  filled,
  HEDGE,
  noticesOf,
  PE,
  refusalsOf,
  RigProblem,
  RUN,
  wakeOf,
} from '../../../test/support/engine-rig.ts';
import { isEntryRefused, locks } from '../../../test/support/lock-rig.ts';
import { NO_PROTECTIONS, type Protections } from '../../model/runs/run-policies.ts';

function protectedRig(own: Partial<Protections>, account: Partial<Protections> = {}): EngineRig {
  const rig = new EngineRig({
    limits: { duplicateWithinMs: 0, accountProtections: { ...NO_PROTECTIONS, ...account } },
  });
  const policies = { protections: { ...NO_PROTECTIONS, ...own } };
  rig.step({ kind: 'run-started', run: aRun(), policies });
  return rig;
}

const ONLY_LOCKS = {
  dayLoss: 'lock',
  weekLoss: 'lock',
  drawdown: 'lock',
  losingStreak: 'lock',
  openPremium: 'lock',
} as const;

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
  rig.pass(1_000);
}

function mark(rig: EngineRig, lastPaise: number): void {
  rig.quotes(aQuote(CE, lastPaise), aQuote(PE, lastPaise), aQuote(HEDGE, lastPaise));
}

/**
 * Sells a lot and buys it back.
 *
 * @throws {RigProblem} when no exit was placed
 */
function roundTrip(rig: EngineRig, { paise }: { readonly paise: number }): void {
  rig.hold(aLeg(), 10_000);
  rig.place(aLeg({ role: 'exit', side: 'buy' }));
  const [element] = rig.sent('place')[0]?.request.elements ?? [];
  if (element === undefined) throw new RigProblem('no exit');
  const entry = [...rig.book.values()].at(-1);
  if (entry === undefined) throw new RigProblem('no entry');
  const exit = { ...entry, ...element, orderId: `id-${element.tag}` };
  rig.show(filled({ ...exit, status: 'open' }, 10_000 - paise / 75));
  rig.pass(1_000);
}

describe('a protection', () => {
  it('locks the run at its loss of the day, says so once, and lets exits go', () => {
    const rig = protectedRig({ dayLossPaiseMax: 75_000, then: ONLY_LOCKS });
    rig.hold(aLeg());
    mark(rig, 10_999);
    expect(locks(rig)).toEqual([]);
    mark(rig, 11_000);
    mark(rig, 12_000);
    mark(rig, 10_000);
    expect(locks(rig)).toEqual([`day-loss ${RUN}`]);
    expect(noticesOf(rig.effects, 'warning')).toEqual([
      "Entries of the run are locked: the day's loss is ₹750.00, the limit ₹750.00; again on the next day",
    ]);
    expect(isEntryRefused(rig)).toBe(true);
    expect(refusalsOf(rig.effects).at(-1)).toContain('entries again on the next day');
    rig.place(aLeg({ role: 'exit', side: 'buy' }));
    expect(rig.sent('place')).toHaveLength(1);
  });

  it('squares the run off at its loss of the day, and keeps it flat and locked', () => {
    const rig = protectedRig({ dayLossPaiseMax: 75_000 });
    rig.hold(aLeg());
    rig.place(aLeg({ leg: 'other', contract: PE, terms: { kind: 'limit', pricePaise: 11_900 } }));
    rig.sent('place');
    mark(rig, 12_000);
    expect(rig.sent('place')).toEqual([]);
    mark(rig, 12_000);
    const [exit] = rig.sent('place');
    expect(exit?.request.elements).toMatchObject([{ side: 'buy', quantityUnits: 75 }]);
    expect(noticesOf(rig.effects, 'warning')).toEqual([
      "Entries of the run are locked: the day's loss is ₹1,500.00, the limit ₹750.00; again on the next day; open positions are squared off unless the next prices differ",
    ]);
    expect(noticesOf(rig.effects, 'critical')).toEqual([
      "Squaring off all legs: the day's loss is ₹1,500.00, the limit ₹750.00",
    ]);
  });

  it('says nothing more once it is flat', () => {
    const rig = protectedRig({ dayLossPaiseMax: 75_000 });
    rig.hold(aLeg());
    mark(rig, 12_000);
    mark(rig, 12_000);
    fillLast(rig, 12_000);
    const told = noticesOf(rig.effects).length;
    mark(rig, 12_000);
    mark(rig, 13_000);
    expect(noticesOf(rig.effects)).toHaveLength(told);
    expect(locks(rig)).toEqual([`day-loss ${RUN}`]);
    expect(isEntryRefused(rig)).toBe(true);
  });

  it('does not square off for one freak price', () => {
    const rig = protectedRig({ dayLossPaiseMax: 75_000 });
    rig.hold(aLeg());
    mark(rig, 50_000);
    mark(rig, 10_000);
    mark(rig, 10_000);
    expect(rig.sent('place')).toEqual([]);
    mark(rig, 12_000);
    expect(rig.sent('place')).toEqual([]);
    mark(rig, 12_000);
    expect(rig.sent('place')).toHaveLength(1);
  });

  it('does not take the same prices for a second opinion', () => {
    const rig = protectedRig({ dayLossPaiseMax: 75_000 });
    rig.hold(aLeg());
    mark(rig, 12_000);
    rig.nowMs += 4_999;
    rig.orders(...rig.book.values());
    expect(rig.sent('place')).toEqual([]);
    rig.nowMs += 1;
    rig.orders(...rig.book.values());
    expect(rig.sent('place')).toHaveLength(1);
  });

  it('squares off without other prices once they would be old', () => {
    const rig = protectedRig({ dayLossPaiseMax: 75_000 });
    rig.hold(aLeg());
    mark(rig, 12_000);
    rig.nowMs += 5_000;
    rig.orders(...rig.book.values());
    expect(rig.sent('place')).toHaveLength(1);
  });

  it('squares off by then though no poll is answered, and asks to be woken for it', () => {
    const rig = protectedRig({ dayLossPaiseMax: 75_000 });
    rig.hold(aLeg());
    mark(rig, 12_000);
    for (const ms of [1_000, 1_000, 2_999]) rig.pass(ms);
    expect(rig.sent('place')).toEqual([]);
    expect(wakeOf(rig.effects)).toBe(rig.nowMs + 1);
    rig.pass(1);
    expect(rig.sent('place')).toHaveLength(1);
  });

  it('of the account squares off every run', () => {
    const rig = protectedRig({}, { drawdownPaiseMax: 75_000 });
    rig.start(aRun({ runId: 'other', strategy: 'other' }));
    rig.step({
      kind: 'commands-emitted',
      runId: 'other',
      commands: [{ kind: 'place', orders: [aLeg({ contract: PE })] }],
    });
    rig.fresh();
    fillLast(rig, 10_000);
    rig.hold(aLeg());
    mark(rig, 11_000);
    mark(rig, 11_000);
    const exits = rig.sent('place').flatMap(({ request }) => request.elements);
    expect(exits.map(({ symbol, side }) => `${side} ${symbol}`)).toEqual([
      `buy ${CE.symbol}`,
      `buy ${PE.symbol}`,
    ]);
  });

  it('squares off after a losing streak where it says so', () => {
    const then = { ...ONLY_LOCKS, losingStreak: 'flatten' } as const;
    const rig = protectedRig({}, { losingStreakMax: 1, then });
    rig.start(aRun({ runId: 'other', strategy: 'other' }));
    rig.step({
      kind: 'commands-emitted',
      runId: 'other',
      commands: [{ kind: 'place', orders: [aLeg({ contract: PE })] }],
    });
    rig.fresh();
    fillLast(rig, 10_000);
    roundTrip(rig, { paise: -750 });
    const exits = rig.sent('place').flatMap(({ request }) => request.elements);
    expect(exits.map(({ symbol, side }) => `${side} ${symbol}`)).toEqual([`buy ${PE.symbol}`]);
  });

  it('measures a fall from the highest profit of the day', () => {
    const rig = protectedRig({ drawdownPaiseMax: 75_000 });
    rig.hold(aLeg());
    mark(rig, 8_000);
    mark(rig, 8_999);
    expect(locks(rig)).toEqual([]);
    mark(rig, 9_000);
    expect(locks(rig)).toEqual([`drawdown ${RUN}`]);
  });

  it('measures a fall from nothing where the day never earned any', () => {
    const rig = protectedRig({ drawdownPaiseMax: 75_000 });
    rig.hold(aLeg());
    mark(rig, 11_000);
    expect(locks(rig)).toEqual([`drawdown ${RUN}`]);
  });

  it('counts round trips lost in a row, locks for the cooldown and then begins anew', () => {
    const rig = protectedRig({ losingStreakMax: 2, cooldownMs: 60_000 });
    roundTrip(rig, { paise: -750 });
    roundTrip(rig, { paise: 750 });
    roundTrip(rig, { paise: -750 });
    expect(locks(rig)).toEqual([]);
    roundTrip(rig, { paise: -750 });
    expect(rig.engine.view().locks).toMatchObject([
      { protection: 'losing-streak', untilMs: rig.nowMs + 59_000 },
    ]);
    expect(isEntryRefused(rig)).toBe(true);
    rig.pass(59_000);
    expect(locks(rig)).toEqual([]);
    expect(noticesOf(rig.effects, 'info').at(-1)).toContain('no longer locked');
    expect(isEntryRefused(rig)).toBe(false);
    roundTrip(rig, { paise: -750 });
    expect(locks(rig)).toEqual([]);
  });

  it('locks after each lost round trip where no streak is named', () => {
    const rig = protectedRig({ cooldownMs: 60_000 });
    roundTrip(rig, { paise: 0 });
    roundTrip(rig, { paise: 750 });
    roundTrip(rig, { paise: 0 });
    expect(locks(rig)).toEqual([]);
    roundTrip(rig, { paise: -750 });
    expect(locks(rig)).toEqual([`cooldown ${RUN}`]);
  });

  it('refuses what would open too much premium, possibly filled orders counted', () => {
    const rig = protectedRig({ openPremiumPaiseMax: 1_300_000 });
    rig.work(aLeg());
    expect(isEntryRefused(rig)).toBe(true);
    expect(refusalsOf(rig.effects).at(-1)).toContain('Open premium of the run');
  });

  it('locks at the premium that is open, and unlocks when less is', () => {
    const rig = protectedRig({ openPremiumPaiseMax: 800_000 });
    rig.hold(aLeg(), 11_000);
    expect(locks(rig)).toEqual([`open-premium ${RUN}`]);
    expect(isEntryRefused(rig)).toBe(true);
    expect(refusalsOf(rig.effects).at(-1)).toContain('again when less is open');
    const [entry] = rig.book.values();
    rig.command({ kind: 'squareOff', legs: 'all', reason: 'enough' });
    const [element] = rig.sent('place').at(-1)?.request.elements ?? [];
    if (element === undefined || entry === undefined) throw new RigProblem('no exit');
    const exit = { ...entry, ...element, orderId: `id-${element.tag}`, status: 'open' } as const;
    rig.show(filled(exit, 11_000));
    expect(locks(rig)).toEqual([]);
  });

  it('locks for the rest of the day after a losing streak without a cooldown', () => {
    const rig = protectedRig({ losingStreakMax: 1 });
    roundTrip(rig, { paise: -750 });
    rig.pass(3_600_000);
    expect(rig.engine.view().locks).toMatchObject([{ protection: 'losing-streak', untilMs: null }]);
  });

  it('of the account holds every run', () => {
    const rig = protectedRig({}, { dayLossPaiseMax: 75_000 });
    rig.start(aRun({ runId: 'other', strategy: 'other' }));
    rig.hold(aLeg());
    mark(rig, 11_000);
    expect(locks(rig)).toEqual(['day-loss ']);
    rig.step({
      kind: 'commands-emitted',
      runId: 'other',
      commands: [{ kind: 'place', orders: [aLeg()] }],
    });
    expect(refusalsOf(rig.effects, 'other')[0]).toContain('The account is locked');
  });

  it('takes an entry back that waits when the lock begins', () => {
    const rig = protectedRig({ dayLossPaiseMax: 75_000 });
    rig.hold(aLeg());
    rig.nowMs = at('09:30');
    rig.place(aLeg({ leg: 'other', contract: PE }));
    rig.orders(...rig.book.values());
    mark(rig, 11_000);
    expect(rig.sent('place')).toEqual([]);
    expect(refusalsOf(rig.effects).at(-1)).toContain('is locked');
  });
});

it.each<[string, Partial<Protections>]>([
  ['losing streak', { losingStreakMax: 1, then: ONLY_LOCKS }],
  ['cooldown', { cooldownMs: 60_000 }],
])('a %s of the account that only locks leaves the legs of other runs alone', (_, account) => {
  const rig = protectedRig({}, account);
  rig.start(aRun({ runId: 'other', strategy: 'other' }));
  const commands = [{ kind: 'place', orders: [aLeg({ contract: PE })] }] as const;
  rig.step({ kind: 'commands-emitted', runId: 'other', commands });
  rig.fresh();
  fillLast(rig, 10_000);
  roundTrip(rig, { paise: -750 });
  expect(locks(rig)).toHaveLength(1);
  expect(rig.engine.view().squareOffs).toEqual([]);
});

it('a round trip that ends even is not lost', () => {
  const rig = protectedRig({ losingStreakMax: 1 });
  roundTrip(rig, { paise: 0 });
  expect(locks(rig)).toEqual([]);
});
