import { describe, expect, it } from 'vitest';

import { type ClockTime } from '../../src/model/time/ist.ts';
import { answerLine, askCode, type AskedDay, askWhyNot } from '../support/asked-rules.ts';
import { BOTH_FORMS } from './ejected.ts';

const LEGS = `name: asked
schemaVersion: 1
underlying: NIFTY
entry: '09:20'
exit: '15:10'
stop: 30%
legs:
  ce: { side: sell, type: CE, strike: ATM, target: 60% }
  pe: { side: sell, type: PE, strike: ATM }
  hedge: { side: buy, type: PE, strike: OTM2, stop: 50%, target: 80% }
`;

/** Up in three steps: the call is stopped by the second. */
function level(time: ClockTime): number {
  if (time < '10:00') return 24_000;
  if (time < '11:00') return 24_020;
  return time < '13:00' ? 24_100 : 24_140;
}

const DAY: AskedDay = { yaml: LEGS, index: level, pollEveryMs: 30_000 };
const BREAKOUT: AskedDay = {
  ...DAY,
  yaml: LEGS.replace(
    "entry: '09:20'",
    "entry: { range: 15 minutes, bar: 5 minutes, before: '14:00' }",
  ).replace('pe: { side: sell,', 'pe: { side: sell, when: below,'),
};
const RULED: AskedDay = {
  ...DAY,
  yaml: `${LEGS.replace("entry: '09:20'\n", '')}rules:
  - when: { at: '12:00' }
    then: [{ enter: [ce] }, { alert: entered }]
`,
};
/** The call alone, with more of its words. */
function call(words: string): AskedDay {
  const leg = `ce: { side: sell, type: CE, strike: ATM, ${words} }`;
  return { ...DAY, yaml: `${LEGS.slice(0, LEGS.indexOf('stop: 30%'))}legs:\n  ${leg}\n` };
}
const again = (how: string): string => `stop: 30%, onStop: { reenter: { how: ${how} } }`;
const DAYS = {
  'on-index': call('indexStop: 150 points, indexTarget: 1%'),
  momentum: call('stop: 30%, momentum: up 60%'),
  'at-cost': call(again('at-cost')),
  again: { ...call(again('immediately')), pollEveryMs: 120_000 },
  legs: DAY,
  rejected: { ...DAY, rejectedLegs: ['pe'] },
  late: { ...DAY, start: '09:40' as ClockTime },
  unlisted: { ...DAY, isListed: false },
  breakout: BREAKOUT,
  ruled: RULED,
};

describe.each(BOTH_FORMS)('why nothing was done about a leg of $form', ({ strategyOf }) => {
  it.each<[`${keyof typeof DAYS} ${string} ${ClockTime}`, string]>([
    ['legs ce 08:50', 'not-started'],
    ['legs ce 09:15', 'not-triggered'],
    ['legs ce 09:20', 'acted; 09:20:00 place; 09:20:30 place'],
    [
      'legs ce 10:42',
      'open; price(ce) >= 156 points was false: 139.85 points, 16.15 points short; price(ce) <= 48 points was false: 139.85 points, 91.85 points over',
    ],
    ['legs ce 11:30', 'closed; stop'],
    ['legs pe 10:42', 'open; price(pe) >= 156 points was unknown'],
    [
      'legs hedge 10:42',
      'open; price(hedge) <= 58.35 points was false: 115.3 points, 56.95 points over; price(hedge) >= 210.06 points was false: 115.3 points, 94.76 points short',
    ],
    [
      'legs hedge 12:30',
      'open; price(hedge) <= 58.35 points was false: 107.4 points, 49.05 points over; price(hedge) >= 210.06 points was false: 107.4 points, 102.66 points short',
    ],
    ['legs pe 15:10', 'acted; 15:10:00 squareOff'],
    ['legs pe 15:20', 'closed; exit time'],
    ['rejected pe 10:42', 'kept-back-entry'],
    ['late ce 10:42', 'no-entry; No entry: 09:20 passed without a fresh chain of NIFTY'],
    ['unlisted ce 10:42', 'no-entry; No entry: 09:20 passed without a fresh chain of NIFTY'],
    ['breakout ce 09:50', 'not-triggered'],
    [
      'breakout ce 10:42',
      'open; price(ce) >= 181.85 points was false: 139.85 points, 42 points short; price(ce) <= 55.94 points was false: 139.85 points, 83.91 points over',
    ],
    ['breakout pe 10:42', 'not-triggered'],
    ['ruled ce 11:30', 'not-triggered'],
    [
      'ruled ce 12:10',
      'open; price(ce) >= 156 points was false: 120 points, 36 points short; price(ce) <= 48 points was false: 120 points, 72 points over',
    ],
    ['ruled pe 12:10', 'not-triggered'],
    [
      'on-index ce 11:30',
      'open; index >= 24150 points was false: 24100 points, 50 points short; index <= 23760 points was false: 24100 points, 340 points over',
    ],
    ['momentum ce 09:10', 'not-triggered'],
    ['momentum ce 10:42', 'awaiting-price; its price to move up 60%'],
    ['momentum ce 15:20', 'closed; exit time'],
    ['at-cost ce 10:42', 'open; price(ce) >= 156 points was unknown'],
    ['at-cost ce 11:30', 'awaiting-price; its price to be back at 120 points'],
    ['again ce 11:01', 'entering'],
  ])('%s: %s', (question, answer) => {
    const [day, leg = '', time = ''] = question.split(' ');
    const asked = DAYS[day as keyof typeof DAYS];
    const strategy = strategyOf(asked.yaml);
    expect(answerLine(askCode(strategy, asked, [leg, time]))).toBe(answer);
  });
});

describe('a leg of a file', () => {
  it('names each time of entry', () => {
    const yaml = LEGS.replace("'09:20'", '[10:00, 11:00]');
    expect(askWhyNot({ ...DAY, yaml }, 'ce', '09:30').part.trigger).toBe('at 10:00, 11:00');
  });
});
