import fc from 'fast-check';
import { expect, it } from 'vitest';

import { type Exchange } from '../../src/exchange/exchange.ts';
import { driveVirtual } from '../../src/kernel/drive-virtual.ts';
import { planStrategy } from '../../src/loading/plan/plan-strategy.ts';
import { type StrategyPlan } from '../../src/loading/plan/strategy-plan.ts';
import { instantAt } from '../../src/model/time/ist.ts';
import { type YamlStrategy } from '../../src/language/compile-source.ts';
import { compiled } from '../strategies/play-both.ts';
import { virtualProcess, virtualWorld } from '../support/virtual-day.ts';

const DATE = '2026-10-30';
/** Orders fill whole, as plans assume. */
const DEEP = { depthLotsMin: 1_000, depthLotsMax: 1_001 };

const lots = fc.constantFrom(1, 1, 2, 30);
const leg = fc
  .record({
    side: fc.constantFrom('buy', 'sell'),
    type: fc.constantFrom('CE', 'PE'),
    strike: fc.constantFrom('ATM', 'OTM1', 'OTM4', 'ITM2'),
    lots,
    stop: fc.constantFrom('', ', stop: 8%', ', stop: 25%'),
    after: fc.constantFrom(
      '',
      ', stop: 8%, onStop: { cost: all }',
      ', stop: 8%, onStop: { exit: all }',
      ', target: 10%, onTarget: { exit: all }',
      ', indexStop: 20 points, indexTarget: 40 points',
      ', stop: 20%, trail: { move: 2%, step: 1% }',
      ', stop: 8%, onStop: { reenter: { how: immediately, direction: reversed, times: 5 } }',
      ', stop: 5%, onStop: { reenter: { how: at-cost, times: 3 } }',
      ', stop: 8%, momentum: up 3%, onStop: { reenter: { how: on-momentum, times: 3 } }',
      ', target: 5%, onTarget: { reenter: { how: immediately, times: 4 } }',
    ),
    momentum: fc.constantFrom('', '', ', momentum: down 2%'),
    when: fc.constantFrom('', '', 'when: above, ', 'when: below, '),
    index: fc.constantFrom('', '', '', 'underlying: BANKNIFTY, expiry: monthly, '),
  })
  .map(({ lots: count, stop, after, momentum, when, index, ...of }) => (isSided: boolean) => {
    const { side, type, strike } = of;
    const shown = `${isSided ? when : ''}${index}`;
    const waits = after.includes('momentum') ? '' : momentum;
    return `{ ${shown}side: ${side}, type: ${type}, strike: ${strike}, lots: ${String(count)}${waits}${after === '' ? stop : after} }`;
  });

function legLines(legs: readonly ((isSided: boolean) => string)[], isSided: boolean): string {
  return legs.map((one, index) => `  l${String(index)}: ${one(isSided)}\n`).join('');
}

const legs = fc.array(leg, { minLength: 1, maxLength: 4 });
const entry = fc.constantFrom(
  '09:20',
  '11:00:30',
  '[09:20, 10:30, 13:00]',
  '{ range: 15 minutes, bar: 5 minutes, before: 14:00 }',
);

const legsFile = fc
  .record({ legs, entry })
  .map(({ legs: some, entry: at }) => `entry: ${at}\nlegs:\n${legLines(some, at.startsWith('{'))}`);
/** What is carried may be entered again after its exit, and is closed by it only on its day. */
const carriedFile = fc
  .record({
    legs,
    entry: fc.constantFrom('09:20', '[09:20, 10:30, 15:20]'),
    carry: fc.constantFrom('1 day', 'expiry'),
  })
  .map(({ legs: some, entry: at, carry }) => {
    const lines = legLines(some, false).replaceAll(
      ', indexStop: 20 points, indexTarget: 40 points',
      '',
    );
    return `product: carry-forward\ncarry: ${carry}\nentry: ${at}\nlegs:\n${lines}`;
  });

