import { describe, expect, it } from 'vitest';

import { invariant } from '../../base/invariant.ts';
import { compileStrategy } from '../../language/compile-strategy.ts';
import { type EngineSettings } from '../../settings/engine-settings.ts';
import { planTogether } from './configuration-plan.ts';
import { planStrategy } from './plan-strategy.ts';
import { type StrategyPlan } from './strategy-plan.ts';

const DATE = '2026-10-30';

function plan(body: string, engine: EngineSettings = {}): StrategyPlan {
  const text = `name: s\nschemaVersion: 1\n${body}`;
  const compiled = compileStrategy(text, 's.yaml');
  invariant(compiled.ok, JSON.stringify(compiled));
  const { outline, params } = compiled.value;
  return planStrategy(outline(params.parse({})), {
    engine,
    calendar: null,
    date: DATE,
  });
}

const AT = 'underlying: NIFTY\nentry: 09:20\nexit: 15:10\n';
const BY_RULES = 'underlying: NIFTY\nexit: 15:10\n';
const STRADDLE = `legs:
  ce: { side: sell, type: CE, strike: ATM, stop: 30% }
  pe: { side: sell, type: PE, strike: ATM, stop: 30% }
`;

describe('orders', () => {
  it('are an entry, a stop and an exit of each leg', () => {
    expect(plan(AT + STRADDLE)).toMatchObject({
      orders: { perSecondMax: 6, perMinuteMax: 6, perDayMax: 6 },
      lotsMax: 2,
      unitsMax: 130,
      reached: [],
    });
  });

  it('are none of an entry with units that are no whole lots', () => {
    const inUnits = (ce: number): StrategyPlan =>
      plan(AT + STRADDLE.replace('stop: 30%', `stop: 30%, units: ${String(ce)}`));
    expect(inUnits(60)).toMatchObject({ orders: { perDayMax: 0 }, lotsMax: 0, unitsMax: 0 });
    expect(inUnits(130)).toMatchObject({ orders: { perDayMax: 6 }, lotsMax: 3, unitsMax: 195 });
  });

  it('include the stops and exits of what was carried into the day', () => {
    const carried = `product: carry-forward\ncarry: 1 day\n${AT}${STRADDLE}`;
    expect(plan(carried)).toMatchObject({ orders: { perDayMax: 10 }, lotsMax: 2 });
    const breakout = AT.replace('09:20', '{ range: 15 minutes, bar: 5 minutes, before: 14:00 }');
    const sided = STRADDLE.replace('{', '{ when: above,');
    const both = `product: carry-forward\ncarry: expiry\n${breakout}${sided}`;
    // The call of the day before may be open beside what enters today after it was closed.
    expect(plan(both)).toMatchObject({ orders: { perDayMax: 10 }, lotsMax: 2 });
  });

  it('add up legs of several indices, each with its own lot, freeze limit and margin', () => {
    const of = (legs: string): StrategyPlan => plan(`${AT}legs:\n${legs}`);
    const nifty = '  n: { side: sell, type: CE, strike: ATM, stop: 30% }\n';
    const bank = '  b: { side: sell, type: CE, strike: ATM, stop: 30%, underlying: BANKNIFTY }\n';
    const [one, other, both] = [of(nifty), of(bank), of(nifty + bank)];
    expect(both.unitsMax).toBe((one.unitsMax ?? 0) + (other.unitsMax ?? 0));
    expect(other.unitsMax).not.toBe(one.unitsMax);
    expect(both.margin?.paise).toBe((one.margin?.paise ?? 0) + (other.margin?.paise ?? 0));
    // A bought call of another index covers nothing.
    const wing = bank.replace('sell', 'buy').replace('ATM', 'OTM2');
    expect(of(nifty + wing).margin?.paise).toBe(one.margin?.paise);
  });

  it('are more where the exchange takes a quantity in slices', () => {
    const { orders, sliced } = plan(
      `${AT}legs:\n  ce: { side: buy, type: CE, strike: ATM, lots: 30 }\n`,
    );
    expect(orders.perDayMax).toBe(4);
    expect(sliced).toEqual([{ leg: 'ce', units: 1_950, freezeUnits: 1_800, orders: 2 }]);
  });

  it('include the stops that a trail places again after 25 moves', () => {
    const perDay = (leg: string): number =>
      plan(`${AT}legs:\n  ce: { type: CE, strike: ATM, ${leg} }\n`).orders.perDayMax;
    expect(perDay('side: sell, stop: 20%, trail: { move: 10%, step: 5% }')).toBe(3);
    expect(perDay('side: sell, stop: 20%, trail: { move: 2%, step: 1% }')).toBe(5);
    // A bought premium has no bound: it is taken to rise to ten times.
    expect(perDay('side: buy, stop: 20%, trail: { move: 10%, step: 5% }')).toBe(6);
    expect(perDay('side: sell, stop: 20 points, trail: { move: 50 points, step: 5 points }')).toBe(
      7,
    );
  });

  it('never leave faster than the engine lets them', () => {
    const legs = Array.from(
      { length: 6 },
      (_, n) => `  l${String(n)}: { side: buy, type: CE, strike: ATM, stop: 9% }\n`,
    );
    const { orders } = plan(`${AT}legs:\n${legs.join('')}`);
    expect(orders).toEqual({
      perSecondMax: 8,
      perMinuteMax: 18,
      perDayMax: 18,
    });
  });

  it('of a rule follow from how often it starts', () => {
    const then = 'then: [{ enter: [ce] }]';
    const perDay = (rule: string): number =>
      plan(`${BY_RULES}${STRADDLE}rules:\n  - { ${rule}, ${then} }\n`).orders.perDayMax;
    expect(perDay('when: { at: 09:20 }')).toBe(3);
    expect(perDay('when: { fill: ce, role: exit }, times: 4')).toBe(12);
    // From 10:00 to 11:00, and two minutes in which an entry may still wait for its chain.
    expect(perDay('when: { every: 15m, from: 10:00, to: 11:00 }')).toBe(15);
    expect(perDay('when: { session: open }')).toBe(3);
  });

  it('of a rule that nothing bounds end at the limit of its run, with what closes the position', () => {
    const { orders, reached } = plan(
      `${BY_RULES}${STRADDLE}rules:\n  - { when: { fill: ce, role: exit }, then: [{ enter: [ce] }] }\n`,
    );
    expect(orders.perDayMax).toBe(203);
    expect(reached).toContainEqual({
      key: 'engine.ordersPerRun',
      what: 'orders a day',
      most: null,
      max: 200,
      then: 'refused',
    });
  });

  it('may all come within a minute where entries wait for a momentum', () => {
    const then = 'then: [{ enter: [ce] }], mode: parallel';
    const perMinute = (momentum: string): number =>
      plan(`${BY_RULES}legs:
  ce: { side: buy, type: CE, strike: ATM, stop: 5%${momentum} }
rules:
  - { when: { every: 2m, from: 09:20, to: 09:40 }, ${then} }
`).orders.perMinuteMax;
    expect(perMinute('')).toBe(8);
    // As many as the limit of entries into a leg lets through.
    expect(perMinute(', momentum: up 5%')).toBe(32);
  });

  it('count the trail of a leg that is bought at its re-entry as one that was bought', () => {
    const perDay = (direction: string): number =>
      plan(`${AT}legs:
  ce:
    { side: sell, type: CE, strike: ATM, stop: 20%, trail: { move: 10%, step: 5% },
      onStop: { reenter: { how: immediately, direction: ${direction} } } }
`).orders.perDayMax;
    expect([perDay('same'), perDay('reversed')]).toEqual([6, 12]);
  });

  it('include starts, square-offs and signals', () => {
    const signal = '{ at: 09:30, trades: NIFTY1! buy 1, tag: t, brokers: [b] }';
    const other = signal.replace('09:30', '11:00');
    expect(plan(`signals: [${signal}, ${signal}, ${other}]\n`).orders).toEqual({
      perSecondMax: 2,
      perMinuteMax: 2,
      perDayMax: 3,
    });
  });
});

