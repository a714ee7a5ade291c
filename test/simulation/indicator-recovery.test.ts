import { describe, expect, it } from 'vitest';

import { createMemoryJournal } from '../../src/day/journal/open-day-journal.ts';
import { compiled } from '../strategies/play-both.ts';
import { at, type GoneProcess, processOf, type ProcessOptions } from '../support/recorded-day.ts';
import { loadAll } from '../support/simulated-day.ts';

const INDICATORS = [
  ...['ema(9, 5m) > ema(21, 5m)', 'close(5m) > supertrend(10, 3, 5m)', 'rsi(14, 5m) > 50'],
  ...['close(5m) > vwap(5m)', 'macd(12, 26, 9, 5m) > macd_signal(12, 26, 9, 5m)'],
  ...['plus_di(14, 5m) > minus_di(14, 5m)', 'ema(9, 5m) > sma(20, 15m)'],
];

/** Says each time which side a pair of values is on, and that it has turned. */
const rules = INDICATORS.flatMap((condition) => [
  `  - { when: { becomes: '${condition}' }, then: [{ alert: 'turned: ${condition}' }] }`,
  `  - { when: { bar: 5m }, if: '${condition}', then: [{ alert: 'above: ${condition}' }] }`,
  `  - { when: { bar: 5m }, if: 'not (${condition})', then: [{ alert: 'below: ${condition}' }] }`,
]);
const yaml = compiled(`name: indicators
schemaVersion: 1
underlying: NIFTY
exit: 15:10
rules:
${rules.join('\n')}
`);
const strategies = await loadAll([yaml]);
const history: ProcessOptions['history'] = (market) => (asked) =>
  Promise.resolve({ kind: 'accepted', value: market.barsBefore?.(asked) ?? [] });
const parts = { strategies, history, fromMs: at('09:10'), untilMs: at('13:02') };

/** What was said at each bar. */
function said({ commands }: GoneProcess): readonly string[] {
  return commands.map((line) => {
    const { atMs, command } = JSON.parse(line) as { atMs: number; command: { message: string } };
    return `${String(atMs)} ${command.message}`;
  });
}

describe('indicators on a journaled day', async () => {
  const day = await processOf({ ...parts, journal: createMemoryJournal() });
  const all = said(day);

  it('are all known at the first bar of the day, and turn later', () => {
    const first = all.filter((line) => line.startsWith(String(at('09:20'))));
    const sides = first.filter((line) => !line.includes('turned'));
    expect(sides).toHaveLength(INDICATORS.length);
    expect(all.filter((line) => line.includes('turned')).length).toBeGreaterThan(3);
    expect(all.filter((line) => line.includes('Warm-up'))).toEqual([]);
  });

  it.each(['09:11', '09:17:30', '09:20', '10:02'])(
    'decide the same after a kill at %s',
    async (killed) => {
      const journal = createMemoryJournal();
      const first = await processOf({ ...parts, journal, untilMs: at(killed) });
      const second = await processOf({ ...parts, journal, fromMs: at(killed) + 100 });
      expect(said(second).slice(0, said(first).length)).toEqual(said(first));
      expect(said(second)).toEqual(all);
    },
  );
});
