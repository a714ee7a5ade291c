import { describe, expect, it } from 'vitest';

import { compiled } from './play-both.ts';
import { type DayScript, playDay } from './scripted-day.ts';

const HEAD = `name: s
schemaVersion: 1
underlying: NIFTY
exit: 15:10
`;
const EXIT = '15:10:00 squareOff all: exit time';

/** What a file does in a day, but for its stop orders. At the price of a poll, that of the one before is too old. */
function play(rest: string, index: Required<DayScript>['index']): readonly string[] {
  const { log } = playDay({ strategy: compiled(HEAD + rest), index, pollEveryMs: 10_000 });
  return log.filter((line) => !line.includes('/stop'));
}

/** The index at these levels from these times on. */
function steps(...levels: readonly (readonly [from: string, level: number | null])[]) {
  return (time: string): number | null => levels.findLast(([from]) => time >= from)?.[1] ?? null;
}

const AGAIN = 'onStop: { reenter: { how: immediately } }';
const ENTER = '  - { when: { at: 09:20 }, then: [{ enter: all }] }\n';

describe('a re-entry that waits for a fresh chain', () => {
  /** Without prices from the moment on at which the bought call is stopped. */
  const dark = steps(['00:00', 24_000], ['11:00', null], ['11:01:30', 24_100]);
  const BOUGHT = `legs:\n  ce: { side: buy, type: CE, strike: ATM, stop: 30%, ${AGAIN} }\n`;

  it('enters once there is one', () => {
    expect(play(`${BOUGHT}rules:\n${ENTER}`, dark)).toEqual([
      '09:20:00 place ce/entry buy 75 24000CE',
      '11:01:30 place ce/entry buy 75 24100CE',
      EXIT,
    ]);
  });

  it('is ended by the exit of a rule', () => {
    const exits = ['all', '[ce]'].map((exit) => {
      const rule = `  - { when: { at: 11:01 }, then: [{ exit: ${exit} }] }\n`;
      return play(`${BOUGHT}rules:\n${ENTER}${rule}`, dark).slice(1);
    });
    expect(exits).toEqual([
      ['11:01:00 squareOff all: rule 2', EXIT],
      ['11:01:00 squareOff ce: rule 2', EXIT],
    ]);
  });

  it('is ended by the stop of the whole', () => {
    const put = '  pe: { side: buy, type: PE, strike: ATM }\n';
    const log = play(`entry: 09:20\nwhole: { stop: 8000 rupees }\n${BOUGHT}${put}`, dark);
    expect(log.slice(1)).toEqual(['11:00:00 squareOff all: stop of the whole run', EXIT]);
  });
});

describe('an entry that waits for a fresh chain', () => {
  const LEGS = 'legs:\n  ce: { side: sell, type: CE, strike: ATM }\n';
  /** Without prices from 11:00 to 11:01:30. */
  const dark = steps(['00:00', 24_000], ['10:59:55', null], ['11:01:30', 24_000]);
  const EXITS = '  - { when: { at: 11:01 }, then: [{ exit: all }] }\n';
  const ENTRY_AT = '  - { when: { at: 11:00 }, then: [{ enter: all }] }\n';

  it('of a rule is ended by a square-off', () => {
    const entry = '11:01:30 place ce/entry sell 75 24000CE';
    expect(play(`${LEGS}rules:\n${ENTRY_AT}`, dark)).toEqual([entry, EXIT]);
    expect(play(`${LEGS}rules:\n${ENTRY_AT}${EXITS}`, dark)).toEqual([
      '11:01:00 alert info: No entry by rule 1: a square-off came while it waited for a fresh chain',
      '11:01:00 squareOff all: rule 2',
      EXIT,
    ]);
  });

  it('of a rule follows its own exit', () => {
    const both = '  - { when: { at: 11:00 }, then: [{ exit: all }, { enter: all }] }\n';
    expect(play(`${LEGS}rules:\n${both}`, dark).slice(1)).toEqual([
      '11:01:30 place ce/entry sell 75 24000CE',
      EXIT,
    ]);
  });

  it('at a time is ended by the exit after a stop; the next time is not', () => {
    const legs = `stop: 30%
onStop: { exit: all }
legs:
  ce: { side: buy, type: CE, strike: ATM }
`;
    const index = steps(['00:00', 24_000], ['11:00', null], ['11:01:30', 24_000]);
    expect(play(`entry: [09:20, 11:00, 13:00]\n${legs}`, index)).toEqual([
      '09:20:00 place ce/entry buy 75 24000CE',
      '11:00:00 alert info: No entry at 11:00: a square-off came while it waited for a fresh chain',
      '13:00:00 place ce/entry buy 75 24000CE',
      EXIT,
    ]);
  });
});