describe('limits', () => {
  it('are reached by what is over them, and by nothing at them', () => {
    const legs = 'legs:\n  ce: { side: buy, type: CE, strike: ATM, lots: 30 }\n';
    const keys = (engine: EngineSettings): readonly string[] =>
      plan(AT + legs, engine).reached.map(({ key }) => key);
    expect(
      keys({
        orderLotsMax: 30,
        lotsPerRunMax: 30,
        ordersPerRunMax: 4,
        lotsMax: 30,
      }),
    ).toEqual([]);
    expect(keys({ orderLotsMax: 29, lotsPerRunMax: 29, lotsMax: 29 })).toEqual([
      'risk.lotsPerOrder',
      'risk.lotsPerRun',
      'risk.lotsOfAccount',
    ]);
    expect(keys({ ordersPerRunMax: 3, ordersPerDayMax: 3, ordersPerMinuteMax: 3 })).toEqual([
      'engine.ordersPerRun',
      'risk.ordersPerDay',
      'risk.ordersPerMinute',
    ]);
    expect(keys({ workingEntriesMax: 1 })).toEqual(['risk.workingEntries']);
    expect(keys({ messagesPerSecondMax: 3 })).toEqual(['engine.orderMessagesPerSecond']);
  });

  it('alone bound what code does', () => {
    const basis = {
      engine: { ordersPerRunMax: 50 },
      calendar: null,
      date: DATE,
    };
    expect(planStrategy(null, basis)).toMatchObject({
      from: 'limits',
      orders: { perSecondMax: 8, perMinuteMax: 240, perDayMax: 50 },
      lotsMax: 100,
      margin: null,
      reached: [],
    });
  });
});

