import { expect, it } from 'vitest';

import { explained, HEAD, LEGS, RULES_KEYS, type WrongFile } from '../../test/support/explained.ts';

const FILES: readonly WrongFile[] = [
  [
    'a trail without a stop',
    `${HEAD}legs:
  ce: { side: sell, type: CE, strike: ATM, trail: { move: 10 points, step: 5 points } }
`,
    `s.yaml:7:44: "legs.ce.trail" needs a stop to move
    e: { side: sell, type: CE, strike: ATM, trail: { move: 10 points, step: 5 points
                                            ^^^^^
  next     Add "legs.ce.stop", for example 30%`,
  ],
  [
    'a trail that overtakes the price',
    `${HEAD}stop: 30%
trail: { move: 5 points, step: 10 points }
${LEGS}`,
    `s.yaml:7:32: The stop would overtake the price
    trail: { move: 5 points, step: 10 points }
                                   ^^^^^^^^^
  found    "10 points"
  allowed  at most the move, 5 points`,
  ],
  [
    'a bought leg with a stop below zero',
    `${HEAD}legs:
  ce: { side: buy, type: CE, strike: ATM, stop: 100% }
`,
    `s.yaml:7:49: "legs.ce.stop" of a bought leg lies at a premium of zero or below
      ce: { side: buy, type: CE, strike: ATM, stop: 100% }
                                                    ^^^^
  found    "100%"
  allowed  less than 100%
  next     Remove it: a bought option cannot lose more`,
  ],
  [
    'a sold leg with a target below zero',
    `${HEAD}target: 120%
${LEGS}`,
    `s.yaml:6:9: "target" of a sold leg lies at a premium of zero or below
    target: 120%
            ^^^^
  found    "120%"
  allowed  less than 100%
  next     Lower it`,
  ],
  [
    'a default that no leg takes',
    `${HEAD}stop: 30%
legs:
  ce: { side: sell, type: CE, strike: ATM, stop: 20% }
`,
    `s.yaml:6:1: "stop" has no effect: every leg says its own
    stop: 30%
    ^^^^
  next     Remove it here, or from the legs`,
  ],
  [
    'a limit of the whole in points',
    `${HEAD}${LEGS}whole: { stop: 40 points }
`,
    `s.yaml:8:16: Wrong value of "whole.stop"
    whole: { stop: 40 points }
                   ^^^^^^^^^
  found    "40 points"
  allowed  an amount such as 5000 rupees or a share of the net premium such as 25%
  next     Write for example 5000 rupees`,
  ],
  [
    'a trail of the whole without a stop',
    `${HEAD}${LEGS}whole:
  trail: { move: 1000 rupees, step: 500 rupees }
`,
    `s.yaml:9:3: "whole.trail" needs a stop to move
      trail: { move: 1000 rupees, step: 500 rupees }
      ^^^^^
  next     Add "whole.stop", for example 5000 rupees`,
  ],
  [
    'rules beside an entry',
    `${HEAD}${LEGS}rules: []
`,
    `s.yaml:4:1: In a file with rules, rules enter the legs
    entry: 09:20
    ^^^^^
  found    "entry"
  allowed  ${RULES_KEYS}
  next     Write a rule: { when: { at: 09:20 }, then: [{ enter: all }] }
s.yaml:8:8: Wrong value of "rules"
    rules: []
           ^^
  found    an empty list
  allowed  a list of 1 to 50 rules
  next     Write for example [{ when: { at: 09:20 }, then: [{ enter: all }] }]`,
  ],
  [
    'a number in place of a condition, and of a message',
    `${HEAD.replace(/^entry:.*\n/m, '')}${LEGS}rules:
  - { when: { at: 09:20 }, if: 24500, then: [{ alert: 5 }] }
`,
    `s.yaml:8:32: Wrong value of "rules[0].if"
      - { when: { at: 09:20 }, if: 24500, then: [{ alert: 5 }] }
                                   ^^^^^
  found    24500
  allowed  an expression such as index > 24500, a list of conditions that must all be true or a mapping with and, or or not
  next     Write for example index > 24500
s.yaml:8:55: Wrong value of "rules[0].then[0].alert"
      - { when: { at: 09:20 }, if: 24500, then: [{ alert: 5 }] }
                                                          ^
  found    5
  allowed  a message of 1 to 200 characters
  nearest  "5"
  next     Write "5"`,
  ],
  [
    'a side of the range beside rules',
    `name: s
schemaVersion: 1
underlying: NIFTY
exit: 15:10
legs:
  ce: { when: above, side: sell, type: CE, strike: ATM }
rules:
  - { when: { at: 09:20 }, then: [{ enter: all }] }
`,
    `s.yaml:6:9: "legs.ce.when" has no effect: the legs are entered by rules
      ce: { when: above, side: sell, type: CE, strike: ATM }
            ^^^^
  next     Remove it`,
  ],
  [
    'rules beside another form',
    `name: s
schemaVersion: 1
underlying: NIFTY
exit: 15:10
rules:
  - { when: { at: 09:20 }, then: [{ alert: now }] }
signals: []
`,
    `s.yaml:7:1: A file holds one form, and "rules" stands in it already
    signals: []
    ^^^^^^^
  found    "signals"
  allowed  one of legs, rules, position or signals
  next     Make a file of each`,
  ],
  [
    'two forms at once',
    `${HEAD}${LEGS}signals: []
`,
    `s.yaml:8:1: A file holds one form, and "legs" stands in it already
    signals: []
    ^^^^^^^
  found    "signals"
  allowed  one of legs, rules, position or signals
  next     Make a file of each`,
  ],
  [
    'a misspelt form',
    `name: s
schemaVersion: 1
signal:
  - { at: 09:30 }
`,
    `s.yaml:3:1: Unknown key
    signal:
    ^^^^^^
  found    "signal"
  allowed  name, schemaVersion, days or signals
  nearest  signals
  next     Rename it to "signals"`,
  ],
  [
    'a signal whose trade has no quantity',
    `name: s
schemaVersion: 1
signals:
  - { at: 09:30, trades: NIFTY1! buy, tag: 'a1', brokers: [b] }
`,
    `s.yaml:4:26: Wrong value of "signals[0].trades"
      - { at: 09:30, trades: NIFTY1! buy, tag: 'a1', brokers: [b] }
                             ^^^^^^^^^^^
  found    "NIFTY1! buy"
  allowed  1 to 10 trades, each TICKER buy or sell QUANTITY, with commas between them
  next     Write for example NIFTY1! buy 1`,
  ],
  [
    'a tag of digits without quotes',
    `name: s
schemaVersion: 1
signals:
  - { at: 09:30, trades: NIFTY1! buy 1, tag: 5012, brokers: [b] }
`,
    `s.yaml:4:46: Wrong value of "signals[0].tag"
      - { at: 09:30, trades: NIFTY1! buy 1, tag: 5012, brokers: [b] }
                                                 ^^^^
  found    5012
  allowed  the identifier of the signal: 1 to 64 characters a-z A-Z 0-9 _ -
  nearest  "5012"
  next     Write "5012"`,
  ],
  [
    'a position with eleven legs',
    `name: s
schemaVersion: 1
position:
  ticker: NIFTY
  start: 09:20
  squareOff: 15:10
  legs: [{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}]
`,
    `s.yaml:7:9: Wrong value of "position.legs"
      legs: [{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}]
            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  found    a list of 11
  allowed  a list of 1 to 10 legs in the platform’s words
  next     Write for example [{ … }]`,
  ],
  [
    'a position squared off before it starts',
    `name: s
schemaVersion: 1
position:
  ticker: NIFTY
  start: 09:20
  squareOff: 09:20:00
  legs: [{}]
`,
    `s.yaml:6:14: "position.squareOff" must come after "position.start"
      squareOff: 09:20:00
                 ^^^^^^^^
  found    "09:20:00"
  allowed  a time after 09:20
  next     Write times with 24 hours: 15:10 is ten past three in the afternoon`,
  ],
];

it.each(FILES)('explains %s', (_, text, said) => {
  expect(explained(text)).toBe(said);
});

it('tells what is wrong with the first of two forms', () => {
  expect(told(`${HEAD}${LEGS.replace('sell', 'sel')}signals: []\nstop: 30\n`)).toEqual([
    's.yaml:7:15: Wrong value of "legs.ce.side"',
    's.yaml:8:1: A file holds one form, and "legs" stands in it already',
    's.yaml:9:7: Wrong value of "stop"',
  ]);
});

function told(text: string): readonly string[] {
  return explained(text).match(/^s\.yaml:.*$/gm) ?? [];
}
