import { describe, expect, test } from 'vitest';

import { constantVolatility, volatilitySeries } from '../market/option-pricing/given-volatility.ts';
import { type RecordedPrices } from '../market/price-files/recorded-prices.ts';
import { instantAt } from '../model/time/ist.ts';
import { type BacktestDay } from '../results/backtest-result.ts';
import { loadMarketKnowledge } from '../settings/market/market-knowledge.ts';
import { noValues } from './backtest-refusals.ts';
import { datesWithoutValue, eventDays, eventNights, notedWithoutValue } from './pricing-used.ts';

const { calendar } = loadMarketKnowledge();
const DATES = ['2024-04-24', '2024-04-25', '2024-04-26'];

function pricesOf(volatility: RecordedPrices['volatility']): RecordedPrices {
  return {
    ...{ indexes: {}, contracts: new Map(), problems: [], problemCounts: {} },
    ...{ countsByDate: new Map(), sources: [], assumptions: [] },
    ...(volatility === undefined ? {} : { volatility }),
  };
}

/** Closes of days, each of which holds for six. */
function closesOf(...dates: readonly string[]): RecordedPrices {
  const points = dates.map((date) => ({ atMs: instantAt(date, '15:30'), volatility: 0.12 }));
  return pricesOf(volatilitySeries(points, 'India VIX (vix.csv)'));
}

describe('days of which the volatility from outside has no value', () => {
  test('are those after six days without one, and those before the first', () => {
    // The close of the 18th ends in the evening of the 24th.
    expect(datesWithoutValue(closesOf('2024-04-18'), calendar, DATES)).toEqual(DATES.slice(1));
    expect(datesWithoutValue(closesOf('2024-04-25'), calendar, DATES)).toEqual(DATES.slice(0, 2));
  });

  test('are those, too, on which it runs out before the close', () => {
    const points = [{ atMs: instantAt('2024-04-19', '12:00'), volatility: 0.12 }];
    const prices = pricesOf(volatilitySeries(points, 'India VIX (vix.csv)'));
    expect(datesWithoutValue(prices, calendar, DATES)).toEqual(DATES.slice(1));
  });

  test('are none for one value of all days, and where there is no such volatility', () => {
    expect(datesWithoutValue(pricesOf(constantVolatility(0.13)), calendar, DATES)).toEqual([]);
    expect(datesWithoutValue(pricesOf(undefined), calendar, DATES)).toEqual([]);
  });

  test('have a note each, and leave the others as they are', () => {
    const days = DATES.map((date) => ({ date, status: 'ok' }) as BacktestDay);
    const withoutValue = { dates: ['2024-04-25'], ofDays: 3 };
    const noted = notedWithoutValue(days, { kind: 'given', source: 'India VIX', withoutValue });
    expect(noted[1]).toMatchObject({
      status: 'ok',
      notes: [
        {
          kind: 'warning',
          message: "India VIX has no value, so the index's own last days stand in",
        },
      ],
    });
    expect([noted[0], noted[2]]).toEqual([days[0], days[2]]);
  });

  test('refuse the file where they are all of the days', () => {
    const days = DATES.map(
      (date) => ({ date, bars: 375, verdict: { kind: 'run', problem: null } }) as const,
    );
    expect(noValues(closesOf('2023-12-01', '2023-12-29'), days, calendar)).toMatchObject([
      {
        message: 'No value for any of the days in India VIX (vix.csv)',
        found: '2023-12-01 to 2023-12-29',
      },
    ]);
    expect(noValues(closesOf('2024-04-25'), days, calendar)).toEqual([]);
    expect(noValues(pricesOf(undefined), days, calendar)).toEqual([]);
  });
});

describe('the day of a scheduled event', () => {
  test('is said to be run off by the clock, whatever is decided on it', () => {
    const days = ['2024-06-03', '2024-06-04', '2024-07-23'].map((date) => ({ date }));
    expect(eventDays(pricesOf(undefined), days)).toEqual([
      expect.stringMatching(
        /^On election count of 2024-06-04, union budget of 2024-07-23 .*may be the model's alone$/,
      ),
    ]);
    expect(eventDays(pricesOf(undefined), days.slice(0, 1))).toEqual([]);
    expect(eventDays({ ...pricesOf(undefined), isGenerated: true }, days)).toEqual([]);
  });
});

describe('nights before a scheduled event', () => {
  const given = pricesOf(constantVolatility(0.13));

  test('are said to be the model’s with India VIX, too', () => {
    expect(eventNights(given, [{ date: '2024-05-03' }])).toEqual([
      expect.stringMatching(/election count of 2024-06-04.*may be the model's alone$/),
    ]);
  });

  test.each(['2024-03-15', '2024-06-05', '2024-07-05'])('are none on %s', (date) => {
    // Too early, after it, and before the date of the budget was known.
    expect(eventNights(given, [{ date }])).toEqual([]);
  });

  test('are none without India VIX, which says it of all nights', () => {
    expect(eventNights(pricesOf(undefined), [{ date: '2024-05-03' }])).toEqual([]);
  });
});
