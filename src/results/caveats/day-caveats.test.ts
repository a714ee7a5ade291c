import { describe, expect, it } from 'vitest';

import { instantAt } from '../../model/time/ist.ts';
import { type BacktestDay, type DayNote } from '../backtest-result.ts';
import { aResult } from '../../../test/support/results/a-result.ts';
import { dayCaveats } from './day-caveats.ts';

const [clean] = aResult({ dates: 1 }).days;

function aDay(day: number, more: Partial<BacktestDay>): BacktestDay {
  if (clean === undefined) throw new RangeError('no day');
  return { ...clean, date: `2024-01-0${String(day)}`, ...more };
}

function aNote(kind: DayNote['kind'], message: string, times = 1): DayNote {
  return { kind, strategy: 'straddle', atMs: instantAt('2024-01-01', '09:30'), message, times };
}

function aFailure(detail: string): DayNote {
  const told = { code: 'strategy-failed', facts: { detail } };
  return { ...aNote('strategy-failed', `The strategy failed: ${detail}`), ...told };
}

function caveatsOf(...days: readonly BacktestDay[]): readonly string[] {
  return dayCaveats({ days, daysNotReached: 0 });
}

const status = 'ran-with-problems';

describe('dayCaveats', () => {
  it('says nothing of clean days', () => {
    expect(caveatsOf(aDay(1, {}))).toEqual([]);
  });

  it('tells a strategy that failed apart from prices with problems, and both from other troubles', () => {
    expect(
      caveatsOf(
        aDay(1, { status, notes: [aFailure('boom')] }),
        aDay(2, { status, notes: [aNote('prices', '3 minutes without a row')] }),
        aDay(3, { status, notes: [aFailure('bang')] }),
        aDay(4, { status, notes: [aNote('trouble', 'Left open')] }),
      ),
    ).toEqual([
      'straddle failed on 2 of 4 days that ran, included as far as they went: first on 2024-01-01 at 09:30:00: boom.',
      'Prices with problems, included: 2024-01-02.',
      'Other problems (the list of dates has them), included: 2024-01-04.',
    ]);
  });

  it('counts failures among the days that ran: not those without prices, nor those left out', () => {
    const [first] = caveatsOf(
      aDay(1, { status, notes: [aFailure('boom')] }),
      aDay(2, { status: 'missing' }),
      aDay(3, { status: 'skipped' }),
      aDay(4, {}),
    );
    expect(first).toMatch(/^straddle failed on 1 of 2 days that ran/);
  });

  it('leaves sources that were not opened to what is said before the figures', () => {
    const told = { code: 'sources-closed', facts: { sources: ['vix'] } };
    const note = { ...aNote('warning', 'Sources are not opened'), ...told };
    expect(caveatsOf(aDay(1, { notes: [note] }))).toEqual([]);
  });

  it('counts the days on which a source of a strategy was silent, however often on each', () => {
    const silent = (source: string): DayNote => {
      const told = { code: 'source-stale', facts: { source, staleAfterMs: 1, heardAtMs: null } };
      return { ...aNote('warning', `Source "${source}" is silent`, 2), ...told };
    };
    expect(
      caveatsOf(
        aDay(1, { notes: [silent('vix')] }),
        aDay(2, { notes: [silent('vix'), silent('mood')] }),
        aDay(3, {}),
      ),
    ).toEqual([
      'Source "vix" of straddle was silent while the exchange traded on 2 of 3 days that ran, included: what is decided by it did nothing meanwhile, exits too; first on 2024-01-01 at 09:30:00.',
      'Source "mood" of straddle was silent while the exchange traded on 1 of 3 days that ran, included: what is decided by it did nothing meanwhile, exits too; first on 2024-01-02 at 09:30:00.',
    ]);
  });

  it('tells a warning of many days once, with how often', () => {
    expect(
      caveatsOf(
        aDay(1, { notes: [aNote('warning', '1 lots are short', 2)] }),
        aDay(2, { notes: [aNote('warning', '1 lots are short')] }),
      ),
    ).toEqual(['1 lots are short (3 times on 2 days, first on 2024-01-01 at 09:30:00).']);
  });

  it('counts what it does not list', () => {
    const notes = Array.from({ length: 7 }, (_, at) => aNote('warning', `warning ${String(at)}`));
    const told = caveatsOf(aDay(1, { notes }));
    expect(told).toHaveLength(6);
    expect(told.at(-1)).toBe('2 more like these in the list of dates.');
  });

  it('names the days on which a limit did what it is for, whatever the amounts', () => {
    const days = [1, 2, 3].map((day) => {
      return aDay(day, {
        notes: [aNote('limit', `loss ₹${String(day)}`), aNote('limit', 'closed')],
      });
    });
    expect(caveatsOf(...days)).toEqual([
      'A limit closed positions or kept entries back, as it should (the list of dates says which): 2024-01-01, 2024-01-02, 2024-01-03.',
    ]);
  });

  it('tells of whom a warning is that several strategies have', () => {
    const ofTwin = { ...aNote('warning', 'It waited'), strategy: 'straddle#2' };
    expect(caveatsOf(aDay(1, { notes: [aNote('warning', 'It waited', 2), ofTwin] }))).toEqual([
      'It waited (2 times on 1 day, first on 2024-01-01 at 09:30:00, straddle).',
      'It waited (once on 2024-01-01 at 09:30:00, straddle#2).',
    ]);
  });

  it('does not guess at the problems of a result that does not tell them apart', () => {
    expect(caveatsOf(aDay(1, { status, reason: 'The strategy failed: boom' }))).toEqual([
      'Problems (the list of dates has them), included: 2024-01-01.',
    ]);
  });
});
