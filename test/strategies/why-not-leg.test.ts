import { describe, expect, it } from 'vitest';

import { type ClockTime } from '../../src/model/time/ist.ts';
import { whyNotLines } from '../../src/apps/cli/report/why-not-lines.ts';
import { spansOf } from '../../src/apps/cli/view/span.ts';
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
const DOWN = ['10:30', '10:50'] as const;
const DAYS = {
  'on-index': call('indexStop: 150 points, indexTarget: 1%'),
  momentum: call('stop: 30%, momentum: up 60%'),
  'at-cost': call(again('at-cost')),
  again: { ...call(again('immediately')), pollEveryMs: 120_000 },
  legs: DAY,
  rejected: { ...DAY, rejectedLegs: ['pe'] },
  late: { ...DAY, start: '09:40' },
  unlisted: { ...DAY, isListed: false },
  breakout: BREAKOUT,
  ruled: RULED,
  gone: { ...DAY, down: DOWN },
  'gone-bare': { ...call('lots: 1'), down: DOWN },
  'gone-flat': { ...call('stop: 30%, momentum: up 60%'), down: DOWN },
  'gone-stopped': { ...DAY, down: ['10:45', '11:15'] },
} satisfies Record<string, AskedDay>;

const GONE = 'program-down; before-gap';
const FROM_TO = 'down 10:30:00 to 10:50:00';
const PE_STOP = 'price(pe) >= 156 points was unknown, stands at 156';
const CE_EXITS =
  'price(ce) >= 156 points was false: 139.85 points, 16.15 points short, stands at 156; price(ce) <= 48 points was false: 139.85 points, 91.85 points over';

describe.each(BOTH_FORMS)('why nothing was done about a leg of $form', ({ strategyOf }) => {
  it.each<[`${keyof typeof DAYS} ${string} ${ClockTime}`, string]>([
    ['legs ce 08:50', 'not-started'],
    ['legs ce 09:15', 'not-triggered'],
    ['legs ce 09:20', 'acted; 09:20:00 place; 09:20:30 place'],
    [
      'legs ce 10:42',
      'open; price(ce) >= 156 points was false: 139.85 points, 16.15 points short, stands at 156; price(ce) <= 48 points was false: 139.85 points, 91.85 points over',
    ],
    ['legs ce 11:30', 'closed; stop'],
    ['legs pe 10:42', 'open; price(pe) >= 156 points was unknown, stands at 156'],
    [
      'legs hedge 10:42',
      'open; price(hedge) <= 58.35 points was false: 115.3 points, 56.95 points over, stands at 58.35; price(hedge) >= 210.06 points was false: 115.3 points, 94.76 points short',
    ],
    [
      'legs hedge 12:30',
      'open; price(hedge) <= 58.35 points was false: 107.4 points, 49.05 points over, stands at 58.35; price(hedge) >= 210.06 points was false: 107.4 points, 102.66 points short',
    ],
    ['legs pe 15:10', 'acted; 15:10:00 squareOff'],
    ['legs pe 15:20', 'closed; exit time'],
    ['rejected pe 10:42', 'kept-back-entry'],
    [
      'late ce 10:42',
      'no-entry; No entry: the run began at 09:40:00, more than 2 minutes after 09:20',
    ],
    ['unlisted ce 10:42', 'no-entry; No entry: 09:20 passed without a fresh chain of NIFTY'],
    ['breakout ce 09:50', 'not-triggered'],
    [
      'breakout ce 10:42',
      'open; price(ce) >= 181.85 points was false: 139.85 points, 42 points short, stands at 181.85; price(ce) <= 55.94 points was false: 139.85 points, 83.91 points over',
    ],
    ['breakout pe 10:42', 'not-triggered'],
    ['ruled ce 11:30', 'not-triggered'],
    [
      'ruled ce 12:10',
      'open; price(ce) >= 156 points was false: 120 points, 36 points short, stands at 156; price(ce) <= 48 points was false: 120 points, 72 points over',
    ],
    ['ruled pe 12:10', 'not-triggered'],
    [
      'on-index ce 11:30',
      'open; index >= 24150 points was false: 24100 points, 50 points short; index <= 23760 points was false: 24100 points, 340 points over',
    ],
    ['momentum ce 09:10', 'not-triggered'],
    ['momentum ce 10:42', 'awaiting-price; its price to move up 60%'],
    ['momentum ce 15:20', 'closed; exit time'],
    ['at-cost ce 10:42', 'open; price(ce) >= 156 points was unknown, stands at 156'],
    ['at-cost ce 11:30', 'awaiting-price; its price to be back at 120 points'],
    ['again ce 11:01', 'entering'],
    ['gone pe 10:42', `${GONE}; ${PE_STOP}; ${FROM_TO}, then open; before-gap; ${PE_STOP}`],
    ['gone ce 10:42', `${GONE}; ${CE_EXITS}; ${FROM_TO}, then open; before-gap; ${CE_EXITS}`],
    ['gone ce 10:52', `open; ${CE_EXITS}`],
    ['gone-bare ce 10:42', `${GONE}; ${FROM_TO}, then open; before-gap`],
    [
      'gone-flat ce 10:42',
      `program-down; ${FROM_TO}, then awaiting-price; its price to move up 60%`,
    ],
    ['gone-stopped ce 10:50', `${GONE}; ${CE_EXITS}; down 10:45:00 to 11:15:00, then closed; stop`],
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

  const wordsAt = (leg: string, time: ClockTime): readonly string[] =>
    whyNotLines(askWhyNot({ ...DAY, down: DOWN }, leg, time), 'f.yaml').map((line) =>
      spansOf(line)
        .map(({ text }) => text)
        .join(''),
    );

  it('says of a stop that it stands at the platform, and where, in a gap too', () => {
    const stop =
      '  price(pe) >= 156 points was not watched by the run; its stop stands at the platform at 156.00';
    expect(wordsAt('pe', '10:52')).toContain(stop);
    expect(wordsAt('pe', '10:42').slice(1, 4)).toEqual([
      '  The program was down from 10:30:00 to 10:50:00, and decided nothing. The leg was open, with its stops and targets as they stood then:',
      stop,
      '  Back at 10:50:00: It was open',
    ]);
    expect(wordsAt('ce', '10:42')).toContain(
      '  price(ce) >= 156 points was false: price(ce) = 139.85 points, 16.15 points too low; its stop stands at the platform at 156.00',
    );
  });
});
