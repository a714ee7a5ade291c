import { expect, it } from 'vitest';

import { updateRows } from './update-rows.ts';
import { readTablesUpdate } from './read-update.ts';

it('lists every row with what it is of, from when it holds and what it says', () => {
  const read = readTablesUpdate(
    `schemaVersion: 1
source: x
confidence: T
tables:
  calendar: {verifiedThrough: 2027-12-31, holidays: [{date: 2027-01-26, name: Republic Day}]}
  expiries: {underlyings: {NIFTY: {weekly: [{from: 2027-03-01, weekday: wednesday}]}}}
  lots: {lots: {NIFTY: [{fromExpiry: 2024-05-02, cycle: weekly, units: 5}]}}
  freeze: {freeze: [{from: 2027-03-01, units: {NIFTY: 1200}}]}
`,
    'new.yaml',
  );
  expect(read.ok ? updateRows(read.value) : read).toEqual([
    { of: 'calendar holidays', from: '2027-01-26', says: 'name Republic Day' },
    { of: 'expiries underlyings NIFTY weekly', from: '2027-03-01', says: 'weekday wednesday' },
    { of: 'lots NIFTY', from: '2024-05-02', says: 'cycle weekly, units 5' },
    { of: 'freeze', from: '2027-03-01', says: 'units {"NIFTY":1200}' },
  ]);
});
