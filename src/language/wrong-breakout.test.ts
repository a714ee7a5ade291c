import { expect, it } from 'vitest';

import { explained } from '../../test/support/explained.ts';

const HEAD = 'name: s\nschemaVersion: 1\nunderlying: NIFTY\n';
const LEGS = 'legs:\n  ce: { side: buy, type: CE, strike: ATM }\n';

it('names a key of the breakout that is not known, and the nearest', () => {
  const entry = 'entry: { range: 15 minutes, bars: 5 minutes, before: 14:00 }';
  expect(explained(`${HEAD}${entry}\nexit: 15:10\n${LEGS}`)).toBe(
    `s.yaml:4:29: Unknown key in "entry"
    ${entry}
                                ^^^^
  found    "bars"
  allowed  range, bar, before or otherSide
  nearest  bar
  next     Rename it to "bar"`,
  );
});

it('wants the last entry before the exit', () => {
  const entry = 'entry: { range: 15 minutes, bar: 5 minutes, before: 15:30 }';
  expect(explained(`${HEAD}${entry}\nexit: 15:10\n${LEGS}`)).toMatch(
    /^s\.yaml:5:7: "exit" must come after "entry\.before"/,
  );
});

it('reads stretches in minutes, up to four hours', () => {
  const entry = 'entry: { range: 250 minutes, bar: 5m, before: 14:00 }';
  const said = explained(`${HEAD}${entry}\nexit: 15:10\n${LEGS}`);
  expect(said).toContain('allowed  1 to 240 minutes such as 15 minutes');
  expect(said).toContain('Wrong value of "entry.range"');
  expect(said).toContain('Wrong value of "entry.bar"');
});

it('says that a side means nothing where legs are entered at a time', () => {
  const legs = 'legs:\n  ce: { when: above, side: buy, type: CE, strike: ATM }\n';
  expect(explained(`${HEAD}entry: 09:20\nexit: 15:10\n${legs}`)).toBe(
    `s.yaml:7:9: "legs.ce.when" has no effect: the legs are entered at a time
      ce: { when: above, side: buy, type: CE, strike: ATM }
            ^^^^
  next     Remove it, or make "entry" a breakout`,
  );
});
