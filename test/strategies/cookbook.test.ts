import { readdirSync } from 'node:fs';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type Strategy } from '../../src/strategy/define-strategy.ts';
import { backtest } from '../../src/backtest/backtest.ts';
import { readRecordedSource } from '../../src/loading/recorded-sources.ts';
import { istClock } from '../../src/model/time/ist.ts';
import { loadStrategy } from '../../src/loading/load-strategy.ts';
import { type TimedCommand } from '../../src/ports/run-host.ts';
import { shipped, valueOf } from '../support/simulated-day.ts';
import { anyDay, shippedYaml } from './play-both.ts';
import { type DayScript, playDay } from './scripted-day.ts';

const FOLDER = new URL('../../strategies/', import.meta.url);
const FUTURES = ['2026-11-24', '2026-12-29', '2027-01-26'];

/** Those of the cookbook in both forms, and what stands beside the guides since. */
const NAMES = [
  ...readdirSync(new URL('cookbook/', FOLDER)).map((file) => `cookbook/${file}`),
  'long-future.yaml',
  'afternoon-straddle.yaml',
]
  .filter((file) => file.endsWith('.yaml'))
  .map((file) => file.replace('.yaml', ''));

/** What is done and when; a rule is the reason in YAML, and its alerts name it. Only a rule says that its time was missed. */
function deeds(commands: readonly TimedCommand[]): readonly unknown[] {
  const isMissed = ({ command }: TimedCommand): boolean =>
    command.kind === 'alert' && command.message.startsWith('Skipped rule');
  return commands
    .filter((one) => !isMissed(one))
    .map(({ atMs, command }) => {
      if (command.kind === 'squareOff') return { atMs, legs: command.legs };
      return command.kind === 'alert' ? { atMs, alert: command.severity } : { atMs, command };
    });
}

async function strategyOf(name: string): Promise<Strategy> {
  const { href } = new URL(`${name}.ts`, FOLDER);
  const loaded = (await import(href)) as { readonly default: Strategy };
  return loaded.default;
}

it.each(NAMES)(
  '%s decides the same in both forms on any day',
  { timeout: 60_000 },
  async (name) => {
    const own = await strategyOf(name);
    const yaml = shippedYaml(name);
    let entries = 0;
    fc.assert(
      fc.property(anyDay, (day) => {
        const [typescript, fromYaml] = [own, yaml].map((strategy) =>
          playDay({ ...day, strategy, futures: FUTURES }),
        );
        expect(deeds(fromYaml?.commands ?? [])).toEqual(deeds(typescript?.commands ?? []));
        entries += typescript?.log.filter((line) => line.includes('/entry')).length ?? 0;
      }),
      { numRuns: 12 },
    );
    // Days on which nothing happens would prove nothing.
    expect(entries).toBeGreaterThan(0);
  },
);

/** The index at 24,000, and at these levels from these times on. */
function steps(...levels: readonly (readonly [from: string, level: number])[]) {
  return (time: string): number => levels.findLast(([from]) => time >= from)?.[1] ?? 24_000;
}

