import { describe, expect, it } from 'vitest';

import { compiled } from './play-both.ts';
import { type DayScript, playDay } from './scripted-day.ts';

const HEAD = `name: s
schemaVersion: 1
underlying: NIFTY
entry: 09:20
exit: 15:10
`;
function day(rest: string, script: Partial<DayScript> = {}): readonly string[] {
  return playDay({ strategy: compiled(HEAD + rest), ...script }).log;
}
const EXIT = '15:10:00 squareOff all: exit time';
const SELL_CE = 'legs:\n  ce: { side: sell, type: CE, strike: ATM }\n';
const ENTERED = '09:20:00 place ce/entry sell 75 24000CE';

describe('days', () => {
  it('trades on the named weekdays only, and says why not', () => {
    const friday = `days: [monday, friday]\n${SELL_CE}`;
    expect(day(friday, { date: '2026-11-20' })).toEqual([ENTERED, EXIT]);
    expect(day(friday, { date: '2026-11-19' })).toEqual([
      '09:00:00 alert info: No trade today: thursday is not one of monday, friday',
    ]);
  });

  it('trades on the day of expiry only, wherever a holiday has moved it', () => {
    const expiries = ['2026-11-23', '2026-12-01'];
    const onExpiry = `days: expiry\n${SELL_CE}`;
    expect(day(onExpiry, { date: '2026-11-23', expiries })).toEqual([ENTERED, EXIT]);
    expect(day(onExpiry, { date: '2026-11-20', expiries })[0]).toBe(
      '09:20:00 alert info: No trade today: NIFTY expires on 2026-11-23',
    );
  });
});

describe('strikes and expiries', () => {
  it('are chosen by distance, number, premium and delta', () => {
    const legs = `legs:
  a: { side: sell, type: CE, strike: OTM3 }
  b: { side: sell, type: PE, strike: ITM2 }
  c: { side: buy, type: CE, strike: 24500 }
  d: { side: sell, type: PE, strike: premium ~60 }
  e: { side: buy, type: CE, strike: delta 0.5 }
`;
    const [entry = ''] = day(legs);
    expect(entry).toMatch(
      /^09:20:00 place a\/entry sell 75 24150CE, b\/entry sell 75 24100PE, c\/entry buy 75 24500CE/,
    );
    expect(entry).toMatch(/d\/entry sell 75 23500PE, e\/entry buy 75 24000CE$/);
  });

  it('wait for quotes where a premium is asked for', () => {
    const log = day('legs:\n  ce: { side: sell, type: CE, strike: premium ~60 }\n', {
      optionsQuotedFrom: '09:20:30',
    });
    expect(log[0]).toBe('09:20:30 place ce/entry sell 75 24500CE');
  });

  it('may differ from leg to leg', () => {
    const strategy = compiled(`${HEAD}legs:
  near: { side: sell, type: CE, strike: ATM }
  far: { side: buy, type: CE, strike: ATM, expiry: monthly }
  dated: { side: buy, type: PE, strike: ATM, expiry: 2026-12-01 }
`);
    const expiries = ['2026-11-24', '2026-12-01', '2026-12-29'];
    expect(playDay({ strategy, expiries }).commands[0]?.command).toMatchObject({
      orders: [
        { contract: { expiry: '2026-11-24' } },
        { contract: { expiry: '2026-11-24' } },
        { contract: { expiry: '2026-12-01' } },
      ],
    });
  });

  it('fail the run, with the reason, when they are not listed', () => {
    const strategy = compiled(`${HEAD}legs:
  ce: { side: sell, type: CE, strike: OTM50 }
`);
    const { last, log } = playDay({ strategy });
    expect(log).toEqual([]);
    expect(last).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining('OTM50 CE') as string,
    });
  });
});

