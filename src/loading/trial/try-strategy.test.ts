import { ignoreElements, map, merge, NEVER, type Observable } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { type Command } from '../../model/orders/command.ts';
import { instantAt } from '../../model/time/ist.ts';
import { loadMarketKnowledge } from '../../settings/market/market-knowledge.ts';
import { place, squareOff } from '../../strategy/commands.ts';
import { type StrategyContext } from '../../strategy/context.ts';
import { defineStrategy } from '../../strategy/define-strategy.ts';
import { sell } from '../../strategy/leg-order.ts';
import { selectNow } from '../../strategy/select-now.ts';
import { checkCalendar, checkPrices, nextDay } from '../check-calendar.ts';
import { NOTHING_SEEN, type Trial, tryStrategy } from './try-strategy.ts';

const knowledge = loadMarketKnowledge();
const day = knowledge.calendar.day('2026-10-30');

type Run = (context: StrategyContext<object>) => Observable<Command>;

function trialOf(run: Run): Trial {
  const strategy = defineStrategy({ name: 'tried', params: z.object({}), run });
  const loaded = { path: 'tried.ts', strategy, params: {}, sourceHash: '' };
  return tryStrategy(loaded, { knowledge, day, mode: 'paper' });
}

describe('a trial', () => {
  it.each<[string, Run, RegExp]>([
    ['returns nothing', () => undefined as never, /must return an Observable/],
    ['is async', (async () => Promise.resolve(NEVER)) as never, /must return an Observable/],
    ['names no time', ({ at }) => at('9:20').pipe(map(() => squareOff('x'))), /"9:20"/],
    [
      'throws when its time comes',
      ({ at }) =>
        at('09:20').pipe(
          map(() => {
            throw new TypeError('not a function');
          }),
        ),
      /TypeError: not a function/,
    ],
    [
      'throws when it has its contracts',
      ({ at, chain }) =>
        at('09:20').pipe(
          selectNow(chain('NIFTY', { quotedStrikes: 20 })),
          map(({ byDelta }) => {
            throw new RangeError(byDelta('CE', 0.2).underlying);
          }),
        ),
      /RangeError: NIFTY/,
    ],
    [
      'names an underlying that is not known',
      ({ at, chain }) =>
        at('09:20').pipe(
          selectNow(chain('NIFTTY')),
          map(() => squareOff('x')),
        ),
      /"NIFTTY".*"NIFTY"/,
    ],
  ])('finds a strategy that %s', (_, run, message) => {
    expect(trialOf(run).problems).toMatchObject([
      { file: 'tried.ts', message: expect.stringMatching(message) as string },
    ]);
  });

  it('finds nothing in one that works, and says whether it looks at prices', () => {
    const timed = trialOf(({ at }) => at('09:20').pipe(map(() => squareOff('x'))));
    expect(timed).toEqual(NOTHING_SEEN);
    const priced = trialOf(({ prices }) => prices('NIFTY').pipe(map(() => squareOff('x'))));
    expect(priced).toEqual({ ...NOTHING_SEEN, needsPrices: true, underlyings: ['NIFTY'] });
  });

  it('counts the lots that it asks for at once', () => {
    const trial = trialOf(({ at, chain }) =>
      at('09:20').pipe(
        selectNow(chain('NIFTY', { quotedStrikes: 5 })),
        map(({ atm }) =>
          place(sell(atm.ce, { leg: 'ce', lots: 60 }), sell(atm.pe, { leg: 'pe', lots: 50 })),
        ),
      ),
    );
    expect(trial.warnings).toEqual([]);
    expect(trial.problems).toEqual([]);
    expect(trial.lots).toEqual({ ofOrder: 60, ofCommand: 110 });
  });

  it('of a start alone says nothing of what comes later', () => {
    const strategy = defineStrategy({
      name: 'tried',
      params: z.object({}),
      run: ({ at, prices }) =>
        merge(prices('NIFTY').pipe(ignoreElements()), at('09:20')).pipe(
          map(() => {
            throw new TypeError('later');
          }),
        ),
    });
    const onlyStartAtMs = instantAt('2026-10-30', '09:10');
    const loaded = { path: 'tried.ts', strategy, params: {} };
    const trial = tryStrategy(loaded, { knowledge, day, mode: 'live', onlyStartAtMs });
    expect(trial).toEqual({ ...NOTHING_SEEN, needsPrices: true, underlyings: ['NIFTY'] });
  });

  it('only warns of a selection that made-up prices may not serve', () => {
    const trial = trialOf(({ at, chain }) =>
      at('09:20').pipe(
        selectNow(chain('NIFTY')),
        map((options) => squareOff(options.at('CE', 100).symbol)),
      ),
    );
    expect(trial.problems).toEqual([]);
    expect(trial.warnings).toEqual([expect.stringContaining('made-up prices')]);
  });
});

describe('what a configuration needs of a day', () => {
  const live = { mode: 'live', file: 'a.yaml', prices: { kind: 'none' } } as const;

  it('takes the next day that trades', () => {
    expect(nextDay(knowledge, instantAt('2026-10-30', '09:00')).date).toBe('2026-10-30');
    expect(nextDay(knowledge, instantAt('2026-10-30', '16:00')).date).toBe('2026-11-02');
  });

  it('refuses live without prices that a strategy looks at, and warns on paper', () => {
    expect(checkPrices(live, ['straddle']).problems).toMatchObject([{ found: 'prices: none' }]);
    expect(checkPrices({ ...live, mode: 'paper' }, ['straddle']).warnings).toHaveLength(1);
    expect(checkPrices(live, [])).toEqual({ problems: [], warnings: [] });
  });

  it('refuses live beyond the calendar, and warns within 30 days of its end', () => {
    const { verifiedThrough } = knowledge.calendar;
    const beyond = { ...day, isVerified: false };
    expect(checkCalendar(live, knowledge, beyond).problems).toHaveLength(1);
    expect(checkCalendar({ ...live, mode: 'paper' }, knowledge, beyond).warnings).toHaveLength(1);
    const last = { ...day, date: verifiedThrough };
    expect(checkCalendar(live, knowledge, last).warnings).toHaveLength(1);
    const early = { ...day, date: '2026-01-05' };
    expect(checkCalendar(live, knowledge, early)).toEqual({ problems: [], warnings: [] });
  });
});
