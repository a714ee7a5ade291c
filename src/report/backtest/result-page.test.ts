import { createHash } from 'node:crypto';

import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';

import { type BacktestResult } from '../../results/backtest-result.ts';
import { performanceOf } from '../../results/performance.ts';
import { aResult } from '../../../test/support/results/a-result.ts';
import { unbalancedTags } from '../../../test/support/results/unbalanced-tags.ts';
import { escapeText } from '../markup.ts';
import { resultPage } from './result-page.ts';

const HOSTILE = `</script><script>alert(1)</script><img src=x onerror="alert(2)">'"&\u202e{{`;

function pageOf(result: BacktestResult): string {
  return resultPage(result, performanceOf(result));
}

/** A copy in which every text is hostile that is not a date, a hash or one of the words of the format. */
function poisoned(result: BacktestResult): BacktestResult {
  const keys =
    'name source symbol leg strategy runId assumption file kind detail reason seed expiry run part text place';
  const lists = ['assumptions', 'underlyings'];
  const copy = JSON.parse(JSON.stringify(result), (key, value: unknown) => {
    if (lists.includes(key)) return [HOSTILE];
    if (key === 'params') return { [HOSTILE]: HOSTILE };
    if (key === 'problemCounts') return { [HOSTILE]: 3 };
    return keys.split(' ').includes(key) && typeof value === 'string' ? HOSTILE : value;
  }) as BacktestResult;
  const names = result.sensitivity?.map(({ name }) => name);
  const sensitivity = copy.sensitivity?.map((run, index) => ({
    ...run,
    name: names?.[index] ?? run.name,
  }));
  return { ...copy, sensitivity: sensitivity ?? null };
}

/** The result with a decision on each day that ran. */
function explained(result: BacktestResult): BacktestResult {
  const days = result.days.map((day) => {
    const atMs = day.sessions[0]?.startMs ?? 0;
    const moment = {
      run: 'a',
      part: 'rule up',
      text: 'index > 24000 was false',
      place: 'a.yaml:3:5',
    };
    return {
      ...day,
      moments: [{ ...moment, fromMs: atMs, untilMs: atMs + 120_000 }],
      momentsLeftOut: 2,
    };
  });
  return { ...result, days };
}

function content(page: string, element: 'script' | 'style'): string {
  return new RegExp(`<${element}>([\\s\\S]*?)</${element}>`).exec(page)?.[1] ?? '';
}

