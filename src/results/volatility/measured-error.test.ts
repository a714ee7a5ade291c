import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { MEASURED_ERROR } from './beside-net.ts';

test('quotes the errors of straddles that the page of modelled prices measured', () => {
  const page = readFileSync(new URL('../../../docs/option-prices.md', import.meta.url), 'utf8');
  const rows = page
    .split('\n')
    .filter((line) => /^\| (?!before)/.test(line) && /straddle at the money +\| both/.test(line));
  expect(rows.length).toBeGreaterThanOrEqual(3);
  const column = (place: number): string => {
    const shares = rows.map((row) => Math.round(Number.parseFloat(row.split('|')[place] ?? '')));
    return `${String(Math.min(...shares))} to ${String(Math.max(...shares))} %`;
  };
  expect(MEASURED_ERROR).toContain(`${column(5)} off real ones at the median`);
  expect(MEASURED_ERROR).toContain(`by more than ${column(6)}`);
});
