import { describe, expect, it } from 'vitest';

import { compiled } from './play-both.ts';
import { type DayScript, playDay } from './scripted-day.ts';

const HEAD = `name: s
schemaVersion: 1
underlying: NIFTY
exit: 15:10
legs:
  ce: { side: sell, type: CE, strike: ATM }
  sold-pe: { side: sell, type: PE, strike: ATM }
`;
const EXIT = '15:10:00 squareOff all: exit time';
const ENTERED = '09:20:00 place ce/entry sell 75 24000CE';

/** What a day of rules asks for, the exit at the end apart. */
function day(rules: string, script: Partial<DayScript> = {}): readonly string[] {
  const { log } = playDay({ strategy: compiled(`${HEAD}rules:\n${rules}`), ...script });
  expect(log.at(-1)).toBe(EXIT);
  return log.slice(0, -1);
}

/** The index at these levels from these times on. */
function steps(...levels: readonly (readonly [from: string, level: number | null])[]) {
  return (time: string): number | null => levels.findLast(([from]) => time >= from)?.[1] ?? null;
}

const UP_AT_11 = steps(['00:00', 24_000], ['11:00', 24_187]);
const ENTER_CE = '  - { when: { at: 09:20 }, then: [{ enter: [ce] }] }\n';

describe('a trigger', () => {
  it('at a time, and every so often between two times', () => {
    const rules = `  - { when: { at: 09:20 }, then: [{ alert: now }] }
  - { when: { every: 10m, from: 11:00, to: 11:30 }, then: [{ alert: again }] }
`;
    expect(day(rules)).toEqual([
      '09:20:00 alert info: now',
      '11:00:00 alert info: again',
      '11:10:00 alert info: again',
      '11:20:00 alert info: again',
    ]);
  });

  it('of a condition fires when it turns true, not while it is, and not when it was true all along', () => {
    const becomes = (condition: string): string =>
      `  - { when: { becomes: ${condition} }, then: [{ alert: crossed }] }\n`;
    const index = steps(['00:00', 24_000], ['11:00', 24_187], ['12:00', 24_050], ['13:00', 24_101]);
    expect(day(becomes('index > 24100'), { index })).toEqual([
      '11:00:00 alert info: crossed',
      '13:00:00 alert info: crossed',
    ]);
    expect(day(becomes('index > 23000'), { index })).toEqual([]);
  });

  it('of a condition takes neither a gap in the prices nor a fresh position for a crossing', () => {
    const crossed = '  - { when: { becomes: index > 24100 }, then: [{ alert: crossed }] }\n';
    const gap = steps(['00:00', 24_000], ['10:00', null], ['11:00', 24_187]);
    expect(day(crossed, { index: gap })).toEqual(['11:00:00 alert info: crossed']);
    // The first call rises from 120 to more than 200; the second one is at 120 from the start.
    const cheap = `${ENTER_CE}  - { when: { becomes: price(ce) < 130 }, then: [{ alert: cheap }] }
  - { when: { at: 12:00 }, then: [{ exit: [ce] }] }
  - { when: { at: 13:00 }, then: [{ enter: [ce] }] }
`;
    expect(day(cheap, { index: UP_AT_11 })).toEqual([
      ENTERED,
      '12:00:00 squareOff ce: rule 3',
      '13:00:00 place ce/entry sell 75 24200CE',
    ]);
  });

  it('of a condition sees a poll as a whole, the index and the premium together', () => {
    // At 24,187 the call is above 200: neither is true but between the two prices of a poll.
    const half = (condition: string): string =>
      `  - { when: { becomes: ${condition} }, then: [{ alert: half a poll }] }\n`;
    const indexFirst = half('index > 24100 and price(ce) < 150');
    const premiumFirst = half('index < 24100 and price(ce) > 150');
    const rules = ENTER_CE + indexFirst + premiumFirst;
    expect(day(rules, { index: UP_AT_11 })).toEqual([ENTERED]);
  });

  it('of a session fires at its open', () => {
    expect(day('  - { when: { session: open }, then: [{ alert: open }] }\n')).toEqual([
      '09:15:00 alert info: open',
    ]);
  });

  it('of a bar fires at its close, with its values', () => {
    const rules = `  - when: { bar: 30m }
    if: close(30m) > open(30m) + 100
    then: [{ alert: a wide bar }]
`;
    const index = steps(['00:00', 24_000], ['11:05', 24_187]);
    expect(day(rules, { index })).toEqual(['11:15:00 alert info: a wide bar']);
  });

  it('of a fill fires once an order is completely filled, by its role', () => {
    const rules = `${ENTER_CE}  - { when: { fill: ce }, then: [{ alert: entered }] }
  - { when: { fill: ce, role: exit }, then: [{ alert: closed }] }
  - { when: { at: 11:00 }, then: [{ exit: [ce] }] }
`;
    expect(day(rules, { fillsInParts: true })).toEqual([
      ENTERED,
      '09:20:04 alert info: entered',
      '11:00:00 squareOff ce: rule 4',
      '11:00:04 alert info: closed',
    ]);
  });
});

