import { expect, test } from 'vitest';

import { DURATION_FORMS, parseDuration, shownDuration } from './duration.ts';

test.each([
  ['500ms', 500],
  ['30s', 30_000],
  ['2m', 120_000],
  ['1h', 3_600_000],
  ['1.5s', 1_500],
  ['1.005s', 1_005],
  ['0s', 0],
])('"%s" is %d ms', (text, ms) => {
  expect(parseDuration(text)).toEqual({ ok: true, value: ms });
});

test.each(['', '2', 'm', '2 m', '-2m', '2d', '2mm', '1e3s', '9999999999s'])(
  '"%s" is refused with what is allowed',
  (text) => {
    expect(parseDuration(text)).toEqual({ ok: false, error: DURATION_FORMS });
  },
);

test.each([
  [400, '0 s'],
  [45_000, '45 s'],
  [600_000, '10 min'],
  [150_400, '2 min 30 s'],
  [3_900_000, '1 h 5 min'],
  [86_400_000, '24 h'],
])('shows %d ms as %s', (durationMs, shown) => {
  expect(shownDuration(durationMs)).toBe(shown);
});