const trigger = fc.constantFrom(
  '{ at: 09:30 }',
  '{ every: 7m }',
  '{ every: 90s, from: 10:00, to: 11:00 }',
  '{ bar: 5m }',
  '{ session: open }',
  '{ session: close }',
  "{ cron: '*/12 10-13 * * *' }",
  "{ cron: '*/20 5 11 * * *' }",
  '{ fill: l0, role: stop }',
  '{ fill: l0, role: exit }',
  '{ becomes: index > close(1m) }',
);
/** Most of them are flat again soon, so that they can enter again. */
const actions = fc.constantFrom(
  '{ enter: all }',
  '{ enter: [l0] }',
  '{ exit: [l0] }',
  '{ enter: [l0] }, { wait: 90s }, { exit: [l0] }',
  '{ enter: all }, { wait: 3m }, { exit: all }',
  '{ exit: all }, { wait: 10s }, { enter: all }, { wait: 1m }, { exit: all }',
  '{ repeat: { times: 3, then: [{ enter: [l0] }, { wait: 40s }, { exit: [l0] }, { wait: 20s }] } }',
  '{ repeat: { times: 4, until: index > 1, then: [{ enter: all }, { wait: 30s }, { exit: all }] } }',
  '{ choose: [{ if: index > close(5m), then: [{ enter: all }] }, { if: time > 11:00, then: [{ enter: [l0] }, { wait: 1m }, { exit: [l0] }] }], otherwise: [{ exit: all }] }',
);
const rule = fc
  .record({
    trigger,
    actions,
    mode: fc.constantFrom('single', 'restart', 'queued', 'parallel'),
    cooldown: fc.constantFrom('', '', ', cooldown: 10m'),
    times: fc.constantFrom('', '', ', times: 1', ', times: 3'),
  })
  .map(({ trigger: when, actions: then, mode, cooldown, times }) => {
    return `  - { when: ${when}, then: [${then}], mode: ${mode}${cooldown}${times} }\n`;
  });
const rulesFile = fc
  .record({ legs, rules: fc.array(rule, { minLength: 1, maxLength: 3 }) })
  .map(({ legs: some, rules }) => `legs:\n${legLines(some, false)}rules:\n${rules.join('')}`);

/** Entries that are sized: legs whose stops bound them, and what follows these. */
const sizedLeg = fc
  .record({
    side: fc.constantFrom('buy', 'sell'),
    type: fc.constantFrom('CE', 'PE'),
    strike: fc.constantFrom('ATM', 'OTM2', 'OTM4'),
    lots: fc.constantFrom('', '', ', lots: 2', ', lots: 3'),
    after: fc.constantFrom(
      '',
      ', onStop: { reenter: { how: immediately, direction: reversed, times: 3 } }',
      ', onStop: { reenter: { how: at-cost, times: 2 } }',
      ', target: 5%, onTarget: { reenter: { how: immediately, times: 2 } }',
    ),
  })
  .map(({ side, type, strike, lots: count, after }) => {
    return `{ side: ${side}, type: ${type}, strike: ${strike}${count}${after} }`;
  });
const sizedFile = fc
  .record({
    legs: fc.array(sizedLeg, { minLength: 1, maxLength: 3 }),
    size: fc.constantFrom(
      'risk: 5000 rupees\nmaxLots: 4',
      'risk: 90000 rupees\nmaxLots: 7',
      'risk: 2%\ncapital: 1000000 rupees\nmaxLots: 40',
      'units: 130',
    ),
    entry: fc.constantFrom('09:20', '[09:20, 10:30, 13:00]'),
  })
  .map(({ legs: some, size, entry: at }) => {
    const lines = some.map((one, index) => `  l${String(index)}: ${one}\n`).join('');
    // Units are of the file, so that legs with lots of their own stay beside them.
    return `entry: ${at}\n${size}\nstop: 8%\nlegs:\n  own: { side: buy, type: CE, strike: OTM4 }\n${lines}`;
  });

/** What a day did, counted from the book of the exchange alone. */
interface Counted {
  readonly perSecond: number;
  readonly perMinute: number;
  readonly perDay: number;
  readonly units: number;
}

function countDay(strategy: YamlStrategy, seed: string): Counted {
  const options = { seed, stepMs: 5_000, date: DATE, exchangeRules: DEEP };
  const world = virtualWorld(options);
  const loaded = {
    path: 's',
    strategy,
    params: strategy.params.parse({}),
    sourceHash: 's',
  };
  const day = virtualProcess(world, { ...options, strategies: [loaded] });
  day.start({ sources: 'left-closed' });
  driveVirtual(day.kernel, world.clock, instantAt(DATE, '15:32'));
  day.stop();
  return counted(world.exchange);
}

