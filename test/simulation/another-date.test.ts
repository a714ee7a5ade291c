import { ignoreElements, merge, mergeMap } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { createMemoryJournal } from '../../src/day/journal/open-day-journal.ts';
import { buy, defineStrategy, place, selectNow, squareOff } from '../../src/index.ts';
import { type OperatorRequest } from '../../src/model/orders/operator-request.ts';
import { type JournalEntry, type ReadableJournal } from '../../src/ports/journal.ts';
import { at, entriesIn, type GoneProcess, journalOf, processOf } from '../support/recorded-day.ts';
import { loadAll } from '../support/simulated-day.ts';

const TODAY = '2026-10-29';
const TOMORROW = '2026-10-30';
/** What a clock that was wrong took for today. */
const LATER = '2026-11-02';
const RESUME: OperatorRequest = { action: 'resume', reason: 'looked at the broker' };

/** Buys a call to keep at 09:20 of each day, once: a leg for each date. */
const strategies = await loadAll([
  defineStrategy({
    name: 'keeper',
    run: ({ at: when, chain, run: { date } }) =>
      merge(
        chain('NIFTY').pipe(ignoreElements()),
        when('09:20').pipe(
          selectNow(chain('NIFTY')),
          mergeMap(({ atm }) => [
            place(buy(atm.ce, { leg: date, lots: 1, product: 'carry-forward' })),
          ]),
        ),
        when('09:22').pipe(mergeMap(() => (date === TOMORROW ? [squareOff('enough')] : []))),
      ),
  }),
]);

/** A process of a date, live as far as its books are concerned. */
function on(
  journal: ReadableJournal,
  date: string,
  { from = '09:14', until = '09:21', asked = [] as readonly OperatorRequest[] } = {},
): Promise<GoneProcess> {
  const [fromMs, untilMs] = [at(from, date), at(until, date)];
  return processOf({ journal, strategies, mode: 'live', date, fromMs, untilMs, asked });
}

const legs = ({ day }: GoneProcess): readonly string[] =>
  day.view().positions.map(({ leg, netUnits }) => `${leg} ${String(netUnits)}`);

const sentLegs = ({ sent }: GoneProcess): number =>
  sent.filter(({ kind }) => kind === 'place').length;

describe('what was traded while the clock was days ahead', () => {
  it('is in the books once the clock is right, unconfirmed, and keeps entries back', async () => {
    const journal = createMemoryJournal();
    expect(legs(await on(journal, LATER))).toEqual([`${LATER} 65`]);
    const today = await on(journal, TODAY);
    expect(legs(today)).toEqual([`${LATER} 65`]);
    expect(sentLegs(today)).toBe(0);
    expect(today.day.view().halt).toMatchObject({ state: 'reducing', by: 'start' });
    expect(today.day.view().pausedLegs).toMatchObject([{ leg: LATER, cause: 'carried' }]);
    expect(today.notices.join('\n')).toContain(`keeper/${LATER} (65 units of NIFTY`);
    expect(today.codes).toContain('left-under-another-date');
  });

  it('is kept back for on every restart and day, until the operator resumes', async () => {
    const journal = createMemoryJournal();
    await on(journal, LATER);
    await on(journal, TODAY);
    for (const later of [{ from: '09:16' }, { from: '09:18' }]) {
      const again = await on(journal, TODAY, later);
      expect(sentLegs(again)).toBe(0);
    }
    const tomorrow = await on(journal, TOMORROW);
    expect(legs(tomorrow)).toEqual([`${LATER} 65`]);
    expect(sentLegs(tomorrow)).toBe(0);
    expect(tomorrow.notices.join('\n')).toContain('a clock was wrong');
  });

  it('lets entries leave once the operator has looked', async () => {
    const journal = createMemoryJournal();
    await on(journal, LATER);
    const today = await on(journal, TODAY, { asked: [RESUME] });
    expect(sentLegs(today)).toBe(1);
    // From the next day on it is in the books, and no news.
    const tomorrow = await on(journal, TOMORROW);
    expect(tomorrow.codes).not.toContain('left-under-another-date');
  });

  it('keeps entries back on a day that had begun before, and names what it cannot take over', async () => {
    const journal = createMemoryJournal();
    await on(journal, TODAY, { until: '09:16' });
    await on(journal, LATER);
    const goesOn = await on(journal, TODAY, { from: '09:18' });
    expect(sentLegs(goesOn)).toBe(0);
    expect(goesOn.notices.join('\n')).toContain('is under way and cannot take them over');
    const restarted = await on(journal, TODAY, { from: '09:19' });
    expect(sentLegs(restarted)).toBe(0);
  });

  it('is no matter where nothing of it was left', async () => {
    const journal = createMemoryJournal();
    await on(journal, LATER, { until: '09:16' });
    const today = await on(journal, TODAY);
    expect(sentLegs(today)).toBe(1);
    expect(today.codes).not.toContain('left-under-another-date');
  });
});

describe('a day that this program cannot follow', () => {
  async function unreadable(): Promise<readonly JournalEntry[]> {
    const journal = createMemoryJournal();
    await on(journal, TODAY);
    const entries = entriesIn(journal, TODAY);
    const attempt = entries.find(({ kind }) => kind === 'attempt');
    if (attempt?.kind !== 'attempt') throw new RangeError('nothing was sent');
    return [...entries, { ...attempt, attemptId: 'of-another-program' }];
  }

  it('keeps entries back on the next days, whatever restarts, until the operator resumes', async () => {
    const journal = journalOf(await unreadable());
    const first = await on(journal, TOMORROW);
    expect(first.notices.join('\n')).toContain(`cannot follow the journal of ${TODAY}`);
    const again = await on(journal, TOMORROW, { from: '09:19' });
    const monday = await on(journal, LATER);
    for (const { day, sent } of [first, again, monday]) {
      expect(sent.filter(({ kind }) => kind === 'place')).toEqual([]);
      expect(day.view().halt).toMatchObject({ state: 'reducing', by: 'start' });
    }
    expect(monday.notices.join('\n')).toContain(`the journal of ${TODAY} cannot be followed`);
    const settled = await on(journal, '2026-11-03', { asked: [RESUME] });
    expect(sentLegs(settled)).toBe(1);
  });
});
