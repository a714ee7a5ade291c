import { describe, expect, it } from 'vitest';

import { compiled } from './play-both.ts';
import { type DayScript, type PlayedDay, playDay } from './scripted-day.ts';

const HEAD = `name: s
schemaVersion: 1
underlying: NIFTY
entry: 09:20
exit: 15:10
stop: 30%
`;
const STRADDLE = `legs:
  ce: { side: sell, type: CE, strike: ATM }
  pe: { side: sell, type: PE, strike: ATM }
`;
const EXIT = '15:10:00 squareOff all: exit time';

function play(rest: string, script: Partial<DayScript> = {}): PlayedDay {
  return playDay({ strategy: compiled(HEAD + rest), ...script });
}

/** The index at these levels from these times on. */
function steps(...levels: readonly (readonly [from: string, level: number | null])[]) {
  return (time: string): number | null => levels.findLast(([from]) => time >= from)?.[1] ?? null;
}

/** From 120.00 the call rises to 216.70, past its stop at 156.00; the put falls to 116.70. */
const UP_AT_11 = steps(['00:00', 24_000], ['11:00', 24_100]);

describe('after the stop of a leg', () => {
  it('moves the stops of the others to their entry price', () => {
    const { log, commands } = play(`onStop: { cost: all }\n${STRADDLE}`, { index: UP_AT_11 });
    expect(log.slice(3)).toEqual(['11:00:00 modify pe/stop', EXIT]);
    expect(commands[3]?.command).toMatchObject({
      leg: 'pe',
      terms: { kind: 'stop', triggerPricePaise: 12_000 },
    });
  });

  it('waits with that until the leg has its price in favour', () => {
    // When the strangle's call is stopped, a call sold higher is at a loss, too: a stop at its cost would close it at once.
    const legs = `legs:
  ce: { side: sell, type: CE, strike: ATM, onStop: { cost: [far] } }
  far: { side: sell, type: CE, strike: OTM2, stop: 300% }
`;
    const index = steps(['00:00', 24_000], ['11:00', 24_100], ['12:00', 23_990]);
    expect(play(legs, { index }).log.slice(3)).toEqual(['12:00:00 modify far/stop', EXIT]);
  });

  it('closes the others, or all', () => {
    const closes = (exit: string): readonly string[] =>
      play(`onStop: { exit: ${exit} }\n${STRADDLE}`, { index: UP_AT_11 }).log.slice(3);
    expect(closes('all')).toEqual(['11:00:00 squareOff all: stop of leg ce', EXIT]);
    expect(closes('[pe]')).toEqual(['11:00:00 squareOff pe: stop of leg ce', EXIT]);
    expect(closes('[ce]')).toEqual([EXIT]);
  });

  it('does not follow an exit that the file asked for', () => {
    const legs = `onStop: { exit: all }
legs:
  ce: { side: sell, type: CE, strike: ATM, target: 50% }
  pe: { side: sell, type: PE, strike: ATM, stop: 900% }
`;
    const index = steps(['00:00', 24_000], ['11:00', 23_400]);
    expect(play(legs, { index }).log.slice(3)).toEqual([
      '11:00:00 squareOff ce: target of leg ce',
      EXIT,
    ]);
  });

  it('is asked of each leg apart', () => {
    const legs = `legs:
  ce: { side: sell, type: CE, strike: ATM, onStop: { cost: [pe] } }
  pe: { side: sell, type: PE, strike: ATM }
`;
    const index = steps(['00:00', 24_000], ['11:00', 23_900]);
    // The put is stopped, which moves nothing.
    expect(play(legs, { index }).log.slice(3)).toEqual([EXIT]);
  });
});

describe('after the target of a leg', () => {
  it('moves the stops of the others, and closes', () => {
    const legs = `legs:
  ce: { side: sell, type: CE, strike: ATM, target: 50%, onTarget: { cost: [far] } }
  far: { side: sell, type: CE, strike: OTM2 }
  pe: { side: sell, type: PE, strike: ATM, stop: 900%, target: 80%, onTarget: { exit: all } }
  wing: { side: buy, type: PE, strike: OTM2, stop: 95% }
`;
    const index = steps(['00:00', 24_000], ['11:00', 23_400], ['12:00', 24_800]);
    expect(play(legs, { index }).log.slice(5)).toEqual([
      '11:00:00 squareOff ce: target of leg ce',
      '11:00:02 modify far/stop',
      '12:00:00 squareOff pe: target of leg pe',
      '12:00:02 squareOff all: target of leg pe',
      EXIT,
    ]);
  });
});

it('keeps the tighter of a trailed stop and one at cost', () => {
  const trail = 'trail: { move: 20 points, step: 20 points }\nonStop: { cost: all }\n';
  const { commands } = play(trail + STRADDLE, {
    index: steps(['00:00', 24_000], ['11:00', 24_100], ['12:00', 24_300], ['13:00', 24_600]),
  });
  const triggers = commands.flatMap(({ command }) =>
    command.kind === 'modify' && command.terms.kind === 'stop'
      ? [command.terms.triggerPricePaise]
      : [],
  );
  // Cost is 120.00. One move of the put would trail its stop from 156.00 to 136.00 only; three take it to 96.00.
  expect(triggers).toEqual([12_000, 9_600]);
});

it('works with rules in the same file', () => {
  const text = `name: s
schemaVersion: 1
underlying: NIFTY
exit: 15:10
stop: 30%
onStop: { exit: all }
${STRADDLE}rules:
  - { when: { at: 09:20 }, then: [{ enter: all }] }
  - { when: { at: 10:00 }, then: [{ exit: [ce] }] }
  - { when: { at: 10:05 }, then: [{ enter: [ce] }] }
`;
  const { log } = playDay({ strategy: compiled(text), index: UP_AT_11 });
  // The exit of a rule is no stop; the second entry has one.
  expect(log.slice(3)).toEqual([
    '10:00:00 squareOff ce: rule 2',
    '10:05:00 place ce/entry sell 75 24000CE',
    '10:05:02 place ce/stop buy 75 24000CE',
    '11:00:00 squareOff all: stop of leg ce',
    EXIT,
  ]);
});
