import { expect, it } from 'vitest';

import { explained, HEAD, LEGS, type WrongFile } from '../../test/support/explained.ts';

const FILES: readonly WrongFile[] = [
  [
    'the same key twice',
    `${HEAD}entry: 09:30
${LEGS}`,
    `s.yaml:6:1: The same key twice in one mapping
    entry: 09:30
    ^^^^^
  found    "entry"
  next     Keep one of the two`,
  ],
  [
    'an alias',
    `${HEAD}legs:
  ce: &leg { side: sell, type: CE, strike: ATM }
  pe: *leg
`,
    `s.yaml:8:7: Aliases are not part of this language
      pe: *leg
          ^^^^
  found    "*leg"
  next     Write the value out again`,
  ],
  [
    'a tab',
    `${HEAD}legs:
	ce: { side: sell, type: CE, strike: ATM }
`,
    `s.yaml:7:1: Cannot read YAML: a tab indents this line
     ce: { side: sell, type: CE, strike: ATM }
    ^
  next     Indent with spaces`,
  ],
  [
    'a bracket that is not closed',
    `${HEAD}legs:
  ce: { side: sell, type: CE, strike: ATM
`,
    `s.yaml:8:1: Cannot read YAML: a bracket is not closed
  next     Close the bracket that opens above, and keep what is in it indented`,
  ],
  [
    'a quote that is not closed',
    `name: s
schemaVersion: 1
underlying: NIFTY
entry: '09:20
exit: 15:10
${LEGS}`,
    `s.yaml:4:8: Cannot read YAML: this quote is not closed
    entry: '09:20
           ^
  next     Close the quote where its text ends`,
  ],
  [
    'two documents',
    `${HEAD}${LEGS}---
name: s
schemaVersion: 1
underlying: NIFTY
entry: 09:20
exit: 15:10
`,
    `s.yaml:8:1: Cannot read YAML: more than one document in the file
    ---
    ^^^
  next     Remove the line "---", or make a file of each document`,
  ],
  [
    'YAML 1.1',
    `%YAML 1.1
---
name: s
schemaVersion: 1
underlying: NIFTY
entry: 09:20
exit: 15:10
${LEGS}`,
    `s.yaml:1:1: Another version of YAML, in which 09:20 is the number 560
    %YAML 1.1
    ^^^^^^^^^
  found    "%YAML 1.1"
  allowed  %YAML 1.2
  next     Remove the line`,
  ],
  [
    'a tag',
    `name: s
schemaVersion: 1
underlying: NIFTY
entry: !time 09:20
exit: 15:10
${LEGS}`,
    `s.yaml:4:8: Cannot read YAML: unknown tag
    entry: !time 09:20
           ^^^^^
  next     Remove the word that begins with "!"`,
  ],
  [
    'an unquoted percent sign in front',
    `${HEAD}stop: %30
${LEGS}`,
    `s.yaml:6:7: Cannot read YAML: a text that begins with this character needs quotes
    stop: %30
          ^
  next     Put the text in quotes`,
  ],
  [
    'several slips at once',
    `name: s
schemaVersion: 1
underlying: NIFTY
entry: 9.20
exit: 3:10pm
legs:
  ce: { side: sel, type: CE, strike: ATM, stop: 30 percent }
  pe: { side: sell, type: P, strike: atm, stop: 30 }
`,
    `s.yaml:4:8: Wrong value of "entry"
    entry: 9.20
           ^^^^
  found    9.20
  allowed  a time of day in IST such as 09:20, a list of times such as [09:20, 11:00] or a breakout such as { range: 15 minutes, bar: 5 minutes, before: 14:00 }
  nearest  09:20
  next     Write 09:20
s.yaml:5:7: Wrong value of "exit"
    exit: 3:10pm
          ^^^^^^
  found    "3:10pm"
  allowed  a time of day in IST such as 15:10
  nearest  15:10
  next     Write 15:10
s.yaml:7:15: Wrong value of "legs.ce.side"
      ce: { side: sel, type: CE, strike: ATM, stop: 30 percent }
                  ^^^
  found    "sel"
  allowed  buy or sell
  nearest  sell
  next     Write sell
s.yaml:7:49: Wrong value of "legs.ce.stop"
      ce: { side: sel, type: CE, strike: ATM, stop: 30 percent }
                                                    ^^^^^^^^^^
  found    "30 percent"
  allowed  a share of the premium above 0% such as 30%, an amount above 0 such as 40 points or an amount for the leg such as 2000 rupees
  nearest  30%
  next     Write 30%
s.yaml:8:27: Wrong value of "legs.pe.type"
      pe: { side: sell, type: P, strike: atm, stop: 30 }
                              ^
  found    "P"
  allowed  CE, PE or FUT
  nearest  PE
  next     Write PE
s.yaml:8:38: Wrong value of "legs.pe.strike"
      pe: { side: sell, type: P, strike: atm, stop: 30 }
                                         ^^^
  found    "atm"
  allowed  ATM, OTM1 to OTM50, ITM1 to ITM50, premium ~120, premium >= 120, premium <= 120, premium 100-140, delta 0.3, spot 1%, straddle 50% or strike 24500
  nearest  ATM
  next     Write ATM
s.yaml:8:49: Wrong value of "legs.pe.stop"
      pe: { side: sell, type: P, strike: atm, stop: 30 }
                                                    ^^
  found    30
  allowed  a share of the premium above 0% such as 30%, an amount above 0 such as 40 points or an amount for the leg such as 2000 rupees
  nearest  30%
  next     Write 30%`,
  ],
];

it.each(FILES)('explains %s', (_, text, said) => {
  expect(explained(text)).toBe(said);
});