describe('the cookbook', () => {
  /** What a strategy does in a day, but for the stop orders of its fills and the exit time. */
  async function day(name: string, script: Partial<DayScript> = {}): Promise<readonly string[]> {
    const { log } = playDay({ ...script, strategy: await strategyOf(`cookbook/${name}`) });
    expect(log.at(-1)).toBe('15:10:00 squareOff all: exit time');
    return log
      .slice(0, -1)
      .filter((line) => !line.includes('/stop b') && !line.includes('/stop s'));
  }

  it('short strangle: keeps the leg whose stop was not hit', async () => {
    const strategy = await strategyOf('cookbook/short-strangle');
    const { broker, log } = playDay({ strategy, index: steps(['11:00', 24_250]), end: '12:00' });
    expect(log).toEqual([
      '09:20:00 place ce/entry sell 75 24200CE, pe/entry sell 75 23800PE',
      '09:20:02 place ce/stop buy 75 24200CE',
      '09:20:02 place pe/stop buy 75 23800PE',
    ]);
    expect([broker.netUnits('ce'), broker.netUnits('pe')]).toEqual([0, -75]);
  });

  it('sized strangle: sells as many lots as its stops may lose, and none where one is too much', async () => {
    const strategy = await strategyOf('cookbook/sized-strangle');
    // Both premiums are 107.35 rupees: a lot of each loses 6,441 rupees at 40 %.
    const first = (risk?: string): string | undefined =>
      playDay({ strategy, params: risk === undefined ? {} : { risk } }).log[0];
    expect(first()).toBe('09:20:00 place ce/entry sell 75 24200CE, pe/entry sell 75 23800PE');
    expect(first('13000 rupees')).toContain('ce/entry sell 150 24200CE, pe/entry sell 150 23800PE');
    expect(first('90%')).toContain('ce/entry sell 600 24200CE, pe/entry sell 600 23800PE');
    expect(first('6000 rupees')).toMatch(/^09:20:00 alert warning: No entry/);
  });

  it('iron fly: has wings of six strikes and is out, once, at its loss', async () => {
    expect(await day('iron-fly', { index: steps(['11:00', 24_300]) })).toEqual([
      '09:30:00 place wing-ce/entry buy 75 24300CE, wing-pe/entry buy 75 23700PE, sold-ce/entry sell 75 24000CE, sold-pe/entry sell 75 24000PE',
      '11:00:00 squareOff all: stop of the whole run',
    ]);
  });

  it('ratio spread: sells the bought call when the stop has closed the two sold ones', async () => {
    const strategy = await strategyOf('cookbook/ratio-spread');
    const params = { lossRupees: 100_000, profitRupees: 100_000 };
    const { broker, log } = playDay({ strategy, params, index: steps(['11:00', 24_400]) });
    expect(log).toEqual([
      '09:30:00 place bought/entry buy 75 24000CE, sold/entry sell 150 24200CE',
      '09:30:02 place sold/stop buy 150 24200CE',
      '11:00:00 squareOff all: stop of leg sold',
      '15:10:00 squareOff all: exit time',
    ]);
    expect([broker.netUnits('bought'), broker.netUnits('sold')]).toEqual([0, 0]);
  });

  it('calendar spread: takes two expiries of one strike, and nothing on the day of expiry', async () => {
    const strategy = await strategyOf('cookbook/calendar-spread');
    expect(playDay({ strategy }).commands[0]?.command).toMatchObject({
      orders: [
        { leg: 'far', side: 'buy', contract: { strikePaise: 24_000_00, expiry: '2026-12-01' } },
        { leg: 'near', side: 'sell', contract: { strikePaise: 24_000_00, expiry: '2026-11-24' } },
      ],
    });
    expect(await day('calendar-spread', { date: '2026-11-24' })).toEqual([
      '09:45:00 alert info: No trade today: NIFTY expires on 2026-11-24',
    ]);
  });

  it('expiry-day straddle: trades on that day alone, and moves the other stop to its cost', async () => {
    const index = steps(['11:00', 24_150]);
    expect(await day('expiry-day-straddle', { date: '2026-11-24', index })).toEqual([
      '09:45:00 place ce/entry sell 75 24000CE, pe/entry sell 75 24000PE',
      '11:00:00 modify pe/stop',
    ]);
    expect(await day('expiry-day-straddle')).toEqual([
      '09:45:00 alert info: No trade today: NIFTY expires on 2026-11-24',
    ]);
  });

  it('9:20 with re-entry: sells a stopped leg again at its cost, twice', async () => {
    const swing = (time: string): number =>
      time < '11:00'
        ? 24_000
        : Math.floor(Number(time.slice(3, 5)) / 10) % 2 === 0
          ? 24_100
          : 24_000;
    expect(await day('nine-twenty-reentry', { index: swing })).toEqual([
      '09:20:00 place ce/entry sell 75 24000CE, pe/entry sell 75 24000PE',
      '11:10:00 place ce/entry sell 75 24000CE',
      '11:30:00 place ce/entry sell 75 24000CE',
    ]);
  });

  it('momentum buying: buys what rises, takes its gain, and says what did not rise', async () => {
    const index = steps(['11:00', 24_060], ['12:00', 24_300]);
    expect(await day('momentum-buying', { index })).toEqual([
      '11:00:00 place call/entry buy 75 24000CE',
      '12:00:00 squareOff call: target of leg call',
      '13:00:00 alert info: No entry of leg put: its premium did not rise in time',
    ]);
  });

  it('time-sliced straddle: adds slices at their times, and none after a loss', async () => {
    expect(await day('time-sliced-straddle')).toEqual([
      '09:20:00 place ce-1/entry sell 75 24000CE, pe-1/entry sell 75 24000PE',
      '09:50:00 place ce-2/entry sell 75 24000CE, pe-2/entry sell 75 24000PE',
      '10:20:00 place ce-3/entry sell 75 24000CE, pe-3/entry sell 75 24000PE',
    ]);
    // The call is stopped at a loss of more than 3,000 rupees.
    const index = steps(['09:40', 24_080]);
    expect(await day('time-sliced-straddle', { index, params: { lossRupees: 1_000 } })).toEqual([
      '09:20:00 place ce-1/entry sell 75 24000CE, pe-1/entry sell 75 24000PE',
    ]);
  });

  it('rolling straddle: follows the index, as often as it says and up to its last entry', async () => {
    const index = steps(['10:00', 24_100], ['11:00', 23_990], ['14:40', 24_200]);
    const params = { stopPercent: 500 };
    const rolled = [
      '09:20:00 place ce/entry sell 75 24000CE, pe/entry sell 75 24000PE',
      '10:00:00 squareOff all: roll',
      '10:00:02 place ce/entry sell 75 24100CE, pe/entry sell 75 24100PE',
      '11:00:00 squareOff all: roll',
    ];
    const last = '11:00:02 place ce/entry sell 75 24000CE, pe/entry sell 75 24000PE';
    expect(await day('rolling-straddle', { index, params })).toEqual([...rolled, last]);
    expect(await day('rolling-straddle', { index, params: { ...params, rolls: 1 } })).toEqual(
      rolled,
    );
  });

  it('VIX filter: enters once it is calm, and leaves when it is wild', async () => {
    const levels = [
      ['09:20', 13],
      ['09:40', 14],
      ['10:00', 13.9],
      ['10:03', 16],
      ['10:06', 17.5],
      ['10:30', 13],
    ] as const;
    const sourceValues = levels.map(([from, level]) => {
      return { from, source: 'vix', value: { level } };
    });
    expect(await day('vix-filter', { sourceValues })).toEqual([
      '10:00:00 place ce/entry sell 75 24000CE, pe/entry sell 75 24000PE',
      '10:06:00 squareOff all: rule "leave-when-wild"',
    ]);
  });

  it('VIX filter: leaves at the first value above, after a silence too', async () => {
    const levels = [
      ['09:40', 13],
      ['09:55', 25],
    ] as const;
    const sourceValues = levels.map(([from, level]) => {
      return { from, source: 'vix', value: { level } };
    });
    expect(await day('vix-filter', { sourceValues })).toEqual([
      '09:40:00 place ce/entry sell 75 24000CE, pe/entry sell 75 24000PE',
      '09:55:00 squareOff all: rule "leave-when-wild"',
    ]);
  });

  it('delta hedge: buys a future as the index rises, and sells it as it comes back', async () => {
    const index = steps(['10:01', 24_060], ['11:01', 24_000]);
    const params = { stopPercent: 500 };
    expect(await day('delta-hedge', { index, params, futures: FUTURES })).toEqual([
      '09:20:00 place ce/entry sell 300 24000CE, pe/entry sell 300 24000PE',
      '10:05:00 place future-1/entry buy 75 future 2026-11-24',
      '11:05:00 squareOff future-1: delta',
    ]);
    expect(await day('delta-hedge', { isListed: false })).toEqual([
      '09:22:00 alert warning: No entry: no fresh chain within two minutes',
    ]);
  });
});

