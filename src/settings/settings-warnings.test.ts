import { expect, test } from 'vitest';

import { settingsWarnings } from './settings-warnings.ts';

test.each([
  { mode: 'live', engine: {}, count: 0 },
  { mode: 'live', engine: { lotsPerRunMax: null, lotsMax: null }, count: 1 },
  { mode: 'live', engine: { lotsPerRunMax: 2, lotsMax: null }, count: 0 },
  { mode: 'live', engine: { lotsPerRunMax: null, lotsMax: 2 }, count: 0 },
  { mode: 'paper', engine: {}, count: 0 },
] as const)('limits of lots: $mode with $engine gives $count', ({ mode, engine, count }) => {
  expect(settingsWarnings({ mode, engine })).toHaveLength(count);
});
