import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import shortStraddle from '../../strategies/short-straddle.ts';
import { anyDay, decided, shippedYaml } from './play-both.ts';
import { type DayScript, playDay } from './scripted-day.ts';

const day = (script: Omit<DayScript, 'strategy'> = {}): readonly string[] =>
  playDay({ strategy: shortStraddle, ...script }).log;

describe('the short straddle', () => {
  it('sells at 09:20, protects each fill, and is out at 15:10', () => {
    expect(day()).toEqual([
      '09:20:00 place ce/entry sell 75 24000CE, pe/entry sell 75 24000PE',
      '09:20:02 place ce/stop buy 75 24000CE',
      '09:20:02 place pe/stop buy 75 24000PE',
      '15:10:00 squareOff all: exit time',
    ]);
  });

  it('places stops 30 % above the price of the fill, with the limit 8 % beyond', () => {
    const { commands } = playDay({ strategy: shortStraddle });
    const stop = commands[1]?.command;
    // Sold at 120.00: the trigger is 156.00, the limit 168.48 rounded up to a tick.
    expect(stop).toMatchObject({
      kind: 'place',
      orders: [{ terms: { kind: 'stop', triggerPricePaise: 15_600, limitPricePaise: 16_850 } }],
    });
  });

  it('loses only the leg whose stop is hit', () => {
    const { broker } = playDay({
      strategy: shortStraddle,
      index: (time) => (time < '11:00' ? 24_000 : 24_100),
    });
    expect([broker.netUnits('ce'), broker.netUnits('pe')]).toEqual([0, 0]);
    expect(day({ index: (time) => (time < '11:00' ? 24_000 : 24_100) })).toHaveLength(4);
  });

  it('takes the strike that is nearest when it enters, not before', () => {
    expect(day({ index: (time) => (time < '09:19' ? 24_000 : 24_187) })[0]).toBe(
      '09:20:00 place ce/entry sell 75 24200CE, pe/entry sell 75 24200PE',
    );
  });

  it('takes the nearest expiry, the day itself included', () => {
    const { commands } = playDay({ strategy: shortStraddle, date: '2026-11-24' });
    expect(commands[0]?.command).toMatchObject({
      orders: [{ contract: { expiry: '2026-11-24' } }, {}],
    });
  });

  it('does not enter without a listing, and says so', () => {
    expect(day({ isListed: false })).toEqual([
      '09:22:00 alert warning: No entry: 09:20 passed without a fresh chain of NIFTY',
      '15:10:00 squareOff all: exit time',
    ]);
  });

  it('does not enter on an old index level, and says so', () => {
    const log = day({ index: (time) => (time < '09:19:50' || time > '09:30' ? 24_000 : null) });
    expect(log[0]).toBe(
      '09:22:00 alert warning: No entry: 09:20 passed without a fresh chain of NIFTY',
    );
  });

  it('enters when prices are back within two minutes', () => {
    const log = day({ index: (time) => (time < '09:19:50' || time > '09:21:00' ? 24_000 : null) });
    expect(log[0]).toMatch(/^09:21:02 place/);
  });

  it('enters when it is started a minute late, not when it is started later', () => {
    expect(day({ start: '09:21' })[0]).toMatch(/^09:21:0\d place/);
    expect(day({ start: '09:25' })[0]).toMatch(/^09:25:00 alert warning: No entry/);
  });

  it('closes what may be open when it is started after the exit', () => {
    expect(day({ start: '15:12' })).toEqual([
      '15:12:00 alert warning: No entry: 09:20 passed without a fresh chain of NIFTY',
      '15:12:00 squareOff all: exit time',
    ]);
  });

  it('never enters after the exit', () => {
    const params = { entry: '15:09:30', exit: '15:10' };
    const index = (time: string): number | null =>
      time > '15:09' && time < '15:10:30' ? null : 24_000;
    expect(day({ params, index })).toEqual([
      '15:10:00 alert warning: No entry: 15:09:30 passed without a fresh chain of NIFTY',
      '15:10:00 squareOff all: exit time',
    ]);
  });

  it('follows its parameters', () => {
    expect(day({ params: { lots: 2, entry: '10:00', exit: '14:00' } })).toEqual([
      '10:00:00 place ce/entry sell 150 24000CE, pe/entry sell 150 24000PE',
      '10:00:02 place ce/stop buy 150 24000CE',
      '10:00:02 place pe/stop buy 150 24000PE',
      '14:00:00 squareOff all: exit time',
    ]);
  });
});

describe('both forms of the short straddle', () => {
  it('emit the same commands, byte for byte, on any day', { timeout: 60_000 }, () => {
    const yaml = shippedYaml('short-straddle');
    fc.assert(
      fc.property(anyDay, (script) => {
        const [typescript, fromYaml] = [shortStraddle, yaml].map((strategy) =>
          decided(playDay({ strategy, ...script }).commands),
        );
        expect(fromYaml).toBe(typescript);
      }),
      { numRuns: 15 },
    );
  });
});
