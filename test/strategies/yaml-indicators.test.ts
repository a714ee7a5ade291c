import { describe, expect, it } from 'vitest';

import { type History } from '../../src/streams/warmup.ts';
import { earlierDays } from './earlier-days.ts';
import { compiled } from './play-both.ts';
import { type DayScript, playDay } from './scripted-day.ts';

const DATE = '2026-11-20';
const EXIT = '15:10:00 squareOff all: exit time';
const HEAD = `name: s
schemaVersion: 1
underlying: NIFTY
exit: 15:10
rules:
`;

/** What rules of alerts say in a day, the exit at the end apart. */
function day(rules: string, script: Partial<DayScript> = {}): readonly string[] {
  const { log } = playDay({ strategy: compiled(HEAD + rules), ...script });
  expect(log.at(-1)).toBe(EXIT);
  return log.slice(0, -1);
}

/** An index that stood at 24,000 on all days before. */
const CALM = earlierDays(DATE, 10, () => 24_000);
const when = (condition: string): string =>
  `  - { when: { becomes: '${condition}' }, then: [{ alert: crossed }] }\n`;
const atBar = (condition: string): string =>
  `  - { when: { bar: 5m }, if: '${condition}', then: [{ alert: so }] }\n`;
/** 24,000 until 09:17, then higher. */
const JUMP = (time: string): number => (time < '09:17' ? 24_000 : 24_100);

describe('an indicator in a rule', () => {
  it('has a value at the first bar of the day, by the bars of the days before', () => {
    const rules = when('ema(9, 5m) > ema(21, 5m)') + atBar('rsi(14, 5m) > 99 and time < 09:21');
    expect(day(rules, { history: CALM, index: JUMP })).toEqual([
      '09:20:00 alert info: crossed',
      '09:20:00 alert info: so',
    ]);
  });

  it('decides the same whether those bars are at hand or come from the source, late', () => {
    const rules = when('ema(9, 5m) > ema(21, 5m)') + when('close(5m) > supertrend(10, 3, 5m)');
    const script = { history: CALM, index: JUMP };
    const known = day(rules, script);
    expect(known).toHaveLength(2);
    for (const historyAfterMs of [0, 8_000]) {
      expect(day(rules, { ...script, historyAfterMs })).toEqual(known);
    }
  });

  it('is not known without enough bars, and decides nothing until then', () => {
    const none = earlierDays(DATE, 0, () => 0);
    const rules = atBar('sma(3, 5m) > 0') + atBar('not (sma(3, 5m) > 0)');
    const said = day(rules, { history: none });
    expect(said[0]).toBe(
      '09:00:00 alert warning: Warm-up of NIFTY: 0 of 3 bars of 5 minutes, the test has no more',
    );
    expect(said[1]).toBe('09:30:00 alert info: so');
  });

  it('is no trigger by bars of before the run, whenever they come', () => {
    const rising = earlierDays(DATE, 10, (before, minute) => 24_000 - before * 100 + minute / 10);
    const rules = atBar('close(5m) > 0 and time < 09:20') + when('ema(9, 5m) > 0');
    expect(day(rules, { history: rising })).toEqual([]);
    expect(day(rules, { history: rising, historyAfterMs: 4_000 })).toEqual([]);
  });

  it('counts the day’s own mean for the VWAP', () => {
    const rules = atBar('vwap(5m) = 24050 and time < 09:26');
    const index = (time: string): number => (time < '09:20' ? 24_000 : 24_100);
    expect(day(rules, { history: CALM, index })).toEqual(['09:25:00 alert info: so']);
  });

  it('does not know the VWAP of a day whose open it has not seen', () => {
    const known = atBar('vwap(5m) > 0 and time < 09:36');
    const said = (script: Partial<DayScript>): readonly string[] =>
      day(known, script).filter((line) => !line.includes('Warm-up'));
    const none = earlierDays(DATE, 0, () => 0);
    expect(said({ history: none, start: '09:21' })).toEqual([]);
    expect(said({ history: none, start: '09:15' })).toHaveLength(4);
    expect(said({ history: CALM, start: '09:21' })).toHaveLength(2);
  });

  it('sees all bars that end at one instant, of whatever length', () => {
    // Between the bars of 5 and of 15 minutes the close of one would be beside that of the other before.
    const from = (change: string) => ({
      index: (time: string): number => (time < change ? 24_000 : 24_100),
    });
    const rules = when('close(5m) > close(15m)') + when('close(15m) > close(5m)');
    expect(day(rules, from('09:31'))).toEqual(['09:35:00 alert info: crossed']);
    expect(day(rules, from('09:41'))).toEqual([]);
  });

  it('is of another index where one is named', () => {
    const other = earlierDays(DATE, 1, () => 50_000);
    const history: History = (asked) => (asked.symbol === 'BANKNIFTY' ? other : CALM)(asked);
    const rules = atBar('highest(2, 5m, BANKNIFTY) > 40000') + atBar('highest(2, 5m) > 40000');
    // The script quotes all at 24,000: the second bar of today is the last one with yesterday's beside it.
    expect(day(rules, { history })).toEqual(['09:20:00 alert info: so']);
  });

  it('compares the levels and bars of two indices, a poll and an instant at a time', () => {
    const index = (time: string, symbol: string): number =>
      time < '10:01' ? 24_000 : symbol === 'NIFTY' ? 24_100 : 24_300;
    const rules =
      when('index(BANKNIFTY) > index + 150') + when('close(5m, BANKNIFTY) > close(5m) + 150');
    expect(day(rules, { index })).toEqual([
      '10:01:00 alert info: crossed',
      '10:05:00 alert info: crossed',
    ]);
    const never = when('index(BANKNIFTY) > index + 250') + when('index > index(BANKNIFTY)');
    expect(day(never, { index })).toEqual([]);
  });
});
