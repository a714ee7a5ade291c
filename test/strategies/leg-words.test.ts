import { describe, expect, it } from 'vitest';

import { compiled } from './play-both.ts';
import { type DayScript, type PlayedDay, playDay } from './scripted-day.ts';

const HEAD = `name: s
schemaVersion: 1
underlying: NIFTY
entry: 09:20
exit: 15:10
`;
const EXIT = '15:10:00 squareOff all: exit time';

function play(rest: string, script: Partial<DayScript> = {}): PlayedDay {
  return playDay({ strategy: compiled(HEAD + rest), ...script });
}

/** The index at these levels from these times on. */
function steps(...levels: readonly (readonly [from: string, level: number | null])[]) {
  return (time: string): number | null => levels.findLast(([from]) => time >= from)?.[1] ?? null;
}

/** What one leg of a strike enters at 24,000, where premiums are 120.00 at the money and 2.10 at 1,200 points. */
function entered(type: string, strike: string, index = 24_000): string | undefined {
  const legs = `legs:\n  leg: { side: sell, type: ${type}, strike: ${strike} }\n`;
  return play(legs, { index: () => index }).log[0]?.replace(
    '09:20:00 place leg/entry sell 75 ',
    '',
  );
}

describe('a strike by its premium', () => {
  it('is the cheapest of at least, the dearest of at most, and the nearest to the middle of a range', () => {
    // Out of the money: 24,150 at 112.75, 24,200 at 107.40, 24,500 at 59.90, 24,550 at 51.80, 24,600 at 44.15.
    expect(entered('CE', 'premium >= 59.9')).toBe('24500CE');
    expect(entered('CE', 'premium >= 60')).toBe('24450CE');
    expect(entered('CE', 'premium <= 60')).toBe('24500CE');
    expect(entered('PE', 'premium 40-63')).toBe('23450PE');
  });

  it('waits for one within bounds, and skips the day with an alert without one', () => {
    const legs = 'legs:\n  ce: { side: sell, type: CE, strike: premium 700-705 }\n';
    // In the money by 700 points the call is at 730.75; once the index is lower, at 702.
    const index = steps(['00:00', 24_000], ['09:21', 23_967]);
    expect(play(legs, { index }).log[0]).toBe('09:21:00 place ce/entry sell 75 23300CE');
    expect(play(legs).log).toEqual([
      '09:22:00 alert warning: No entry: 09:20 passed without a fresh chain of NIFTY in which every strike can be chosen',
      EXIT,
    ]);
  });
});

it('takes a strike by a share of the index or of the straddle, out of the money or in it', () => {
  expect(entered('CE', 'spot 1%')).toBe('24250CE');
  expect(entered('PE', 'spot 1%')).toBe('23750PE');
  expect(entered('PE', 'spot -1%')).toBe('24250PE');
  // The straddle is at 240.00.
  expect(entered('CE', 'straddle 100%')).toBe('24250CE');
  expect(entered('PE', 'straddle 40%')).toBe('23900PE');
  expect(entered('PE', 'straddle -40%')).toBe('24100PE');
  expect(entered('CE', 'spot 20%')).toBeUndefined();
});

it('takes the nearest expiry that is so many days away', () => {
  const expiryOf = (days: string): unknown => {
    const [first] = play(
      `expiry: ${days}\nlegs:\n  ce: { side: sell, type: CE, strike: ATM }\n`,
    ).commands;
    return first?.command.kind === 'place' ? first.command.orders[0]?.contract.expiry : null;
  };
  expect(expiryOf('0 days')).toBe('2026-11-24');
  expect(expiryOf('4 days')).toBe('2026-11-24');
  expect(expiryOf('5 days')).toBe('2026-12-01');
  expect(expiryOf('300 days')).toBeNull();
});

describe('a future', () => {
  const futures = ['2026-11-24', '2026-12-29'];

  it('is the nearest, whatever the options are, or the next; with a stop of its own', () => {
    const legs = `stop: 1%
legs:
  near: { side: buy, type: FUT }
  next: { side: sell, type: FUT, expiry: next-monthly }
`;
    const index = steps(['00:00', 24_000], ['11:00', 24_300]);
    expect(play(`expiry: next-weekly\n${legs}`, { futures, index }).log).toEqual([
      '09:20:00 place near/entry buy 75 future 2026-11-24, next/entry sell 75 future 2026-12-29',
      '09:20:02 place near/stop sell 75 future 2026-11-24',
      '09:20:02 place next/stop buy 75 future 2026-12-29',
      EXIT,
    ]);
  });

  it('knows its own expiry day', () => {
    const legs = 'days: expiry\nlegs:\n  fut: { side: buy, type: FUT }\n';
    expect(play(legs, { futures: ['2026-12-29'], date: '2026-11-24' }).log[0]).toBe(
      '09:20:00 alert info: No trade today: NIFTY expires on 2026-12-29',
    );
  });
});

