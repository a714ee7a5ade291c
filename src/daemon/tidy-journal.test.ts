import { describe, expect, it } from 'vitest';

import { full } from '../adapters/journal/journal-failures.ts';
import { type Tidied, type Tidying } from '../adapters/journal/packing/tidy.ts';
import { fail, ok } from '../base/result.ts';
import { type TidiedJournal, tidyAfterDay, tidyBeforeDay } from './tidy-journal.ts';

const OPTIONS = { date: '2026-11-23', keepDays: 30 };

/** A journal of some dates, and what was asked of it. */
function journalOf(dates: readonly string[], result: ReturnType<TidiedJournal['tidy']> = done([])) {
  const asked: Tidying[] = [];
  const of: TidiedJournal = {
    journal: { dates: () => dates, lastDate: () => dates.at(-1) ?? null },
    tidy: (tidying) => {
      asked.push(tidying);
      return result;
    },
  };
  return { of, asked };
}

function done(removed: Tidied['removed']): ReturnType<TidiedJournal['tidy']> {
  return ok({ removed, packs: 1 });
}

describe('before a day', () => {
  it('packs what is closed and removes what is older than the last day of the journal by the days to keep', () => {
    const { of, asked } = journalOf(['2026-10-01', '2026-11-20'], done(['2026-10-01']));
    expect(tidyBeforeDay(of, OPTIONS)).toEqual({
      code: 'journal-days-removed',
      severity: 'info',
      runId: null,
      facts: { days: 1, through: '2026-10-01', keepDays: 30 },
    });
    expect(asked).toEqual([{ openFrom: '2026-11-23', keptFrom: '2026-10-21', packsMax: 64 }]);
  });

  it('removes nothing for a clock that is years ahead', () => {
    const { of, asked } = journalOf(['2026-11-19', '2026-11-20']);
    tidyBeforeDay(of, { date: '2036-11-23', keepDays: 30 });
    expect(asked).toMatchObject([{ keptFrom: '2026-10-21' }]);
  });

  it('leaves a day alone that is under way, and a journal that is new', () => {
    for (const dates of [['2026-11-20', '2026-11-23'], []]) {
      const { of, asked } = journalOf(dates);
      expect(tidyBeforeDay(of, OPTIONS)).toBeNull();
      expect(asked).toEqual([]);
    }
  });
});

describe('after a day', () => {
  it('packs the day too, and removes nothing', () => {
    const { of, asked } = journalOf(['2026-11-23']);
    expect(tidyAfterDay(of, OPTIONS)).toBeNull();
    expect(asked).toEqual([{ openFrom: '2026-11-24', packsMax: 512 }]);
  });

  it('tells why it could not', () => {
    const { of } = journalOf(['2026-11-23'], fail(full('no room')));
    expect(tidyAfterDay(of, OPTIONS)).toMatchObject({
      code: 'journal-days-unpacked',
      facts: { detail: 'no room', next: expect.stringContaining('Free some space') as unknown },
    });
  });
});