it('of a rejection fires for each, and leaves the leg free to be entered again', () => {
  const rules = `${ENTER_CE}  - { when: { rejection: ce }, then: [{ alert: rejected }, { wait: 1m }, { enter: [ce] }], times: 2 }
  - { when: { rejection: ce, role: stop }, then: [{ alert: never }] }
`;
  expect(day(rules, { rejectedLegs: ['ce'] })).toEqual([
    ENTERED,
    '09:20:02 alert info: rejected',
    '09:21:02 place ce/entry sell 75 24000CE',
    '09:21:04 alert info: rejected',
    '09:22:04 place ce/entry sell 75 24000CE',
  ]);
});

it('of a fill sees all that its poll showed, whichever leg stands first', () => {
  const rules = `  - { when: { at: 09:20 }, then: [{ enter: all }] }
  - when: { fill: ce }
    if: lots(ce) = -1 and lots("sold-pe") = -1
    then: [{ alert: both }]
`;
  expect(day(rules).slice(1)).toEqual(['09:20:02 alert info: both']);
});

it.each([
  ['a part of a fill', 'partial-fill: ce', ['09:20:02']],
  // The part that is filled first has a stop of its own.
  ['a placement', 'placement: ce, role: stop', ['09:20:04', '09:20:06']],
  ['a cancellation', 'cancellation: ce, role: stop', ['11:00:02', '11:00:02']],
])('of %s fires when a poll shows it', (_, trigger, times) => {
  const rules = `${ENTER_CE}  - { when: { ${trigger} }, then: [{ alert: seen }] }
  - { when: { at: 11:00 }, then: [{ exit: [ce] }] }
`;
  const strategy = compiled(`${HEAD}stop: 40%\nrules:\n${rules}`);
  const { log } = playDay({ strategy, fillsInParts: true });
  expect(log.filter((line) => line.includes('seen'))).toEqual(
    times.map((time) => `${time} alert info: seen`),
  );
});

describe('a condition', () => {
  const when = '  - when: { every: 1h, from: 10:00, to: 13:30 }\n';
  const alert = '    then: [{ alert: yes }]\n';

  it('is asked for at the trigger', () => {
    expect(
      day(`${when}    if: time >= 11:00 and index < 24100\n${alert}`, { index: UP_AT_11 }),
    ).toEqual(['11:00:00 alert info: yes']);
  });

  it('may be a list, which is true where all of it is, or nest and, or and not', () => {
    expect(day(`${when}    if: [time > 10:30, time < 12:30]\n${alert}`)).toHaveLength(2);
    const nested = '{ or: [time < 10:30, { not: { and: [time > 10:30, time < 12:30] } }] }';
    expect(day(`${when}    if: ${nested}\n${alert}`)).toEqual([
      '10:00:00 alert info: yes',
      '13:00:00 alert info: yes',
    ]);
  });

  it('that is not known yet lets nothing through, nor does its negation', () => {
    expect(day(`${when}    if: price(ce) > 0\n${alert}`)).toEqual([]);
    expect(day(`${when}    if: not (price(ce) > 0)\n${alert}`)).toEqual([]);
    expect(day(`${when}    if: { not: price(ce) > 0 }\n${alert}`)).toEqual([]);
    expect(day(`${when}    if: lots(ce) = 0\n${alert}`)).toHaveLength(4);
  });

  it('reads the position of a leg, and the profit of the run', () => {
    const rules = `${ENTER_CE}  - when: { becomes: profit < -5000 rupees }
    if: lots(ce) = -1 and entry(ce) = 120 and price(ce) > 200
    then: [{ alert: a loss }, { exit: [ce] }]
  - when: { at: 12:00 }
    if: lots(ce) = 0
    then: [{ alert: flat }]
`;
    expect(day(rules, { index: UP_AT_11 })).toEqual([
      ENTERED,
      '11:00:00 alert info: a loss',
      '11:00:00 squareOff ce: rule 2',
      '12:00:00 alert info: flat',
    ]);
  });
});