it('measures a stop, a target and a trail in rupees of the whole leg', () => {
  const legs = `lots: 2
stop: 3000 rupees
legs:
  ce: { side: sell, type: CE, strike: ATM, trail: { move: 3000 rupees, step: 1500 rupees } }
  pe: { side: sell, type: PE, strike: ATM, lots: 1, stop: 30000 rupees, target: 3000 rupees }
`;
  const index = steps(['00:00', 24_000], ['11:00', 23_700], ['12:00', 24_400]);
  const { log, commands } = play(legs, { index });
  const triggers = commands.flatMap(({ command }) => {
    const terms =
      command.kind === 'place'
        ? command.orders.map((order) => order.terms)
        : command.kind === 'modify'
          ? [command.terms]
          : [];
    return terms.flatMap((one) => (one.kind === 'stop' ? [one.triggerPricePaise] : []));
  });
  // 3,000 rupees are 20 points of 150 units and 40 of 75. At 23,700 the call has gained 26.55; at 24,400 the put 43.05.
  expect(triggers).toEqual([14_000, 52_000, 13_000]);
  expect(log.slice(3)).toEqual([
    '11:00:00 modify ce/stop',
    '12:00:00 squareOff pe: target of leg pe',
    EXIT,
  ]);
});

it('closes a leg that is entered again by fresh prices, not by the last one of its position before', () => {
  const index = steps(['00:00', 24_000], ['10:00', 24_300], ['10:01', 23_900], ['12:00', 24_200]);
  const strategy = compiled(`${HEAD.replace('09:20', '[09:20, 11:00]')}target: 100 points
legs:
  ce: { side: buy, type: CE, strike: 24000 }
`);
  const { log } = playDay({ strategy, index });
  expect(log.filter((line) => line.includes('squareOff'))).toEqual([
    '10:00:00 squareOff ce: target of leg ce',
    '12:00:00 squareOff ce: target of leg ce',
    EXIT,
  ]);
});

describe('a limit on the index', () => {
  const limits = `stop: 900%
legs:
  short-ce: { side: sell, type: CE, strike: ATM, indexStop: 100 points }
  long-ce: { side: buy, type: CE, strike: ATM, stop: 99%, indexTarget: 0.5% }
  short-pe: { side: sell, type: PE, strike: ATM, indexStop: 0.5%, onStop: { exit: all } }
`;

  it('closes a leg when the index goes against it, or in its favour, from its level at entry', () => {
    const index = steps(['00:00', 24_000], ['11:00', 24_099], ['12:00', 24_100], ['13:00', 24_120]);
    expect(play(limits, { index }).log.slice(4)).toEqual([
      '12:00:00 squareOff short-ce: stop of leg short-ce on NIFTY',
      '13:00:00 squareOff long-ce: target of leg long-ce on NIFTY',
      EXIT,
    ]);
  });

  it('counts as the stop of its leg, and goes the other way for puts', () => {
    const index = steps(['00:00', 24_000], ['12:00', 23_880]);
    expect(play(limits, { index }).log.slice(4)).toEqual([
      '12:00:00 squareOff short-pe: stop of leg short-pe on NIFTY',
      '12:00:02 squareOff all: stop of leg short-pe',
      EXIT,
    ]);
  });
});

it('trades so many days before the expiry of its legs, in rules too', () => {
  const first = (days: string, rest: string, head = HEAD): string | undefined =>
    playDay({ strategy: compiled(`${head}daysToExpiry: ${days}\n${rest}`) }).log[0];
  const legs = 'legs:\n  ce: { side: sell, type: CE, strike: ATM }\n';
  const entry = '09:20:00 place ce/entry sell 75 24000CE';
  const none = '09:20:00 alert info: No trade today: NIFTY expires on 2026-11-24';
  // A Friday; the expiry is on Tuesday.
  expect(['4', '0-4', '4-9', '0-3', '5-9'].map((days) => first(days, legs))).toEqual([
    ...[entry, entry, entry, none, none],
  ]);
  const rules = `${legs}rules:\n  - { when: { at: 09:20 }, then: [{ enter: all }] }\n`;
  const head = HEAD.replace('entry: 09:20\n', '');
  expect([first('0-3', rules, head), first('4', rules, head)]).toEqual([none, entry]);
});