describe('the blueprint that ships', () => {
  it('decides by its defaults as the iron fly does, byte for byte', () => {
    const [blueprint, fly] = ['blueprints/hedged-short', 'cookbook/iron-fly'].map(shippedYaml);
    fc.assert(
      fc.property(anyDay, (day) => {
        const [one, other] = [blueprint, fly].map((strategy) =>
          JSON.stringify(strategy && playDay({ ...day, strategy }).commands),
        );
        expect(one).toBe(other);
      }),
      { numRuns: 12 },
    );
  });

  it.each([
    ['hedged-straddle', ['24500CE', '23500PE', '24000CE', '24000PE'], '14:30:00'],
    ['hedged-strangle', ['24300CE', '23700PE', '24100CE', '23900PE'], '15:10:00'],
  ])('trades in %s with the values of that file', (name, strikes, exit) => {
    const orders = [
      'wing-ce/entry buy',
      'wing-pe/entry buy',
      'sold-ce/entry sell',
      'sold-pe/entry sell',
    ];
    const placed = orders.map((order, at) => `${order} 75 ${strikes[at] ?? ''}`).join(', ');
    expect(playDay({ strategy: shippedYaml(name) }).log).toEqual([
      `09:30:00 place ${placed}`,
      `${exit} squareOff all: exit time`,
    ]);
  });
});

