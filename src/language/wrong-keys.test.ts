import { expect, it } from 'vitest';

import {
  explained,
  HEAD,
  KEYS,
  LEG_KEYS,
  LEGS,
  type WrongFile,
} from '../../test/support/explained.ts';

const FILES: readonly WrongFile[] = [
  [
    'an empty file',
    ``,
    `s.yaml:1:1: This is not a strategy
  found    nothing
  allowed  a mapping with the keys of a strategy`,
  ],
  [
    'a list',
    `- name: s
`,
    `s.yaml:1:1: This is not a strategy
    - name: s
    ^
  found    a list of 1
  allowed  a mapping with the keys of a strategy`,
  ],
  [
    'a lone word',
    `straddle
`,
    `s.yaml:1:1: This is not a strategy
    straddle
    ^
  found    "straddle"
  allowed  a mapping with the keys of a strategy`,
  ],
  [
    'a stop and an exit by the words of other platforms',
    `name: s
schemaVersion: 1
underlying: NIFTY
entry: 09:20
squareOff: 15:10
legs:
  ce: { side: sell, type: CE, strike: ATM, stoploss: 40% }
`,
    `s.yaml:5:1: Unknown key
    squareOff: 15:10
    ^^^^^^^^^
  found    "squareOff"
  allowed  ${KEYS}
  nearest  exit
  next     Rename it to "exit"
s.yaml:7:44: Unknown key in "legs.ce"
      ce: { side: sell, type: CE, strike: ATM, stoploss: 40% }
                                               ^^^^^^^^
  found    "stoploss"
  allowed  ${LEG_KEYS}
  nearest  stop
  next     Rename it to "stop"`,
  ],
  [
    'a misspelt key at the top',
    `name: s
schemaVersion: 1
underling: NIFTY
entry: 09:20
exit: 15:10
${LEGS}`,
    `s.yaml:3:1: Unknown key
    underling: NIFTY
    ^^^^^^^^^
  found    "underling"
  allowed  ${KEYS}
  nearest  underlying
  next     Rename it to "underlying"`,
  ],
  [
    'a misspelt key of a leg',
    `${HEAD}legs:
  ce: { side: sell, type: CE, strike: ATM, stopp: 30% }
`,
    `s.yaml:7:44: Unknown key in "legs.ce"
      ce: { side: sell, type: CE, strike: ATM, stopp: 30% }
                                               ^^^^^
  found    "stopp"
  allowed  ${LEG_KEYS}
  nearest  stop
  next     Rename it to "stop"`,
  ],
  [
    're-entry of all legs, which is near to "entry" in spelling only',
    `${HEAD}reentry: 2
${LEGS}`,
    `s.yaml:6:1: A re-entry is written with what follows a stop or a target
    reentry: 2
    ^^^^^^^
  found    "reentry"
  allowed  ${KEYS}
  next     Write onStop: { reenter: { how: immediately, times: 1 } }`,
  ],
  [
    're-entry of a leg',
    `${HEAD}legs:
  ce: { side: sell, type: CE, strike: ATM, re-entry: 1 }
`,
    `s.yaml:7:44: A re-entry is written with what follows a stop or a target
      ce: { side: sell, type: CE, strike: ATM, re-entry: 1 }
                                               ^^^^^^^^
  found    "re-entry"
  allowed  ${LEG_KEYS}
  next     Write onStop: { reenter: { how: immediately, times: 1 } }`,
  ],
  [
    'a key that means nothing',
    `${HEAD}${LEGS}colour: blue
`,
    `s.yaml:8:1: Unknown key
    colour: blue
    ^^^^^^
  found    "colour"
  allowed  ${KEYS}
  next     Remove it`,
  ],
  [
    'a key that is missing',
    `name: s
schemaVersion: 1
underlying: NIFTY
entry: 09:20
${LEGS}`,
    `s.yaml:1:1: "exit" is missing
    name: s
    ^
  allowed  a time of day in IST such as 15:10
  next     Add a line such as "exit: 15:10"`,
  ],
  [
    'a leg without a strike',
    `${HEAD}legs:
  ce: { side: sell, type: CE }
`,
    `s.yaml:7:3: "legs.ce.strike" is missing
      ce: { side: sell, type: CE }
      ^^
  allowed  ATM, OTM1 to OTM50, ITM1 to ITM50, premium ~120, premium >= 120, premium <= 120, premium 100-140, delta 0.3, spot 1%, straddle 50% or strike 24500
  next     Add a line such as "strike: ATM"`,
  ],
  [
    'no legs',
    `${HEAD}legs: {}
`,
    `s.yaml:6:7: Wrong value of "legs"
    legs: {}
          ^^
  found    an empty mapping
  allowed  a mapping of 1 to 20 legs by name
  next     Write for example { ce: { side: sell, type: CE, strike: ATM } }`,
  ],
  [
    'legs as a list',
    `${HEAD}legs:
  - { side: sell, type: CE, strike: ATM }
`,
    `s.yaml:7:3: Wrong value of "legs"
      - { side: sell, type: CE, strike: ATM }
      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  found    a list of 1
  allowed  a mapping of 1 to 20 legs by name
  next     Write for example { ce: { side: sell, type: CE, strike: ATM } }`,
  ],
  [
    'a name with capitals',
    `name: Short Straddle
schemaVersion: 1
underlying: NIFTY
entry: 09:20
exit: 15:10
${LEGS}`,
    `s.yaml:1:7: Wrong value of "name"
    name: Short Straddle
          ^^^^^^^^^^^^^^
  found    "Short Straddle"
  allowed  1 to 32 characters of a-z 0-9 and -, beginning with a letter
  nearest  short-straddle
  next     Write short-straddle`,
  ],
  [
    'another version of the language',
    `name: s
schemaVersion: 2
underlying: NIFTY
entry: 09:20
exit: 15:10
${LEGS}`,
    `s.yaml:2:16: The file is of a newer version of the language
    schemaVersion: 2
                   ^
  found    2
  allowed  1
  next     Update sauda: this one does not know its words`,
  ],
];

it.each(FILES)('explains %s', (_, text, said) => {
  expect(explained(text)).toBe(said);
});
