import { describe, expect, it } from 'vitest';

import { type ClockTime } from '../../src/model/time/ist.ts';
import { whyNotLines } from '../../src/apps/cli/report/why-not-lines.ts';
import { spansOf } from '../../src/apps/cli/view/span.ts';
import { answerLine, type AskedDay, askCode, askWhyNot } from '../support/asked-rules.ts';
import { BOTH_FORMS } from './ejected.ts';

const RULES = `name: asked
schemaVersion: 1
underlying: NIFTY
exit: '15:00'
legs:
  ce: { side: sell, type: CE, strike: ATM }
  pe: { side: sell, type: PE, strike: ATM }
variables: { tries: 0 }
rules:
  - name: open-ce
    when: { at: '09:20' }
    if: index > 24000
    then: [{ enter: [ce] }]
  - name: break
    when: { becomes: index > 24100 }
    then: [{ alert: broken }]
  - name: bars
    when: { bar: 15m }
    if:
      - close(15m) >= open(15m)
      - not: index > 24200
    then: [{ alert: a bar up }]
  - name: outside
    when: { every: 1m, from: '10:00', to: '11:00' }
    if: index < 24050 or index > 24115.5
    cooldown: 10m
    times: 2
    then: [{ alert: outside }]
  - name: again
    when: { at: '10:30' }
    then: [{ enter: [ce] }]
  - name: close-pe
    when: { at: '10:40' }
    then: [{ exit: [pe] }]
  - name: slow
    when: { every: 1m, from: '12:00', to: '12:10' }
    then: [{ wait: 5m }, { alert: waited }]
  - name: premium
    when: { every: 1m, from: '13:00', to: '13:10' }
    if: price(pe) > 50 and lots(ce) = -1
    then: [{ alert: dear }]
  - name: late
    when: { every: 1m, from: '13:00', to: '13:10' }
    if: time >= 13:05:30
    then: [{ alert: late }]
  - name: loss
    when: { becomes: profit < -1000000 rupees }
    then: [{ exit: all }]
  - name: count
    when: { every: 10m, from: '13:00', to: '14:00' }
    if: tries < 2
    then: [{ set: { tries: tries + 1 } }, { alert: counted }]
  - name: ratio
    when: { at: '14:30' }
    if: index / close(15m) > 100.5%
    then: [{ alert: fast }]
  - name: filled
    when: { fill: pe }
    then: [{ alert: filled }]
  - name: missing
    when: { at: '14:40' }
    if: { or: [index > 30000, close(15m) < 20000, { not: index > 24000 }] }
    then: [{ alert: odd }]
`;

function level(time: ClockTime): number {
  if (time < '09:30') return 24_010;
  if (time < '10:20') return 24_080.5;
  if (time < '10:42') return 24_120;
  if (time < '11:00') return 24_087.35;
  return time < '14:00' ? 24_220 : 24_190;
}

const DAY: AskedDay = { yaml: RULES, index: level, pollEveryMs: 30_000 };