it('index pair: trades both indices against each other, once a day, and is flat in the evening', async () => {
  const [from, to] = ['2026-10-05', '2026-10-16'];
  const prices = { generate: '7', underlyings: ['BANKNIFTY', 'NIFTY'], from, to };
  const loaded = valueOf(await loadStrategy(shipped('cookbook/index-pair.ts')));
  const { days } = valueOf(await backtest({ strategies: [loaded], prices, from }));
  const traded = days.filter(({ fills }) => fills.length > 0);
  expect(traded.length).toBeGreaterThan(2);
  for (const { fills } of traded) {
    const entries = fills.filter(({ role }) => role === 'entry');
    expect(entries.map(({ leg }) => leg).toSorted()).toEqual(['one', 'other']);
    expect(new Set(entries.map(({ side }) => side)).size).toBe(2);
    expect(netUnitsOf(fills)).toEqual({ one: 0, other: 0 });
  }
});

it('VIX filter: trades by recorded values, the same in both forms', async () => {
  const [from, to] = ['2026-10-05', '2026-10-09'];
  const prices = { generate: '7', underlyings: ['NIFTY'], from, to };
  const values = shipped('cookbook/sources/vix.jsonl');
  const recorded = { vix: valueOf(await readRecordedSource(values)) };
  const [typescript, yaml] = await Promise.all(
    ['vix-filter.ts', 'vix-filter.yaml'].map(async (name) => {
      const loaded = valueOf(await loadStrategy(shipped(`cookbook/${name}`)));
      const { days } = valueOf(await backtest({ strategies: [loaded], prices, from, recorded }));
      return days.map(({ date, fills }) => ({ date, fills }));
    }),
  );
  expect(yaml).toEqual(typescript);
  const entered = yaml?.map(({ date, fills }) => {
    const first = fills.find(({ role }) => role === 'entry');
    return `${date.slice(-2)} ${first === undefined ? 'none' : istClock(first.atMs).slice(0, 5)}`;
  });
  // On the 6th it was never calm, on the 8th before 09:30 and after 13:00 alone.
  expect(entered).toEqual(['05 09:40', '06 none', '07 09:31', '08 none', '09 10:15']);
});

it('overnight call: trades the same in both forms from day to day', async () => {
  const [from, to] = ['2026-09-14', '2026-10-01'];
  const prices = { generate: '7', underlyings: ['NIFTY'], from, to };
  const [typescript, yaml] = await Promise.all(
    ['overnight-call.ts', 'overnight-call.yaml'].map(async (name) => {
      const loaded = valueOf(await loadStrategy(shipped(name)));
      const { days } = valueOf(await backtest({ strategies: [loaded], prices, from }));
      return days.map(({ date, fills }) => ({ date, fills }));
    }),
  );
  expect(yaml).toEqual(typescript);
  const carried = yaml?.filter(({ fills }) => fills.length === 1) ?? [];
  expect(carried.length).toBeGreaterThan(4);
});

function netUnitsOf(
  fills: readonly { readonly leg: string; readonly side: string; readonly units: number }[],
): Readonly<Record<string, number>> {
  const net: Record<string, number> = {};
  for (const { leg, side, units } of fills) {
    net[leg] = (net[leg] ?? 0) + (side === 'buy' ? units : -units);
  }
  return net;
}
