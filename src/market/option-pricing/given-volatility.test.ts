import { describe, expect, it } from 'vitest';

import { instantAt } from '../../model/time/ist.ts';
import { constantVolatility, volatilitySeries } from './given-volatility.ts';

const CLOSE = instantAt('2024-06-03', '15:30');
const NEXT = instantAt('2024-06-11', '15:30');
const series = volatilitySeries(
  [
    { atMs: CLOSE, volatility: 0.2 },
    { atMs: NEXT, volatility: 0.15 },
  ],
  'made up',
);

describe('a series of India VIX', () => {
  it('holds for six days to the millisecond, and then tells nothing until the next value', () => {
    const sixDays = instantAt('2024-06-09', '15:30');
    expect(series.at(sixDays)).toEqual({ volatility: 0.2, asOfMs: CLOSE });
    expect(series.at(sixDays + 1)).toBeNull();
    expect(series.at(NEXT - 1)).toBeNull();
    expect(series.at(NEXT)).toEqual({ volatility: 0.15, asOfMs: NEXT });
  });

  it('knows nothing before its first value, in whatever order it is asked', () => {
    expect(series.at(NEXT)).not.toBeNull();
    expect(series.at(CLOSE - 1)).toBeNull();
    expect(series.at(CLOSE)).toEqual({ volatility: 0.2, asOfMs: CLOSE });
  });

  it('names the first and the last of its dates', () => {
    expect(series.dates).toEqual(['2024-06-03', '2024-06-11']);
  });
});

it('holds one value at any time', () => {
  const constant = constantVolatility(0.135);
  expect(constant.at(0)).toEqual({ volatility: 0.135, asOfMs: null });
  expect(constant).toMatchObject({ dates: null, source: 'an India VIX of 13.5 % on all days' });
});