describe('limits of a leg', () => {
  it('closes one leg at its target and keeps the others', () => {
    const log = day(
      'legs:\n  ce: { side: sell, type: CE, strike: ATM, target: 50% }\n  pe: { side: sell, type: PE, strike: ATM, stop: 500 points }\n',
      {
        index: (time) => (time < '11:00' ? 24_000 : 23_500),
      },
    );
    expect(log).toEqual([
      '09:20:00 place ce/entry sell 75 24000CE, pe/entry sell 75 24000PE',
      '09:20:02 place pe/stop buy 75 24000PE',
      '11:00:00 squareOff ce: target of leg ce',
      EXIT,
    ]);
  });

  it('moves the stop order after the price, never back', () => {
    const strategy = compiled(
      `${HEAD}stop: 50%\ntrail: { move: 20 points, step: 10 points }\n${SELL_CE}`,
    );
    // The premium is 120.00, then 44.15 (three moves of 20 down), back up to 93.45, then 7.45 (five moves).
    const levels = [
      ['13:00', 23_000],
      ['12:00', 23_700],
      ['11:00', 23_400],
      ['00:00', 24_000],
    ] as const;
    const { commands, log } = playDay({
      strategy,
      index: (time) => levels.find(([from]) => time >= from)?.[1] ?? null,
    });
    expect(log).toEqual([
      ENTERED,
      '09:20:02 place ce/stop buy 75 24000CE',
      '11:00:00 modify ce/stop',
      '13:00:00 modify ce/stop',
      EXIT,
    ]);
    expect(commands.slice(2, 4).map(({ command }) => command)).toMatchObject([
      { terms: { kind: 'stop', triggerPricePaise: 15_000 } },
      { terms: { kind: 'stop', triggerPricePaise: 13_000 } },
    ]);
  });

  it('protects every part of an order that fills in parts', () => {
    expect(day(`stop: 30%\nlots: 3\n${SELL_CE}`, { fillsInParts: true })).toEqual([
      '09:20:00 place ce/entry sell 225 24000CE',
      '09:20:02 place ce/stop buy 75 24000CE',
      '09:20:04 place ce/stop buy 150 24000CE',
      EXIT,
    ]);
  });
});

describe('limits of the whole', () => {
  it('closes everything at a loss in rupees', () => {
    const log = day(`${SELL_CE}whole: { stop: 3000 rupees }\n`, {
      index: (time) => (time < '11:00' ? 24_000 : 24_100),
    });
    expect(log).toEqual([ENTERED, '11:00:00 squareOff all: stop of the whole run', EXIT]);
  });

  it('closes everything at a gain in percent of the premium', () => {
    const log = day(`${SELL_CE}whole: { target: 40% }\n`, {
      index: (time) => (time < '11:00' ? 24_000 : 23_500),
    });
    expect(log).toEqual([ENTERED, '11:00:00 squareOff all: target of the whole run', EXIT]);
  });

  it('follows the gain with its floor', () => {
    const whole = 'whole: { stop: 3000 rupees, trail: { move: 1000 rupees, step: 1000 rupees } }\n';
    const log = day(SELL_CE + whole, {
      index: (time) => (time < '11:00' ? 24_000 : time < '12:00' ? 23_500 : 24_000),
    });
    expect(log).toEqual([ENTERED, '12:00:00 squareOff all: trailing stop of the whole run', EXIT]);
  });
});

it('follows a configuration that overrides the file', () => {
  const params = { entry: '10:00', exit: '14:00', lots: 2, stop: '20 points' };
  const { commands, log } = playDay({ strategy: compiled(`${HEAD}stop: 30%\n${SELL_CE}`), params });
  expect(log).toEqual([
    '10:00:00 place ce/entry sell 150 24000CE',
    '10:00:02 place ce/stop buy 150 24000CE',
    '14:00:00 squareOff all: exit time',
  ]);
  expect(commands[1]?.command).toMatchObject({
    orders: [{ terms: { triggerPricePaise: 14_000 } }],
  });
});

it('keeps the product of the file', () => {
  const strategy = compiled(`${HEAD}product: carry-forward\n${SELL_CE}`);
  expect(playDay({ strategy }).commands[0]?.command).toMatchObject({
    orders: [{ product: 'carry-forward' }],
  });
});
