import { map, merge, takeUntil } from 'rxjs';
import { describe, expect, it } from 'vitest';

import {
  alert,
  defineStrategy,
  percent,
  place,
  protect,
  selectNow,
  sell,
  squareOff,
  when,
} from '../../src/index.ts';
import { tracedCode } from '../../src/language/tracing/trace-code.ts';
import { type ClockTime } from '../../src/model/time/ist.ts';
import { askedMoment } from '../../src/research/traces/asked-moment.ts';
import { withTrace } from '../../src/strategy/define-strategy.ts';
import { RunTrace } from '../../src/strategy/run-trace.ts';
import shippedBreakout from '../../strategies/opening-range-breakout.ts';
import { answerLine, askCode } from '../support/asked-rules.ts';
import { playDay } from './scripted-day.ts';

/** Sells at 09:20, says when the index is above and when a bar was up, and is out at 15:00. */
const asked = defineStrategy({
  name: 'asked',
  run: ({ at, bars, chain, fills, prices }) => {
    const exit = at('15:00', { late: 'run' });
    const entry = at('09:20').pipe(
      selectNow(chain('NIFTY')),
      map(({ atm }) => place(sell(atm.ce, { leg: 'ce', lots: 1 }))),
    );
    const above = prices('NIFTY').pipe(
      when(
        'above',
        ({ lastPaise }) => lastPaise > 2_410_000,
        ({ lastPaise }) => ({ lastPaise }),
      ),
      map(() => alert('info', 'above')),
    );
    const up = bars('NIFTY', 15).pipe(
      when('up-bar', ({ openPaise, closePaise }) => closePaise > openPaise),
      map(() => alert('info', 'up')),
    );
    const late = at('14:50').pipe(
      when(
        'never',
        () => false,
        () => ({ tries: 2, how: 'by hand', isOn: false, left: null }),
      ),
      map(() => alert('info', 'never')),
    );
    return merge(
      merge(entry, above, up, late, fills.pipe(protect({ stop: percent(500) }))).pipe(
        takeUntil(exit),
      ),
      exit.pipe(map(() => squareOff('exit time'))),
    );
  },
});

function level(time: ClockTime): number {
  if (time < '09:30') return 24_010;
  if (time < '10:20') return 24_080.5;
  if (time < '10:42') return 24_120;
  if (time < '11:00') return 24_087.35;
  return time < '14:00' ? 24_220 : 24_190;
}

const SCRIPT = { index: level, pollEveryMs: 30_000 };

describe('why code did nothing', () => {
  it.each<[string, ClockTime, string]>([
    ['above', '08:59', 'not-started'],
    ['above', '10:19', 'condition-false; above was false, last 24080.5'],
    ['above', '10:20', 'was-true'],
    ['above', '10:41:30', 'was-true'],
    ['above', '10:42', 'condition-false; above was false, last 24087.35, last 10:41:30'],
    ['above', '10:59:45', 'not-checked; above was false, last 24087.35, last 10:41:30'],
    ['above', '11:00', 'was-true'],
    ['above', '15:05', 'ended'],
    ['up-bar', '09:20', 'not-checked'],
    ['up-bar', '10:30', 'was-true'],
    ['up-bar', '10:42', 'not-checked'],
    [
      'up-bar',
      '10:45',
      'condition-false; up-bar was false, symbol NIFTY, open 24120, high 24120, low 24087.35, close 24087.35, start 10:30:00, end 10:45:00, last 10:30:00',
    ],
    ['never', '14:49', 'not-checked'],
    [
      'never',
      '14:50',
      'condition-false; never was false, tries 2, how by hand, isOn false, left none',
    ],
    ['ce', '09:19', 'not-triggered'],
    ['ce', '09:20', 'acted; 09:20:00 place; 09:20:30 place'],
    ['ce', '10:42', 'open; price(ce) >= 779.7 points was unknown, stands at 779.7'],
    ['ce', '15:05', 'ended'],
  ])('%s at %s: %s', (name, time, wanted) => {
    expect(answerLine(askCode(asked, SCRIPT, [name, time]))).toBe(wanted);
  });

  it.each([asked, shippedBreakout])('decides the same where no one asks', (strategy) => {
    const trace = new RunTrace(askedMoment('2026-11-20', '10:42'));
    const alone = playDay({ ...SCRIPT, strategy });
    const traced = playDay({ ...SCRIPT, strategy: withTrace(tracedCode(strategy), () => trace) });
    expect(alone.commands.length).toBeGreaterThan(1);
    expect(traced.commands).toEqual(alone.commands);
    expect(trace.commands).toEqual(alone.commands);
    expect(trace.parts.some(({ kind }) => kind === 'condition')).toBe(true);
  });

  it('decides the same where the values of a condition cannot be had', () => {
    const strategy = defineStrategy({
      name: 'asked',
      run: ({ at }) =>
        at('09:20').pipe(
          when(
            'on-time',
            () => true,
            () => {
              throw new RangeError('no values');
            },
          ),
          map(() => alert('info', 'on time')),
        ),
    });
    const trace = new RunTrace(null);
    const traced = playDay({ strategy: withTrace(tracedCode(strategy), () => trace) });
    expect(traced.log).toEqual(['09:20:00 alert info: on time']);
    expect(trace.steps).toMatchObject([{ condition: { result: true, values: [] } }]);
  });
});