describe('resultPage', () => {
  const result = aResult();
  let page = '';

  beforeAll(() => {
    page = pageOf(result);
  });

  it('is one well-formed file under 2 MB that names nothing outside itself', () => {
    expect(unbalancedTags(page)).toEqual([]);
    expect(Buffer.byteLength(page)).toBeLessThan(2_000_000);
    expect(page).not.toMatch(/https?:|\/\/[a-z]|@import|url\(|src=/);
  });

  it('lets only its own script and style be used, and nothing be loaded', () => {
    const hash = (text: string): string => createHash('sha256').update(text).digest('base64');
    const policy = /Content-Security-Policy" content="([^"]+)"/.exec(page)?.[1]?.split('; ');
    expect(policy?.map((part) => part.replaceAll('&#39;', "'"))).toEqual([
      "default-src 'none'",
      `script-src 'sha256-${hash(content(page, 'script'))}'`,
      `style-src 'sha256-${hash(content(page, 'style'))}'`,
      "base-uri 'none'",
      "form-action 'none'",
    ]);
    expect(page).not.toMatch(/\son\w+=|\sstyle=/);
  });

  it('shows hostile texts as texts', () => {
    const hostile = pageOf(poisoned(explained(aResult({ dates: 8 }))));
    expect(unbalancedTags(hostile)).toEqual([]);
    expect(hostile.match(/<script/g)).toHaveLength(1);
    expect(hostile).not.toContain('<img');
    expect(hostile).not.toContain('\u202e');
    expect(hostile).toContain('&lt;/script&gt;&lt;script&gt;alert(1)');
    expect(content(hostile, 'script')).toBe(content(page, 'script'));
  });

  it('can replay each day that ran, and names each that did not', () => {
    for (const { date, status, reason } of result.days) {
      const ran = status === 'ok' || status === 'ran-with-problems';
      expect([date, page.includes(`<template id="day-${date}">`)]).toEqual([date, ran]);
      expect(page).toContain(reason ?? date);
    }
    expect(page.match(/<use href="#mark-square" x="[\d.]+%"/g)?.length).toBeGreaterThan(50);
  });

  it('says what every fill assumed and where else it could have happened', () => {
    const fills = result.days[0]?.fills ?? [];
    expect(fills.length).toBeGreaterThan(0);
    for (const { bestPaise, worstPaise, assumption } of fills) {
      const told = [bestPaise, worstPaise].map((paise) => (paise / 100).toFixed(2));
      expect(page).toContain(`<td>${told.join(' to ')}</td><td>${assumption}</td>`);
    }
    for (const assumption of result.assumptions) expect(page).toContain(escapeText(assumption));
  });

  it('shows what was decided on a day, by the minute, and how much more there was', () => {
    const told = pageOf(explained(aResult({ dates: 2 })));
    expect(told).toContain('<tr data-part="a rule up" data-from="555" data-until="557">');
    expect(told).toContain('index &gt; 24000 was false');
    expect(told).toContain('2 later decisions of this day');
    expect(page).not.toContain('data-from');
  });

  it('is the same for the same result', () => {
    expect(pageOf(aResult())).toBe(page);
  });

  it('lists no more of very many trades than a page can hold, and says so', () => {
    const few = aResult({ dates: 4 });
    const trades = Array.from({ length: 300 }, () => few.trades).flat();
    const many = pageOf({ ...few, trades });
    expect(trades).toHaveLength(2_400);
    expect(many).toContain('1,400 earlier trades: left out of the page');
    expect(Buffer.byteLength(many)).toBeLessThan(700_000);
  });

  it('shows few or no days, and none that ran, without a figure that means nothing', () => {
    const statuses = fc.constantFrom('ok', 'failed', 'missing', 'skipped', 'ran-with-problems');
    fc.assert(
      fc.property(fc.array(statuses as fc.Arbitrary<'ok'>, { maxLength: 4 }), (chosen) => {
        const whole = aResult({ dates: chosen.length });
        const days = whole.days.map((day, index) => ({ ...day, status: chosen[index] ?? 'ok' }));
        const trades = chosen.includes('ok') ? whole.trades : [];
        const some = pageOf({ ...whole, days, trades, sensitivity: null, problemCounts: {} });
        expect(unbalancedTags(some)).toEqual([]);
        const shown = some.replace(content(some, 'script'), '');
        expect(shown).not.toMatch(/NaN|undefined|Infinity|\[object/);
      }),
      { numRuns: 30 },
    );
  });

  it('tells how far each trade went, and of older results that it is not known', () => {
    const few = aResult({ dates: 1 });
    const [first, ...rest] = few.trades;
    if (first === undefined) return;
    const mae = { grossPaise: -351_375, perUnitPaise: -4_685 };
    const mfe = { grossPaise: 0, perUnitPaise: 0 };
    const shown = pageOf({ ...few, trades: [{ ...first, mae, mfe }, ...rest] });
    expect(shown).toContain('data-v="-351375">−\u2060₹3.51k (−46.85)</td>');
    expect(shown).toContain('data-v="0">₹0 (0.00)</td>');
    const bare = few.trades.map((trade) => {
      const { mae: low, mfe: high, ...older } = trade;
      expect([low, high]).not.toContain(undefined);
      return older;
    });
    expect(pageOf({ ...few, trades: bare }).match(/data-v="0">–<\/td>/g)).toHaveLength(4);
  });

  it('tells of positions that were never closed', () => {
    const few = aResult({ dates: 2 });
    const trades = few.trades.map((trade) => ({ ...trade, closedAtMs: null }));
    expect(pageOf({ ...few, trades })).toContain('4 trades never closed');
  });
});

it('says in place of figures that no day ran, and why', () => {
  const [day] = aResult({ dates: 1 }).days;
  const days = [{ ...day, status: 'failed', reason: 'a slip' }] as BacktestResult['days'];
  const page = pageOf({ ...aResult({ dates: 0 }), days });
  expect(page).toContain('No day ran');
  expect(page).toContain('2024-01-01: failed: a slip');
  expect(page).not.toMatch(/Net profit|Sharpe ratio/);
  expect(unbalancedTags(page)).toEqual([]);
});
