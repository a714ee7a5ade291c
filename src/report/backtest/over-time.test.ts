import { describe, expect, it } from 'vitest';

import { addDays } from '../../model/time/ist.ts';
import { type Benchmark } from '../../results/backtest-result.ts';
import { performanceOf } from '../../results/performance.ts';
import { benchmarkOf } from '../../results/statistics/benchmark.ts';
import { yearsOf } from '../../results/statistics/over-time.ts';
import { plainResult } from '../../../test/support/results/plain-result.ts';
import { unbalancedTags } from '../../../test/support/results/unbalanced-tags.ts';
import { markup, type Part } from '../markup.ts';
import { benchmarkPart } from './benchmark-part.ts';
import { rollingChart, yearTable } from './over-time.ts';

function html(part: Part): string {
  const { text } = markup`${part}`;
  expect(unbalancedTags(text)).toEqual([]);
  expect(text).not.toMatch(/NaN|undefined|Infinity|\[object/);
  return text;
}

describe('the months of a result', () => {
  it('are a row for each year, with totals of years, months and all', () => {
    const years = yearsOf([
      { date: '2024-11-04', netPaise: 500_000 },
      { date: '2024-12-31', netPaise: -120_000 },
      { date: '2025-12-01', netPaise: 20_000 },
    ]);
    const shown = html(yearTable(years));
    const rows = [...shown.matchAll(/<th scope="row">(\w+)<\/th>(.*?)<\/tr>/g)];
    const cells = rows.map(([, year, row = '']) => [
      year,
      ...[...row.matchAll(/>([^<>]+)<\/t[dh]>/g)].map(([, cell]) => cell),
    ]);
    expect(cells).toEqual([
      ['2024', '+\u2060₹5k', '−\u2060₹1.2k', '+\u2060₹3.8k'],
      ['2025', '+\u2060₹200', '+\u2060₹200'],
      ['All', '+\u2060₹5k', '−\u2060₹1k', '+\u2060₹4k'],
    ]);
    expect(rows.map(([, , row]) => row?.match(/<t[dh]/g)?.length)).toEqual([13, 13, 13]);
  });

  it('have no row of all years where there is one, and say so where none ran', () => {
    expect(html(yearTable(yearsOf([{ date: '2024-11-04', netPaise: 1 }])))).not.toContain('>All<');
    expect(html(yearTable([]))).toContain('No day ran');
  });
});

describe('the rolling Sharpe ratio', () => {
  const alternating = Array.from({ length: 61 }, (_, day) => (day % 2 === 0 ? 30_000 : -10_000));

  it('is a line from the sixtieth day on, told to the hundredth', () => {
    const shown = html(rollingChart(performanceOf(plainResult(alternating))));
    // 7.8395…, and the same a day later.
    expect(shown).toMatch(/data-unit="ratio" data-grain="1" data-top="800" data-span="1"/);
    expect(shown).toContain('d="M0 16l1 0"');
    expect(shown).toContain('between 7.84 and 7.84, ends at 7.84');
    expect(shown).toContain('last 60 trading days');
  });

  it('is broken where it is not defined', () => {
    const still = Array.from({ length: 60 }, () => 0);
    const rolling = [7.84, null, null, 1, 2].map((sharpe, day) => {
      return { date: addDays('2024-03-01', day), sharpe };
    });
    const shown = html(rollingChart({ rollingSharpe: rolling, days: 64 }));
    expect(shown).toContain('d="M0 16m3 684l1-100"');
    expect(shown).toContain('2024-03-02, not defined; before it|');
    expect(html(rollingChart(performanceOf(plainResult(still))))).toContain('did not differ');
  });

  it('says why there is none on fewer days', () => {
    const few = performanceOf(plainResult(alternating.slice(0, 59)));
    expect(html(rollingChart(few))).toContain('none, since only 59 ran.');
  });
});

describe('buy and hold', () => {
  const result = plainResult([100_000, -60_000, 50_000]);
  const performance = performanceOf(result);
  const dates = performance.curve.map(({ date }) => date);

  function shownWith(benchmarks: readonly Benchmark[] | undefined): string {
    return html(
      benchmarkPart(
        { capitalPaise: result.capitalPaise, ...(benchmarks && { benchmarks }) },
        performance,
      ),
    );
  }

  function of(underlying: string, closes: readonly (number | null)[]): Benchmark {
    const days = dates.map((date, place) => {
      const closePaise = closes[place] ?? null;
      return { date, closePaise, openPaise: closePaise };
    });
    return benchmarkOf({ underlying, days }, result.capitalPaise);
  }

  it('is drawn and told for each index beside the strategies', () => {
    const shown = shownWith([of('NIFTY', [100, 110, 99]), of('BANKNIFTY', [null, 50, 60])]);
    expect(shown.match(/data-name="[^"]+"/g)).toEqual([
      'data-name="NIFTY, buy and hold"',
      'data-name="BANKNIFTY, buy and hold"',
      'data-name="these strategies"',
    ]);
    expect(shown).toContain(
      'Net at the end. These strategies: +\u2060₹900.00; NIFTY, buy and hold: −\u2060₹2,500.00; BANKNIFTY, buy and hold: +\u2060₹50,000.00.',
    );
    expect(shown).toMatch(
      /NIFTY, buy and hold<\/th><td class="n"><span class="loss">−\u2060₹2,500.00/,
    );
  });

  it('says why there is none', () => {
    expect(shownWith([of('SENSEX', [null, null, null])])).toContain(
      'None of SENSEX: The prices hold no minute of the SENSEX index on a day that ran.',
    );
    expect(shownWith(undefined)).toContain('an older program wrote this result');
  });
});
