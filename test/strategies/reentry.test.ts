import { describe, expect, it } from 'vitest';

import { compiled } from './play-both.ts';
import { type DayScript, type PlayedDay, playDay } from './scripted-day.ts';

const HEAD = `name: s
schemaVersion: 1
underlying: NIFTY
exit: 15:10
`;
const EXIT = '15:10:00 squareOff all: exit time';
const SHORT = 'side: sell, type: CE, strike: ATM, stop: 30%';

function play(rest: string, script: Partial<DayScript> = {}): PlayedDay {
  return playDay({ strategy: compiled(HEAD + rest), ...script });
}

/** What a leg that is sold at 09:20 at 24,000 for 120.00 does after that, but for its stops and the exit time. */
function after(leg: string, index: Required<DayScript>['index'], rest = ''): readonly string[] {
  const { log } = play(`entry: 09:20\n${rest}legs:\n  ce: { ${SHORT}, ${leg} }\n`, { index });
  expect(log[0]).toBe('09:20:00 place ce/entry sell 75 24000CE');
  return log.slice(1).filter((line) => !/ce\/stop|exit time/.test(line));
}

/** The index at these levels from these times on. */
function steps(...levels: readonly (readonly [from: string, level: number | null])[]) {
  return (time: string): number | null => levels.findLast(([from]) => time >= from)?.[1] ?? null;
}

const UP = steps(['00:00', 24_000], ['11:00', 24_100], ['12:00', 24_200], ['13:00', 24_300]);

describe('a re-entry after a stop', () => {
  const reenter = (words: string): string => `onStop: { reenter: { ${words} } }`;

  it('is at the strike of the moment, by the index as seen last, once without a number, and has its stop', () => {
    expect(after(reenter('how: immediately'), UP)).toEqual([
      '11:00:00 place ce/entry sell 75 24000CE',
    ]);
    const { log } = play(
      `entry: 09:20\nlegs:\n  ce: { ${SHORT}, ${reenter('how: immediately')} }\n`,
      {
        index: UP,
      },
    );
    expect(log).toContain('11:00:02 place ce/stop buy 75 24000CE');
  });

  it('is as often as the file says', () => {
    expect(after(reenter('how: immediately, times: 2'), UP)).toEqual([
      '11:00:00 place ce/entry sell 75 24000CE',
      '12:00:00 place ce/entry sell 75 24100CE',
    ]);
  });

  it('turns round where it is reversed, and again', () => {
    // Bought at 216.70 its stop is at 151.70.
    const index = steps(['00:00', 24_000], ['11:00', 24_100], ['12:00', 23_900]);
    expect(after(reenter('how: immediately, direction: reversed, times: 5'), index)).toEqual([
      '11:00:00 place ce/entry buy 75 24000CE',
      '12:00:00 place ce/entry sell 75 24100CE',
    ]);
  });

  it('waits at cost for the price of the entry, in the same contract', () => {
    const index = steps(['00:00', 24_000], ['11:00', 24_100], ['12:00', 24_010], ['13:00', 24_000]);
    expect(after(reenter('how: at-cost'), index)).toEqual([
      '13:00:00 place ce/entry sell 75 24000CE',
    ]);
  });

  it('waits at cost from below where a trailed stop took its profit', () => {
    // Bought back for 93.45 by a stop that had come down to 80.40.
    const index = steps(
      ...[['00:00', 24_000] as const, ['10:00', 23_400] as const, ['10:30', 23_700] as const],
      ...[['11:00', 23_900] as const, ['12:00', 24_000] as const],
    );
    const trail = `trail: { move: 1%, step: 1% }, ${reenter('how: at-cost')}`;
    expect(after(trail, index)).toEqual(['12:00:00 place ce/entry sell 75 24000CE']);
  });

  it('waits for its momentum, counted from the stop', () => {
    // The first entry waits for the call to fall from 120.00 to 108.00; the second for one at 393.45 to fall to 354.10.
    const index = steps(
      ...[['00:00', 24_000] as const, ['10:00', 23_800] as const, ['11:00', 24_100] as const],
      ...[['12:00', 24_080] as const, ['13:00', 24_050] as const],
    );
    const legs = `legs:\n  ce: { ${SHORT}, momentum: down 10%, ${reenter('how: on-momentum')} }\n`;
    const { log } = play(`entry: 09:20\n${legs}`, { index });
    expect(log.filter((line) => line.includes('entry'))).toEqual([
      '10:00:00 place ce/entry sell 75 24000CE',
      '13:00:00 place ce/entry sell 75 23800CE',
    ]);
  });

  it('is none from the last entry on, and none after the whole was closed', () => {
    expect(after(reenter('how: immediately, times: 5'), UP, 'lastEntry: 12:00\n')).toEqual([
      '11:00:00 place ce/entry sell 75 24000CE',
    ]);
    const index = steps(['00:00', 24_000], ['11:00', 24_100], ['12:00', 24_000]);
    const pe = '  pe: { side: buy, type: PE, strike: ATM, stop: 99% }\n';
    const whole = 'whole: { stop: 7000 rupees }\n';
    const { log } = play(
      `entry: 09:20\n${whole}legs:\n  ce: { ${SHORT}, ${reenter('how: at-cost')} }\n${pe}`,
      { index },
    );
    // The stopped call waits to be back at 120.00, which it is at 12:00.
    expect(log.slice(3)).toEqual(['11:00:00 squareOff all: stop of the whole run', EXIT]);
  });

  it('is made though all others are closed by the same stop', () => {
    const pe = '  pe: { side: sell, type: PE, strike: ATM, stop: 300% }\n';
    const words = 'onStop: { exit: all, reenter: { how: immediately } }';
    const { log } = play(`entry: 09:20\nlegs:\n  ce: { ${SHORT}, ${words} }\n${pe}`, {
      index: steps(['00:00', 24_000], ['11:00', 24_100]),
    });
    expect(log.slice(3)).toEqual([
      '11:00:00 squareOff all: stop of leg ce',
      '11:00:00 place ce/entry sell 75 24000CE',
      '11:00:02 place ce/stop buy 75 24000CE',
      EXIT,
    ]);
  });
});