describe('an entry', () => {
  it('enters the named legs together, and protects each', () => {
    const strategy = compiled(`${HEAD}stop: 30%\nrules:
  - { when: { at: 09:20 }, then: [{ enter: all }] }
`);
    expect(playDay({ strategy }).log).toEqual([
      '09:20:00 place ce/entry sell 75 24000CE, sold-pe/entry sell 75 24000PE',
      '09:20:02 place ce/stop buy 75 24000CE',
      '09:20:02 place sold-pe/stop buy 75 24000PE',
      EXIT,
    ]);
  });

  it('never doubles a leg that is open, or being entered', () => {
    const rules = `${ENTER_CE}  - { when: { every: 1s, from: '09:20:01', to: '09:20:04' }, then: [{ enter: all }] }
`;
    expect(day(rules)).toEqual([
      ENTERED,
      '09:20:01 alert info: No entry by rule 2: ce is open or being entered',
      '09:20:02 alert info: No entry by rule 2: ce is open or being entered',
      '09:20:03 alert info: No entry by rule 2: ce is open or being entered',
    ]);
  });

  it('enters a leg again once it is flat', () => {
    const rules = `${ENTER_CE}  - { when: { at: 11:00 }, then: [{ exit: [ce] }] }
  - { when: { fill: ce, role: exit }, then: [{ wait: 5m }, { enter: [ce] }] }
`;
    expect(day(rules, { index: UP_AT_11 })).toEqual([
      ENTERED,
      '11:00:00 squareOff ce: rule 2',
      '11:05:02 place ce/entry sell 75 24200CE',
    ]);
  });

  it('without a fresh chain is reported after two minutes', () => {
    const index = steps(['00:00', 24_000], ['09:19', null], ['09:30', 24_000]);
    expect(day(ENTER_CE, { index })).toEqual([
      '09:22:00 alert warning: No entry by rule 1: no fresh chain of NIFTY within two minutes',
    ]);
  });

  it('is not made after the exit time, whatever was under way', () => {
    const rules = `  - { when: { at: 15:08 }, then: [{ wait: 5m }, { enter: all }] }\n`;
    expect(day(rules)).toEqual([]);
  });
});

describe('an exit', () => {
  it('of a leg that was never entered asks for nothing', () => {
    const rules = `${ENTER_CE}  - { when: { at: 10:00 }, then: [{ exit: [sold-pe] }, { cancel: [sold-pe] }] }
  - { name: out, when: { at: 11:00 }, then: [{ exit: [ce, sold-pe] }] }
  - { when: { at: 12:00 }, then: [{ exit: all }] }
`;
    expect(day(rules)).toEqual([
      ENTERED,
      '11:00:00 squareOff ce: rule "out"',
      '12:00:00 squareOff all: rule 4',
    ]);
  });
});

describe('the pace of a rule', () => {
  const rule = (pace: string): string => `  - when: { every: 1m, from: 10:00, to: 10:06 }
    then: [{ alert: begins }, { wait: 150s }, { alert: ends }]
    ${pace}
`;
  const log = (pace: string): readonly string[] =>
    day(rule(pace)).map((line) => line.replace(' alert info:', ''));

  it('ignores a trigger while its actions are under way', () => {
    expect(log('mode: single')).toEqual([
      ...['10:00:00 begins', '10:02:30 ends', '10:03:00 begins', '10:05:30 ends'],
    ]);
  });

  it('restarts them', () => {
    expect(log('mode: restart')).toEqual([
      ...['10:00:00 begins', '10:01:00 begins', '10:02:00 begins', '10:03:00 begins'],
      ...['10:04:00 begins', '10:05:00 begins', '10:07:30 ends'],
    ]);
  });

  it('queues them, each after the one before', () => {
    const times = log('mode: queued').filter((line) => line.endsWith('begins'));
    expect(times.map((line) => line.slice(0, 8))).toEqual([
      ...['10:00:00', '10:02:30', '10:05:00', '10:07:30', '10:10:00', '10:12:30'],
    ]);
  });

  it('runs them beside one another', () => {
    expect(log('mode: parallel').filter((line) => line.endsWith('ends'))).toHaveLength(6);
  });

  it.each(['queued', 'parallel'])('bounds what is %s, and says what it drops', (mode) => {
    const rules = `  - when: { every: 1s, from: 10:00, to: '10:00:12' }
    then: [{ wait: 1h }]
    mode: ${mode}
`;
    expect(day(rules)).toEqual([
      '10:00:10 alert warning: Dropped a trigger of rule 1: 10 are under way',
      '10:00:11 alert warning: Dropped a trigger of rule 1: 10 are under way',
    ]);
  });

  it('keeps to its cooldown, and to its number of times', () => {
    const every = '  - when: { every: 1m, from: 10:00, to: 10:10 }\n    then: [{ alert: yes }]\n';
    expect(day(`${every}    cooldown: 4m\n`)).toEqual([
      ...['10:00:00', '10:04:00', '10:08:00'].map((time) => `${time} alert info: yes`),
    ]);
    expect(day(`${every}    times: 2\n`)).toHaveLength(2);
    const slow = every.replace('[{', '[{ wait: 150s }, {');
    expect(day(`${slow}    times: 2\n    mode: queued\n`)).toHaveLength(2);
  });
});

it('follows a configuration that overrides the file', () => {
  const strategy = compiled(`${HEAD}rules:\n${ENTER_CE}`);
  expect(playDay({ strategy, params: { exit: '14:00', lots: 2 } }).log).toEqual([
    '09:20:00 place ce/entry sell 150 24000CE',
    '14:00:00 squareOff all: exit time',
  ]);
});

it('needs no legs to send alerts', () => {
  const strategy = compiled(`name: s
schemaVersion: 1
underlying: NIFTY
exit: 15:10
rules:
  - { when: { becomes: index > 24100 }, then: [{ alert: the index is high, severity: warning }] }
`);
  expect(playDay({ strategy, index: UP_AT_11 }).log).toEqual([
    '11:00:00 alert warning: the index is high',
    EXIT,
  ]);
});
