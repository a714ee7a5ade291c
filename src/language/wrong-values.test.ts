import { expect, it } from 'vitest';

import { explained, HEAD, LEGS, type WrongFile } from '../../test/support/explained.ts';

const FILES: readonly WrongFile[] = [
  [
    'an underlying in small letters',
    `name: s
schemaVersion: 1
underlying: nifty
entry: 09:20
exit: 15:10
${LEGS}`,
    `s.yaml:3:13: Wrong value of "underlying"
    underlying: nifty
                ^^^^^
  found    "nifty"
  allowed  a symbol in capitals such as NIFTY
  nearest  NIFTY
  next     Write NIFTY`,
  ],
  [
    'a time without its zero',
    `name: s
schemaVersion: 1
underlying: NIFTY
entry: 9:20
exit: 15:10
${LEGS}`,
    `s.yaml:4:8: Wrong value of "entry"
    entry: 9:20
           ^^^^
  found    "9:20"
  allowed  a time of day in IST such as 09:20, a list of times such as [09:20, 11:00] or a breakout such as { range: 15 minutes, bar: 5 minutes, before: 14:00 }
  nearest  09:20
  next     Write 09:20`,
  ],
  [
    'a time in the other half of the day',
    `name: s
schemaVersion: 1
underlying: NIFTY
entry: 09:20
exit: 03:10 pm
${LEGS}`,
    `s.yaml:5:7: Wrong value of "exit"
    exit: 03:10 pm
          ^^^^^^^^
  found    "03:10 pm"
  allowed  a time of day in IST such as 15:10
  nearest  15:10
  next     Write 15:10`,
  ],
  [
    'a time that is none',
    `name: s
schemaVersion: 1
underlying: NIFTY
entry: 09:20
exit: 25:10
${LEGS}`,
    `s.yaml:5:7: Wrong value of "exit"
    exit: 25:10
          ^^^^^
  found    "25:10"
  allowed  a time of day in IST such as 15:10
  next     Write for example 15:10`,
  ],
  [
    'an exit before the entry',
    `name: s
schemaVersion: 1
underlying: NIFTY
entry: 09:20
exit: 03:10
${LEGS}`,
    `s.yaml:5:7: "exit" must come after "entry"
    exit: 03:10
          ^^^^^
  found    "03:10"
  allowed  a time after 09:20
  next     Write times with 24 hours: 15:10 is ten past three in the afternoon`,
  ],
  [
    'a side in capitals',
    `${HEAD}legs:
  ce: { side: SELL, type: CE, strike: ATM }
`,
    `s.yaml:7:15: Wrong value of "legs.ce.side"
      ce: { side: SELL, type: CE, strike: ATM }
                  ^^^^
  found    "SELL"
  allowed  buy or sell
  nearest  sell
  next     Write sell`,
  ],
  [
    'a side in other words',
    `${HEAD}legs:
  ce: { side: short, type: call, strike: ATM }
`,
    `s.yaml:7:15: Wrong value of "legs.ce.side"
      ce: { side: short, type: call, strike: ATM }
                  ^^^^^
  found    "short"
  allowed  buy or sell
  nearest  sell
  next     Write sell
s.yaml:7:28: Wrong value of "legs.ce.type"
      ce: { side: short, type: call, strike: ATM }
                               ^^^^
  found    "call"
  allowed  CE, PE or FUT
  nearest  CE
  next     Write CE`,
  ],
  [
    'a future with a strike and a weekly expiry',
    `${HEAD}legs:
  fut: { side: sell, type: FUT, strike: ATM, expiry: weekly }
`,
    `s.yaml:7:33: "legs.fut.strike" has no effect: a future has no strike
      fut: { side: sell, type: FUT, strike: ATM, expiry: weekly }
                                    ^^^^^^
  next     Remove it
s.yaml:7:54: A future has no such expiry
      fut: { side: sell, type: FUT, strike: ATM, expiry: weekly }
                                                         ^^^^^^
  found    "weekly"
  allowed  monthly, next-monthly or a date YYYY-MM-DD
  next     Write monthly`,
  ],
  [
    'a future by another word',
    `${HEAD}legs:
  fut: { side: sell, type: future }
`,
    `s.yaml:7:28: Wrong value of "legs.fut.type"
      fut: { side: sell, type: future }
                               ^^^^^^
  found    "future"
  allowed  CE, PE or FUT
  nearest  FUT
  next     Write FUT`,
  ],
  [
    'a strike with a space',
    `${HEAD}legs:
  ce: { side: sell, type: CE, strike: OTM 2 }
`,
    `s.yaml:7:39: Wrong value of "legs.ce.strike"
      ce: { side: sell, type: CE, strike: OTM 2 }
                                          ^^^^^
  found    "OTM 2"
  allowed  ATM, OTM1 to OTM50, ITM1 to ITM50, premium ~120, premium >= 120, premium <= 120, premium 100-140, delta 0.3, spot 1%, straddle 50% or strike 24500
  nearest  OTM2
  next     Write OTM2`,
  ],
  [
    'a strike too far out',
    `${HEAD}legs:
  ce: { side: sell, type: CE, strike: OTM99 }
`,
    `s.yaml:7:39: Wrong value of "legs.ce.strike"
      ce: { side: sell, type: CE, strike: OTM99 }
                                          ^^^^^
  found    "OTM99"
  allowed  ATM, OTM1 to OTM50, ITM1 to ITM50, premium ~120, premium >= 120, premium <= 120, premium 100-140, delta 0.3, spot 1%, straddle 50% or strike 24500
  next     Write for example ATM`,
  ],
  [
    'a delta above one',
    `${HEAD}legs:
  ce: { side: sell, type: CE, strike: delta 30 }
`,
    `s.yaml:7:39: Wrong value of "legs.ce.strike"
      ce: { side: sell, type: CE, strike: delta 30 }
                                          ^^^^^^^^
  found    "delta 30"
  allowed  ATM, OTM1 to OTM50, ITM1 to ITM50, premium ~120, premium >= 120, premium <= 120, premium 100-140, delta 0.3, spot 1%, straddle 50% or strike 24500
  next     Write for example ATM`,
  ],
  [
    'a premium without its number',
    `${HEAD}legs:
  ce: { side: sell, type: CE, strike: premium }
`,
    `s.yaml:7:39: Wrong value of "legs.ce.strike"
      ce: { side: sell, type: CE, strike: premium }
                                          ^^^^^^^
  found    "premium"
  allowed  ATM, OTM1 to OTM50, ITM1 to ITM50, premium ~120, premium >= 120, premium <= 120, premium 100-140, delta 0.3, spot 1%, straddle 50% or strike 24500
  next     Write for example ATM`,
  ],
  [
    'a stop without a unit',
    `${HEAD}stop: 30
${LEGS}`,
    `s.yaml:6:7: Wrong value of "stop"
    stop: 30
          ^^
  found    30
  allowed  a share of the premium above 0% such as 30%, an amount above 0 such as 40 points or an amount for the leg such as 2000 rupees
  nearest  30%
  next     Write 30%`,
  ],
  [
    'a stop in short',
    `${HEAD}stop: 40 pts
${LEGS}`,
    `s.yaml:6:7: Wrong value of "stop"
    stop: 40 pts
          ^^^^^^
  found    "40 pts"
  allowed  a share of the premium above 0% such as 30%, an amount above 0 such as 40 points or an amount for the leg such as 2000 rupees
  nearest  40 points
  next     Write 40 points`,
  ],
  [
    'a limit on the index in rupees',
    `${HEAD}indexStop: 5000 rupees
${LEGS}`,
    `s.yaml:6:12: Wrong value of "indexStop"
    indexStop: 5000 rupees
               ^^^^^^^^^^^
  found    "5000 rupees"
  allowed  points of the index such as 100 points or a share of its level up to 20% such as 0.5%
  next     Write for example 100 points`,
  ],
  [
    'a stop of nothing',
    `${HEAD}stop: 0%
${LEGS}`,
    `s.yaml:6:7: Wrong value of "stop"
    stop: 0%
          ^^
  found    "0%"
  allowed  a share of the premium above 0% such as 30%, an amount above 0 such as 40 points or an amount for the leg such as 2000 rupees
  next     Write for example 30%`,
  ],
  [
    'lots as a text',
    `${HEAD}lots: '2'
${LEGS}`,
    `s.yaml:6:7: Wrong value of "lots"
    lots: '2'
          ^^^
  found    "2"
  allowed  whole lots from 1 to 1000
  nearest  2
  next     Write 2`,
  ],
];

it.each(FILES)('explains %s', (_, text, said) => {
  expect(explained(text)).toBe(said);
});
