import { expect, it } from 'vitest';

import { explained, HEAD, LEGS, type WrongFile } from '../../test/support/explained.ts';

const FILES: readonly WrongFile[] = [
  [
    'half a lot',
    `${HEAD}lots: 0.5
${LEGS}`,
    `s.yaml:6:7: Wrong value of "lots"
    lots: 0.5
          ^^^
  found    0.5
  allowed  whole lots from 1 to 1000
  next     Write for example 1`,
  ],
  [
    'no lots',
    `${HEAD}lots: 0
${LEGS}`,
    `s.yaml:6:7: Wrong value of "lots"
    lots: 0
          ^
  found    0
  allowed  whole lots from 1 to 1000
  next     Write for example 1`,
  ],
  [
    'a day in short',
    `${HEAD}days: [mon, friday]
${LEGS}`,
    `s.yaml:6:8: Wrong value of "days[0]"
    days: [mon, friday]
           ^^^
  found    "mon"
  allowed  sunday, monday, tuesday, wednesday, thursday, friday or saturday
  nearest  monday
  next     Write monday`,
  ],
  [
    'days as one word',
    `${HEAD}days: monday
${LEGS}`,
    `s.yaml:6:7: Wrong value of "days"
    days: monday
          ^^^^^^
  found    "monday"
  allowed  expiry or a list of weekdays such as [monday, friday]
  nearest  [monday]
  next     Write [monday]`,
  ],
  [
    'an expiry that is none',
    `${HEAD}expiry: fortnightly
${LEGS}`,
    `s.yaml:6:9: Wrong value of "expiry"
    expiry: fortnightly
            ^^^^^^^^^^^
  found    "fortnightly"
  allowed  weekly, next-weekly, monthly, next-monthly, days such as 7 days or a date YYYY-MM-DD
  next     Write for example weekly`,
  ],
  [
    'a date that does not exist',
    `${HEAD}expiry: 2026-02-30
${LEGS}`,
    `s.yaml:6:9: Wrong value of "expiry"
    expiry: 2026-02-30
            ^^^^^^^^^^
  found    "2026-02-30"
  allowed  weekly, next-weekly, monthly, next-monthly, days such as 7 days or a date YYYY-MM-DD
  next     Write for example weekly`,
  ],
  [
    'a product of another broker',
    `${HEAD}product: MIS
${LEGS}`,
    `s.yaml:6:10: Wrong value of "product"
    product: MIS
             ^^^
  found    "MIS"
  allowed  intraday or carry-forward
  nearest  intraday
  next     Write intraday`,
  ],
  [
    'a leg named in capitals',
    `${HEAD}legs:
  CE: { side: sell, type: CE, strike: ATM }
`,
    `s.yaml:7:3: Cannot name a leg so
      CE: { side: sell, type: CE, strike: ATM }
      ^^
  found    "CE"
  allowed  1 to 20 characters of a-z 0-9 . _ -
  nearest  ce
  next     Rename the leg to "ce"`,
  ],
  [
    'a leg named __proto__',
    `${HEAD}legs:
  __proto__: { side: sell, type: CE, strike: ATM }
`,
    `s.yaml:7:3: Cannot use this as a key
      __proto__: { side: sell, type: CE, strike: ATM }
      ^^^^^^^^^
  found    "__proto__"
  next     Write one word`,
  ],
];

it.each(FILES)('explains %s', (_, text, said) => {
  expect(explained(text)).toBe(said);
});