describe.each(BOTH_FORMS)('why a rule of $form did nothing', ({ strategyOf }) => {
  const strategy = strategyOf(RULES);

  it.each<[string, ClockTime, string]>([
    // At a time.
    ['open-ce', '09:20', 'acted; 09:20:00 place'],
    ['open-ce', '09:19', 'not-triggered'],
    ['open-ce', '10:42', 'not-triggered'],
    ['open-ce', '08:59', 'not-started'],
    ['open-ce', '15:10', 'ended'],
    // When a condition becomes true.
    [
      'break',
      '10:19',
      'condition-false; index > 24100 was false: 24080.5 points, 19.5 points short',
    ],
    ['break', '10:20', 'acted; 10:20:00 alert'],
    ['break', '10:30', 'true-already'],
    [
      'break',
      '10:42',
      'condition-false; index > 24100 was false: 24087.35 points, 12.65 points short, last 10:41:30',
    ],
    ['break', '11:00', 'acted; 11:00:00 alert'],
    [
      'loss',
      '12:00',
      'condition-false; profit < -1000000 rupees was false: -14621.25 rupees, 985378.75 rupees over',
    ],
    // At bars.
    ['bars', '10:30', 'acted; 10:30:00 alert'],
    ['bars', '10:42', 'not-triggered'],
    [
      'bars',
      '10:45',
      'condition-false; close(15m) >= open(15m) was false: 24087.35 points, 32.65 points short, last 10:44:30',
    ],
    ['bars', '11:15', 'condition-false; index > 24200 was true: 24220 points, 20 points over'],
    // Again and again, with a cooldown and a bound.
    [
      'outside',
      '10:05',
      'condition-false; index < 24050 was false: 24080.5 points, 30.5 points over, last 09:30:00; index > 24115.5 was false: 24080.5 points, 35 points short',
    ],
    [
      'outside',
      '10:20',
      'condition-false; index < 24050 was false: 24080.5 points, 30.5 points over, last 09:30:00; index > 24115.5 was false: 24080.5 points, 35 points short',
    ],
    ['outside', '10:21', 'acted; 10:21:00 alert'],
    ['outside', '10:30', 'kept-back; cooldown'],
    ['outside', '10:35', 'kept-back; times'],
    [
      'outside',
      '10:45',
      'condition-false; index < 24050 was false: 24087.35 points, 37.35 points over, last 09:30:00; index > 24115.5 was false: 24087.35 points, 28.15 points short, last 10:42:00',
    ],
    ['outside', '11:30', 'not-triggered'],
    // What actions do not do.
    ['again', '10:30', 'kept-back; legs-taken ce'],
    ['close-pe', '10:40', 'kept-back; not-entered pe'],
    ['slow', '12:00', 'waiting'],
    ['slow', '12:03', 'kept-back; under-way'],
    ['slow', '12:12', 'not-triggered'],
    ['slow', '12:05', 'acted; 12:05:00 alert'],
    // What is not known, and times of day.
    ['premium', '13:02', 'condition-unknown; price(pe) > 50 was unknown'],
    ['late', '13:05', 'condition-false; time >= 13:05:30 was false: 13:05, 30s short'],
    ['late', '13:06', 'acted; 13:06:00 alert'],
    ['count', '13:10', 'acted; 13:10:00 alert'],
    ['count', '13:20', 'condition-false; tries < 2 was false: 2, 0 over, last 13:10:00'],
    [
      'ratio',
      '14:30',
      'condition-false; index / close(15m) > 100.5% was false: 100%, 0.5% short, last 11:14:30',
    ],
    ['filled', '14:30', 'not-triggered'],
    [
      'missing',
      '14:40',
      'condition-false; index > 30000 was false: 24190 points, 5810 points short; close(15m) < 20000 was false: 24190 points, 4190 points over; index > 24000 was true: 24190 points, 190 points over',
    ],
  ])('%s at %s: %s', (rule, time, answer) => {
    expect(answerLine(askCode(strategy, DAY, [rule, time]))).toBe(answer);
  });
});

const NESTED: AskedDay = {
  ...DAY,
  yaml: `name: nested
schemaVersion: 1
underlying: NIFTY
exit: '15:00'
rules:
  - name: chosen
    when: { every: 10m, from: '10:00', to: '11:30' }
    then:
      - choose:
          - { if: index > 24200, then: [{ alert: high }] }
          - { if: index < 24090, then: [{ alert: low }] }
  - name: rounds
    when: { at: '10:21' }
    then: [{ repeat: { times: 5, while: index > 24100, then: [{ wait: 10m }, { alert: round }] } }]
  - name: none
    when: { at: '10:45' }
    then: [{ repeat: { times: 5, while: index > 24100, then: [{ alert: round }] } }]
  - name: rearmed
    when: { becomes: index > 24100, rearm: index < 24050 }
    then: [{ alert: crossed }]
  - name: held
    when: { at: '10:50' }
    then: [{ wait: { until: index > 24200, atMost: 30m } }, { alert: up }]
`,
};