describe('the exit after a stop', () => {
  /** The put is sold for 120.00 and stopped at 11:00; the call doubles at 12:00. */
  const index = steps(['00:00', 24_000], ['11:00', 23_900], ['12:00', 24_200]);
  const waiting = (exit: string, rest = ''): string => `entry: 09:20
stop: 30%
legs:
  ce: { side: sell, type: CE, strike: ATM, momentum: up 80% }
  pe: { side: sell, type: PE, strike: ATM, onStop: { exit: ${exit} } }
${rest}`;
  const NO_ENTRY = '11:00:00 alert info: No entry of leg ce: its price did not move up 80% in time';

  it('ends the wait of a leg for its momentum, alone or beside an open one', () => {
    expect(play(waiting('all'), index).slice(1)).toEqual([NO_ENTRY, EXIT]);
    expect(play(waiting('[ce]'), index).slice(1)).toEqual([NO_ENTRY, EXIT]);
    const wing = '  wing: { side: buy, type: PE, strike: OTM4, stop: 99% }\n';
    expect(play(waiting('[ce, wing]', wing), index).slice(1)).toEqual([
      NO_ENTRY,
      '11:00:00 squareOff wing: stop of leg pe',
      EXIT,
    ]);
  });

  it('leaves a leg waiting that it does not name', () => {
    expect(play(waiting('[pe]'), index).slice(1)).toEqual([
      '12:00:00 place ce/entry sell 75 24000CE',
      EXIT,
    ]);
  });

  it('ends the wait of a leg for its cost', () => {
    const legs = `legs:
  ce: { side: sell, type: CE, strike: ATM, onStop: { reenter: { how: at-cost } } }
  pe: { side: sell, type: PE, strike: ATM, onStop: { exit: all } }
`;
    const back = steps(['00:00', 24_000], ['11:00', 24_100], ['12:30', 23_900]);
    expect(play(`entry: 09:20\nstop: 30%\n${legs}`, back).slice(1)).toEqual([EXIT]);
  });
});

it('the exit of a rule ends the wait of a leg that was never entered', () => {
  const legs = 'legs:\n  ce: { side: sell, type: CE, strike: ATM, stop: 30%, momentum: up 80% }\n';
  const rule = '  - { when: { at: 11:00 }, then: [{ exit: [ce] }] }\n';
  const index = steps(['00:00', 24_000], ['12:00', 24_200]);
  expect(play(`${legs}rules:\n${ENTER}${rule}`, index)).toEqual([
    '11:00:00 alert info: No entry of leg ce: its price did not move up 80% in time',
    EXIT,
  ]);
});

describe('a leg that a rule enters while it waits', () => {
  const rules = (leg: string, at: string): string => `legs:
  ce: { side: sell, type: CE, strike: 24000, ${leg} }
rules:
${ENTER}  - { when: { at: '${at}' }, then: [{ enter: [ce] }] }
`;

  it('is not entered once more at cost', () => {
    const back = steps(['00:00', 24_000], ['11:00', 24_100], ['12:00', 24_000]);
    const leg = 'stop: 30%, onStop: { reenter: { how: at-cost } }';
    expect(play(rules(leg, '11:30'), back)).toEqual([
      '09:20:00 place ce/entry sell 75 24000CE',
      '11:30:00 place ce/entry sell 75 24000CE',
      '12:00:00 alert info: No entry of leg ce: it is open or being entered',
      EXIT,
    ]);
  });

  it('is not entered once more when a fresh chain comes', () => {
    const dark = steps(['00:00', 24_000], ['11:00', null], ['11:01:30', 24_100]);
    const bought = rules(`stop: 30%, ${AGAIN}`, '11:00:30').replace('sell', 'buy');
    expect(play(bought, dark).slice(1)).toEqual(['11:01:30 place ce/entry buy 75 24000CE', EXIT]);
  });
});

it('counts a momentum from a price of its own time, not from one of an earlier wait', () => {
  // From 120.00 at 10:00, when the wait was ended, the price is 216.70 at noon: 80 % more, but not of what it is then.
  const text = `legs:
  ce: { side: sell, type: CE, strike: 24000, stop: 30%, momentum: up 50% }
rules:
${ENTER}  - { when: { at: 10:00 }, then: [{ exit: [ce] }] }
  - { when: { at: 12:00 }, then: [{ enter: [ce] }] }
`;
  const index = steps(['00:00', 24_000], ['11:00', 24_100], ['13:00', 24_300]);
  expect(play(text, index).filter((line) => line.includes('place'))).toEqual([
    '13:00:00 place ce/entry sell 75 24000CE',
  ]);
});

it('a momentum that comes after the exit of the day of expiry enters nothing that is carried', () => {
  const text = `name: late
schemaVersion: 1
underlying: NIFTY
product: carry-forward
carry: expiry
entry: 09:20
exit: 10:00
momentum: up 1%
legs: { ce: { side: sell, type: CE, strike: ATM } }
`;
  const logOf = (rises: string): readonly string[] => {
    const index = steps(['00:00', 24_000], [rises, 24_187]);
    return playDay({ strategy: compiled(text), date: '2026-11-24', index }).log;
  };
  expect(logOf('09:50')[0]).toContain('place ce/entry sell');
  expect(logOf('10:30')).toEqual([
    '10:30:00 alert info: No entry: NIFTY expires today, and the exit at 10:00 has passed',
  ]);
});
