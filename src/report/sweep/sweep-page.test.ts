import { describe, expect, it } from 'vitest';

import { aSweptResult } from '../../../test/support/results/a-sweep.ts';
import { unbalancedTags } from '../../../test/support/results/unbalanced-tags.ts';
import { signedRupees } from '../amounts.ts';
import { escapeText } from '../markup.ts';
import { sweepPage } from './sweep-page.ts';

const HOSTILE = `"><script>alert(1)</script>`;

describe('sweepPage', () => {
  const sweep = aSweptResult();
  const page = sweepPage(sweep);

  it('shows every variant, the best outlined in the map, and what to doubt', () => {
    expect(unbalancedTags(page)).toEqual([]);
    expect(page.match(/<td class="[glz]\d?( best)?">/g)).toHaveLength(sweep.variants.length);
    expect(page.match(/ best">/g)).toHaveLength(1);
    expect(sweep.warnings.length).toBeGreaterThan(0);
    for (const warning of sweep.warnings) expect(page).toContain(escapeText(warning));
    expect(page).not.toMatch(/NaN|Infinity|\[object/);
  });

  it('tells how many were tried beside the deflated Sharpe ratio of the best', () => {
    expect(page).toContain('Variants tried</dt><dd><strong>48</strong>');
    const deflated = ((sweep.best?.deflatedSharpe ?? NaN) * 100).toFixed(1);
    expect(page).toContain(`Deflated Sharpe ratio</dt><dd><strong>${deflated}\u00a0%</strong>`);
  });

  it('shows each window of a walk forward', () => {
    const walked = aSweptResult({ kind: 'walk-forward', chooseDays: 60, judgeDays: 20 });
    const windows = walked.walkForward?.windows ?? [];
    expect(windows.length).toBeGreaterThan(1);
    const shown = sweepPage(walked);
    for (const { judge } of windows) expect(shown).toContain(`${judge.from} to ${judge.to}`);
    expect(shown).toContain('walking forward, ');
    expect(shown).toMatch(/>entry \d\d:\d\d, stopPercent \d+</);
  });

  it('names figures of all days of a walk forward so, with worst fills beside both nets', () => {
    const walked = aSweptResult({ kind: 'walk-forward', chooseDays: 60, judgeDays: 20 });
    const [head = '', windows = ''] = sweepPage(walked).split('id="walk-forward"');
    expect(head.replace(/<section id="doubts".*?<\/section>/s, '')).not.toMatch(/in-sample/i);
    expect(head).toContain('Its net, all days');
    expect(head).toContain(' over all days: entry downwards');
    const money = (paise: number | undefined): string => escapeText(signedRupees(paise ?? NaN));
    expect(head).toContain(`with worst fills ${money(walked.best?.worstFillsNetPaise)}`);
    const worst = `with worst fills ${money(walked.walkForward?.worstFillsNetPaise)}`;
    expect(head).toContain(worst);
    expect(windows).toContain(worst);
  });

  it('shows no ratio of fewer than 20 days, neither in windows nor in the map', () => {
    const few = aSweptResult({ kind: 'walk-forward', chooseDays: 19, judgeDays: 10 });
    const [, windows = ''] = sweepPage(few).split('id="walk-forward"');
    expect(windows).toMatch(/to \d{4}-\d\d-\d\d<\/td><td>[^<]+<\/td><td[^>]*>–<\/td><td[^>]*>–</);
    expect(sweepPage(aSweptResult({ kind: 'holdout', inSamplePercent: 5 }))).not.toContain(
      'Map of two parameters',
    );
  });

  it('shows a sweep of one parameter, and one in which nothing ran', () => {
    const [entry] = sweep.params;
    const one = sweepPage({ ...sweep, params: entry === undefined ? [] : [entry] });
    expect(one).not.toContain('Map of two parameters');
    const variants = sweep.variants.map((variant) => ({
      ...variant,
      ...{ status: 'failed', problem: HOSTILE, whole: null, inSample: null, outOfSample: null },
    })) as typeof sweep.variants;
    const none = sweepPage({ ...sweep, variants, tried: 0, best: null, span: null });
    expect(none).toContain('No variant could be judged.');
    expect(none).toContain('failed: &quot;&gt;&lt;script&gt;');
    expect(unbalancedTags(none)).toEqual([]);
    expect(none.match(/<script/g)).toHaveLength(1);
  });
});
