import { expect, test } from 'vitest';

import { type DayStatus } from '../../../day/day-status.ts';
import { ACTIVE } from '../../../model/orders/halt-and-lock.ts';
import { addressedStatus } from './status.ts';

/** One of each thing that has commands, whatever else it has. */
const ONE = [{ next: ['sauda x'] }] as never;

const STATUS: DayStatus = {
  ...{ atMs: null, working: [], positions: [], orphans: [], heldBaskets: [], isInSession: true },
  halt: { ...ACTIVE, next: ['sauda x'] },
  ...{ runs: ONE, unresolved: ONE, unprotected: ONE, customPositions: ONE },
  ...{ unknownPositions: ONE, pausedLegs: ONE, questions: ONE, locks: ONE, vetoes: [] },
};

test('every command of a status reaches the account that was asked about', () => {
  const told = JSON.stringify(addressedStatus({ config: 'a.yaml' }, STATUS));
  expect(told.match(/sauda x --config a\.yaml"/g)).toHaveLength(9);
  expect(told).not.toContain('sauda x"');
});