it('enters again after a target, not after a stop, where the file says so', () => {
  const target = 'target: 50%, onTarget: { reenter: { how: immediately, times: 9 } }';
  const down = steps(['00:00', 24_000], ['11:00', 23_400], ['12:00', 23_500]);
  expect(after(target, down)).toEqual([
    '11:00:00 squareOff ce: target of leg ce',
    '11:00:02 place ce/entry sell 75 23400CE',
  ]);
});

describe('a momentum', () => {
  it('lets each leg wait for its own price, the others being entered at once', () => {
    const legs = `legs:
  ce: { ${SHORT}, momentum: up 5 points }
  pe: { side: sell, type: PE, strike: ATM, stop: 900%, momentum: up 5% }
  wing: { side: buy, type: CE, strike: OTM4 }
`;
    const index = steps(['00:00', 24_000], ['10:00', 23_980], ['11:00', 24_020]);
    const { log } = play(`entry: 09:20\n${legs}`, { index });
    expect(log.filter((line) => line.includes('entry'))).toEqual([
      '09:20:00 place wing/entry buy 75 24200CE',
      '10:00:00 place pe/entry sell 75 24000PE',
      '11:00:00 place ce/entry sell 75 24000CE',
    ]);
  });

  it('that does not come enters nothing, and says so at the last entry', () => {
    const legs = `legs:\n  ce: { ${SHORT}, momentum: up 90% }\n`;
    expect(play(`entry: 09:20\nlastEntry: 14:00\n${legs}`).log).toEqual([
      '14:00:00 alert info: No entry of leg ce: its price did not move up 90% in time',
      EXIT,
    ]);
  });

  it('works in rules, where an exit of the leg ends the wait', () => {
    const legs = `legs:
  ce: { ${SHORT}, momentum: up 5 points }
rules:
  - { when: { at: 09:20 }, then: [{ enter: all }], mode: parallel }
`;
    const index = steps(['00:00', 24_000], ['11:00', 24_020]);
    expect(play(legs, { index }).log[0]).toBe('11:00:00 place ce/entry sell 75 24000CE');
    const exit = '  - { when: { at: 10:00 }, then: [{ exit: all }] }\n';
    expect(play(legs + exit, { index }).log).toEqual([
      '10:00:00 alert info: No entry of leg ce: its price did not move up 5 points in time',
      '10:00:00 squareOff all: rule 2',
      EXIT,
    ]);
  });
});

it('enters at each of several times, but not on top of what is open', () => {
  const legs = `legs:\n  ce: { ${SHORT} }\n`;
  const { log } = play(`entry: [09:20, 10:00, 12:00]\n${legs}`, {
    index: steps(['00:00', 24_000], ['11:00', 24_100]),
  });
  expect(log).toEqual([
    '09:20:00 place ce/entry sell 75 24000CE',
    '09:20:02 place ce/stop buy 75 24000CE',
    '10:00:00 alert info: No entry at 10:00: ce is open or being entered',
    '12:00:00 place ce/entry sell 75 24100CE',
    '12:00:02 place ce/stop buy 75 24100CE',
    EXIT,
  ]);
});

it('says nothing of the times that a configuration cuts off with an earlier exit', () => {
  const text = `${HEAD}entry: [09:20, 11:00]\nlegs:\n  ce: { ${SHORT} }\n`;
  const { log } = playDay({ strategy: compiled(text), params: { exit: '10:00' } });
  expect(log).toEqual([
    '09:20:00 place ce/entry sell 75 24000CE',
    '09:20:02 place ce/stop buy 75 24000CE',
    '10:00:00 squareOff all: exit time',
  ]);
});
