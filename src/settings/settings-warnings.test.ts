import { expect, test } from 'vitest';

import { settingsWarnings } from './settings.ts';

test.each([
  { mode: 'live', engine: {}, count: 0 },
  { mode: 'live', engine: { lotsPerRunMax: null, lotsMax: null }, count: 1 },
  { mode: 'live', engine: { lotsPerRunMax: 2, lotsMax: null }, count: 0 },
  { mode: 'live', engine: { lotsPerRunMax: null, lotsMax: 2 }, count: 0 },
  { mode: 'paper', engine: {}, count: 0 },
] as const)('limits of lots: $mode with $engine gives $count', ({ mode, engine, count }) => {
  expect(settingsWarnings({ mode, engine, journalKeepDays: 1830 })).toHaveLength(count);
});

test.each([
  { mode: 'live', journalKeepDays: 1825, count: 1 },
  { mode: 'live', journalKeepDays: 1826, count: 0 },
  { mode: 'paper', journalKeepDays: 7, count: 0 },
] as const)('days to keep: $mode with $journalKeepDays gives $count', ({ count, ...of }) => {
  expect(settingsWarnings({ ...of, engine: {} })).toHaveLength(count);
});
