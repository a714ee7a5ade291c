import { expect, it } from 'vitest';

import { ejectedText, strategyOf } from './ejected.ts';
import { compiled } from './play-both.ts';
import { type DayScript, playDay } from './scripted-day.ts';

const ENTRY = `name: timed
schemaVersion: 1
underlying: NIFTY
exit: 15:10
entry: 09:20
legs:
  ce: { side: sell, type: CE, strike: ATM }
`;

const YAML = `name: timed
schemaVersion: 1
underlying: NIFTY
exit: 15:10
legs:
  ce: { side: sell, type: CE, strike: ATM }
  pe: { side: sell, type: PE, strike: ATM }
rules:
  - { when: { at: 09:20 }, then: [{ enter: [ce, pe] }] }
  - { name: take-out, when: { at: 09:40 }, if: profit > 100000 rupees, then: [{ exit: [ce, pe] }, { set: { out: 1 } }] }
  - { when: { cron: '20 9 * * *' }, then: [{ alert: by cron }] }
variables: { out: 0 }
`;

/** The alerts of a day, the same from the file and from what it is ejected to. */
function alerts(day: Omit<DayScript, 'strategy'>, text = YAML): readonly string[] {
  const yaml = compiled(text);
  const [ofYaml, ofModule] = [yaml, strategyOf(ejectedText(yaml))].map((strategy) =>
    playDay({ strategy, pollEveryMs: 10_000, ...day }).log.filter((line) => line.includes('alert')),
  );
  expect(ofModule).toEqual(ofYaml);
  return ofYaml ?? [];
}

it('a rule whose time passed before the run began is reported when it begins', () => {
  expect(alerts({ start: '09:45' })).toEqual([
    '09:45:00 alert warning: Skipped rule 1: the run began at 09:45:00, more than 2 minutes after 09:20; not done: enter ce and pe',
    '09:45:00 alert warning: Skipped rule "take-out": the run began at 09:45:00, more than 2 minutes after 09:40; not done: exit ce and pe, set out',
  ]);
});

it('two minutes late still counts, and is not reported', () => {
  expect(alerts({ start: '09:22' })).toEqual([]);
  expect(alerts({ start: '09:22:01' })).toHaveLength(1);
});

it('a rule whose time passed while the program was down is reported once it is back', () => {
  expect(alerts({ start: '09:30', down: ['09:39', '09:45'] }).slice(1)).toEqual([
    '09:40:00 alert warning: Skipped rule "take-out": sauda was not running at 09:40, nor in the 2 minutes after it; not done: exit ce and pe, set out',
  ]);
  expect(alerts({ down: ['09:39', '09:41'] })).toEqual(['09:20:00 alert info: by cron']);
});

it('a time from the exit on is missed by no one', () => {
  expect(alerts({ start: '09:45', params: { exit: '09:40' } })).toHaveLength(1);
});

it('an entry that was missed says that it was late, not that there was no chain', () => {
  expect(alerts({ start: '09:45' }, ENTRY)).toEqual([
    '09:45:00 alert warning: No entry: the run began at 09:45:00, more than 2 minutes after 09:20',
  ]);
  expect(alerts({ down: ['09:19', '09:45'] }, ENTRY)).toEqual([
    '09:20:00 alert warning: No entry: sauda was not running at 09:20, nor in the 2 minutes after it',
  ]);
  expect(alerts({ isListed: false }, ENTRY)).toEqual([
    '09:22:00 alert warning: No entry: 09:20 passed without a fresh chain of NIFTY',
  ]);
});
