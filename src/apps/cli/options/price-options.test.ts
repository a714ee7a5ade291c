import { expect, it } from 'vitest';

import { CliFailure } from '../cli-failure.ts';
import { type PriceOptions, pricesAsked } from './price-options.ts';

const MADE: PriceOptions = { generate: '7', from: '2026-01-01', to: '2026-01-31' };

it.each([
  [{ columns: 'time=ltt' }, '--columns'],
  [{ timeZone: 'IST' }, '--time-zone'],
  [{ stamp: ['end'] }, '--stamp'],
  [{ strict: true, stamp: ['start'] }, '--stamp, --strict'],
] satisfies readonly [PriceOptions, string][])('refuses %j for made days', (options, found) => {
  const ask = (): unknown => pricesAsked({ ...MADE, ...options }, (path) => path);
  expect(ask).toThrow(CliFailure);
  expect(ask).toThrow(
    expect.objectContaining({ exit: 'usage', problems: [expect.objectContaining({ found })] }),
  );
});

it('takes an underlying for made days, and all of them for files', () => {
  const made = pricesAsked({ ...MADE, underlying: 'BANKNIFTY' }, (path) => path);
  expect(made).toMatchObject({ generate: '7', underlyings: ['BANKNIFTY'] });
  const how: PriceOptions = {
    columns: 'time=ltt',
    timeZone: 'UTC',
    stamp: ['end', 'a.csv=end'],
    strict: true,
  };
  const read = pricesAsked({ ...how, prices: ['a.csv'] }, (path) => `/${path}`);
  expect(read).toMatchObject({
    files: ['/a.csv'],
    columns: 'time=ltt',
    timeZone: 'UTC',
    stamp: ['end', '/a.csv=end'],
    isStrict: true,
  });
});