describe.each(BOTH_FORMS)('why actions of $form did nothing', ({ strategyOf }) => {
  const strategy = strategyOf(NESTED.yaml);

  it.each<[string, ClockTime, string]>([
    ['chosen', '10:10', 'acted; 10:10:00 alert'],
    [
      'chosen',
      '10:30',
      'kept-back; index > 24200 was false: 24120 points, 80 points short; index < 24090 was false: 24120 points, 30 points over, last 10:19:30; no-branch',
    ],
    ['chosen', '11:00', 'acted; 11:00:00 alert'],
    ['rounds', '10:31', 'acted; 10:31:00 alert'],
    ['rounds', '10:35', 'waiting'],
    [
      'none',
      '10:45',
      'kept-back; index > 24100 was false: 24087.35 points, 12.65 points short, last 10:41:30; no-round',
    ],
    ['rearmed', '10:20', 'acted; 10:20:00 alert'],
    ['rearmed', '11:00', 'kept-back; not-rearmed'],
    ['held', '10:50', 'waiting'],
    ['held', '10:55', 'waiting'],
    ['held', '11:00', 'acted; 11:00:00 alert'],
  ])('%s at %s: %s', (rule, time, answer) => {
    expect(answerLine(askCode(strategy, NESTED, [rule, time]))).toBe(answer);
  });
});

const DOWN: AskedDay = {
  ...DAY,
  down: ['10:45', '11:15'],
  yaml: `name: down
schemaVersion: 1
underlying: NIFTY
exit: '15:00'
legs:
  ce: { side: sell, type: CE, strike: ATM, stop: 40% }
rules:
  - name: enter
    when: { at: '09:20' }
    then: [{ enter: [ce] }]
  - name: slow
    when: { at: '10:40' }
    then: [{ wait: 10m }, { alert: waited }]
  - name: skipped
    when: { at: '10:42' }
    then: [{ wait: 10m, onRestart: skip }, { alert: waited }]
  - name: high
    when: { becomes: index > 24200 }
    then: [{ alert: high }]
  - name: minutes
    when: { every: 1m, from: '10:00', to: '14:00' }
    if: index > 24300
    then: [{ alert: minute }]
  - name: at-eleven
    when: { at: '11:00' }
    then: [{ alert: eleven }]
`,
};

const GONE = 'program-down; down 10:45:00 to 11:15:00';
const TOO_LOW = 'condition-false; index > 24300 was false: 24087.35 points, 212.65 points short';

describe.each(BOTH_FORMS)('while the program was down, $form', ({ strategyOf }) => {
  const strategy = strategyOf(DOWN.yaml);

  it.each<[string, ClockTime, string]>([
    ['slow', '10:44', 'waiting'],
    ['slow', '10:50', `${GONE}, then acted; 11:15:00 alert`],
    ['skipped', '10:50', `${GONE}, then kept-back; wait-missed`],
    ['high', '11:00', `${GONE}, then acted; 11:15:00 alert`],
    ['minutes', '11:00', `${GONE}, then ${TOO_LOW}`],
    ['at-eleven', '11:00', `${GONE}, then kept-back; time-missed`],
    ['enter', '11:00', `${GONE}, then not-triggered`],
    ['ce', '11:00', `${GONE}, then closed; stop`],
    ['slow', '11:15', 'acted; 11:15:00 alert'],
    ['minutes', '11:14:59', `${GONE}, then ${TOO_LOW}`],
  ])('%s at %s: %s', (rule, time, answer) => {
    expect(answerLine(askCode(strategy, DOWN, [rule, time]))).toBe(answer);
  });
});

it('says in words from when to when the program was down, and what it found then', () => {
  const wordsAt = (rule: string, time: ClockTime): readonly string[] =>
    whyNotLines(askWhyNot(DOWN, rule, time), 'f.yaml').map((line) =>
      spansOf(line)
        .map(({ text }) => text)
        .join(''),
    );
  expect(wordsAt('minutes', '11:00')).toEqual([
    'rule "minutes" did nothing (f.yaml:20:5)',
    '  The program was down from 10:45:00 to 11:15:00, and decided nothing',
    '  Back at 11:15:00: Its condition was false at 11:15:00',
    '  index > 24300 was false: index = 24087.35 points, 24300 = 24300 points, 212.65 points too low; never met before (f.yaml:22:9)',
    '  It did nothing all day',
  ]);
  const half = { ...DOWN, down: ['10:45:30', '11:15'] } as const;
  expect(answerLine(askWhyNot(half, 'slow', '10:45'))).toBe('waiting; down 10:45:30 to 11:15:00');
});
