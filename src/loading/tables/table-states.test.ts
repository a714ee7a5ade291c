import { expect, it } from 'vitest';

import { type KeptTables } from '../../settings/market/kept-tables.ts';
import { loadMarketTables } from '../../settings/market/market-tables.ts';
import { endingTables, tableStates } from './table-states.ts';

const shipped = loadMarketTables();
const through = (verifiedThrough: string) => ({
  ...shipped,
  lots: { ...shipped.lots, verifiedThrough },
  freeze: { ...shipped.freeze, verifiedThrough },
});
/** All of them far away. */
const far = Object.fromEntries(
  Object.entries(shipped).map(([name, table]) => [
    name,
    { ...table, verifiedThrough: '2099-12-31' },
  ]),
) as typeof shipped;

it('tables that end within thirty days are told together, the calendar apart', () => {
  const { lots, freeze } = through('2026-12-31');
  const tables = {
    ...far,
    lots,
    freeze,
    calendar: { ...far.calendar, verifiedThrough: '2026-12-01' },
  };
  expect(endingTables(tables, '2026-11-30')).toEqual([]);
  expect(endingTables(tables, '2026-12-01')).toEqual([
    { tables: ['lots', 'freeze quantities'], through: '2026-12-31', isOver: false },
  ]);
  expect(endingTables(tables, '2027-01-01')).toEqual([
    { tables: ['lots', 'freeze quantities'], through: '2026-12-31', isOver: true },
  ]);
});

it('a table says how many days are left, and none where it is over', () => {
  const states = tableStates(through('2026-11-30'), '2026-12-10');
  expect(states.find(({ name }) => name === 'lots')).toEqual({
    name: 'lots',
    verifiedThrough: '2026-11-30',
    leftDays: -10,
    from: null,
    alsoFrom: [],
  });
});

it('a table is from the file that says how far it holds, whatever was taken after it', () => {
  const lots = (name: string, verifiedThrough: string) =>
    ({ name, takenAtMs: 0, update: { tables: { lots: { verifiedThrough } } } }) as KeptTables;
  const kept = [lots('0001-good.yaml', '2027-06-30'), lots('0002-old.yaml', '2025-01-01')];
  const states = tableStates(through('2027-06-30'), '2026-12-10', kept);
  expect(states.find(({ name }) => name === 'lots')).toMatchObject({
    from: { name: '0001-good.yaml' },
    alsoFrom: ['0002-old.yaml'],
  });
});