describe('margin', () => {
  it('counts what is bought as cover where legs are entered together', () => {
    const hedge =
      '  wing: { side: buy, type: CE, strike: OTM4 }\n  wong: { side: buy, type: PE, strike: OTM4 }\n';
    const bare = plan(AT + STRADDLE).margin?.paise ?? 0;
    expect(bare).toBeGreaterThan(20_000_000);
    expect(plan(AT + STRADDLE + hedge).margin?.paise).toBeLessThan(bare / 2);
    const apart =
      'rules:\n  - { when: { at: 09:20 }, then: [{ enter: all }] }\n  - { when: { at: 09:30 }, then: [{ enter: [ce] }] }\n';
    expect(plan(BY_RULES + STRADDLE + hedge + apart).margin?.paise).toBe(bare);
  });

  it('takes no cover from what is entered later, or closed by itself', () => {
    const spread = (wing: string, ce = 'stop: 30%'): string => `legs:
  ce: { side: sell, type: CE, strike: ATM, lots: 10, ${ce} }
  wing: { side: buy, type: CE, strike: OTM4, lots: 10${wing} }
`;
    const of = (legs: string): number => plan(AT + legs).margin?.paise ?? 0;
    const bare = of(spread('').split('  wing')[0] ?? '');
    expect(of(spread(''))).toBeLessThan(bare / 2);
    const apart = [', momentum: up 20%', ', stop: 50%', ', target: 50%', ', indexStop: 90 points'];
    expect(apart.map((wing) => of(spread(wing)))).toEqual(apart.map(() => bare));
    expect(of(spread('', 'stop: 30%, onStop: { exit: [wing] }'))).toBe(bare);
    expect(of(spread('', 'stop: 30%, onStop: { exit: all }'))).toBe(of(spread('')));
    const rule = 'rules: [{ when: { at: 09:20 }, then: [{ enter: all }, { exit: [wing] }] }]\n';
    expect(plan(BY_RULES + spread('') + rule).margin?.paise).toBe(bare);
  });

  it('counts as sold what a re-entry may sell', () => {
    const of = (leg: string): number =>
      plan(`${AT}legs:\n  leg: { ${leg}, strike: ATM, stop: 30% }\n`).margin?.paise ?? 0;
    const again = 'onStop: { reenter: { how: immediately, direction: reversed } }';
    const sold = of('side: sell, type: CE');
    expect(of('side: buy, type: CE')).toBe(0);
    expect(of(`side: buy, type: CE, ${again}`)).toBe(sold);
    expect(of(`side: sell, type: CE, ${again}`)).toBe(sold);
  });

  it('takes no cover from a strike that premiums choose', () => {
    const hedge = '  wing: { side: buy, type: CE, strike: premium ~20 }\n';
    expect(plan(AT + STRADDLE + hedge).margin?.paise).toBe(plan(AT + STRADDLE).margin?.paise);
  });
});

it('computes the margin of a future, and of a strike by a share of the index', () => {
  const of = (leg: string): number => plan(`${AT}legs:\n  leg: ${leg}\n`).margin?.paise ?? 0;
  const future = of('{ side: sell, type: FUT }');
  expect(future).toBeGreaterThan(10_000_000);
  expect(of('{ side: buy, type: FUT }')).toBe(future);
  const wings = `  a: { side: buy, type: CE, strike: spot 1% }
  b: { side: buy, type: PE, strike: spot 1% }
`;
  const bare = plan(AT + STRADDLE).margin?.paise ?? 0;
  expect(plan(AT + STRADDLE + wings).margin?.paise).toBeLessThan(bare);
});

describe('a configuration', () => {
  it('adds its strategies up', () => {
    const straddle = plan(AT + STRADDLE);
    const code = planStrategy(null, { engine: {}, calendar: null, date: DATE });
    expect(planTogether([straddle, straddle, code], {})).toMatchObject({
      orders: { perSecondMax: 8, perMinuteMax: 252, perDayMax: 212 },
      lotsMax: 104,
      marginPaise: 2 * (straddle.margin?.paise ?? 0),
      ofCode: 1,
      reached: [],
    });
  });

  it('reaches limits of the account by its files together', () => {
    const straddle = plan(AT + STRADDLE);
    const { reached } = planTogether([straddle, straddle], {
      lotsMax: 3,
      ordersPerDayMax: 12,
    });
    expect(reached).toEqual([
      {
        key: 'risk.lotsOfAccount',
        what: 'open lots',
        most: 4,
        max: 3,
        then: 'refused',
      },
    ]);
  });
});