function counted(exchange: Exchange): Counted {
  const placedMs = exchange.orders().map(({ createdAtMs }) => createdAtMs);
  const most = (withinMs: number): number =>
    Math.max(
      0,
      ...placedMs.map((from) => placedMs.filter((at) => at >= from && at < from + withinMs).length),
    );
  return {
    perSecond: most(1_000),
    perMinute: most(60_000),
    perDay: placedMs.length,
    units: mostOpen(exchange),
  };
}

/** Most units open at once, long and short added. */
function mostOpen(exchange: Exchange): number {
  const net = new Map<string, number>();
  let most = 0;
  for (const { symbol, side, units } of exchange.fills()) {
    const before = net.get(symbol) ?? 0;
    net.set(symbol, before + (side === 'buy' ? units : -units));
    most = Math.max(
      most,
      [...net.values()].reduce((sum, one) => sum + Math.abs(one), 0),
    );
  }
  return most;
}

function planOf(strategy: YamlStrategy): StrategyPlan {
  const outline = strategy.outline(strategy.params.parse({}));
  return planStrategy(outline, { engine: {}, calendar: null, date: DATE });
}

const TWO_LEGS = `legs:
  l0: { side: buy, type: CE, strike: ATM }
  l1: { side: buy, type: PE, strike: ATM, lots: 4 }
`;
const IN_AND_OUT = 'then: [{ enter: [l0] }, { wait: 90s }, { exit: [l0] }]';
/** Days whose legs are entered again, and so exceed a plan of their entries alone. */
const AGAIN: readonly [string, number][] = [
  'stop: 4%, onStop: { reenter: { how: immediately, times: 20 } }',
  'stop: 4%, momentum: up 2%, onStop: { reenter: { how: on-momentum, direction: reversed, times: 9 } }',
].map((leg) => [`entry: 09:20\nlegs:\n  l0: { side: buy, type: CE, strike: ATM, ${leg} }\n`, 0]);

/** Days that come near their plans. */
const BUSY: readonly [string, number][] = [
  `rules:\n  - { when: { becomes: index > close(1m) }, ${IN_AND_OUT} }\n`,
  `rules:\n  - { when: { bar: 5m }, ${IN_AND_OUT} }\n`,
  `rules:
  - { when: { at: 09:20 }, then: [{ enter: [l0] }] }
  - { when: { at: 09:20 }, then: [{ enter: [l1] }] }
`,
  `rules:
  - { when: { at: 09:20 }, then: [{ repeat: { times: 9, then: [{ enter: [l0] }, { wait: 90s }, { exit: [l0] }, { wait: 30s }] } }] }
`,
  `rules:\n  - { when: { cron: '*/10 10-13 * * *' }, ${IN_AND_OUT} }\n`,
].map((rules) => [TWO_LEGS + rules, 0]);

const WITHIN = { isWithin: true };

it.each([
  ['legs', legsFile, { numRuns: 8 + AGAIN.length, examples: AGAIN }],
  ['carried legs', carriedFile, { numRuns: 6, examples: [] }],
  ['sized legs', sizedFile, { numRuns: 8, examples: [] }],
  ['rules', rulesFile, { numRuns: 16 + BUSY.length, examples: BUSY }],
] as const)('no day of a file of %s exceeds its plan', (_, file, options) => {
  let traded = 0;
  const property = fc.property(file, fc.nat(50), (body, seed) => {
    const text = `name: s\nschemaVersion: 1\nunderlying: NIFTY\nexit: 15:10\n${body}`;
    const strategy = compiled(text);
    const { orders, unitsMax } = planOf(strategy);
    const day = countDay(strategy, String(seed));
    traded += day.perDay;
    const { perSecond, perMinute, perDay, units } = day;
    expect({
      day,
      orders,
      isWithin: perSecond <= orders.perSecondMax,
    }).toMatchObject(WITHIN);
    expect({
      day,
      orders,
      isWithin: perMinute <= orders.perMinuteMax,
    }).toMatchObject(WITHIN);
    expect({ day, orders, isWithin: perDay <= orders.perDayMax }).toMatchObject(WITHIN);
    expect({ day, unitsMax, isWithin: units <= (unitsMax ?? 0) }).toMatchObject(WITHIN);
  });
  fc.assert(property, {
    ...options,
    examples: [...options.examples],
  });
  expect(traded).toBeGreaterThan(options.numRuns);
});
