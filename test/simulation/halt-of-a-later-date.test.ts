import { map } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { createMemoryJournal } from '../../src/day/journal/open-day-journal.ts';
import { alert, defineStrategy } from '../../src/index.ts';
import { SteadyClock, VirtualClock } from '../../src/kernel/clocks.ts';
import { type OperatorRequest } from '../../src/model/orders/operator-request.ts';
import { type JournalEntry, type ReadableJournal } from '../../src/ports/journal.ts';
import {
  at,
  DATE,
  entriesIn,
  type GoneProcess,
  paperVenue,
  processOf,
  recordedDay,
} from '../support/recorded-day.ts';
import { loadAll } from '../support/simulated-day.ts';

/** Trading days after `DATE`, which the machine's clock took for today. */
const LATER = '2026-11-02';
const LATEST = '2026-11-03';
const REASON = 'something is wrong with the prices';
const HALTED = { state: 'halted', reason: REASON };
const halt: OperatorRequest = { action: 'halt', state: 'halted', reason: REASON };
const resume: OperatorRequest = { action: 'resume', reason: 'looked' };
const strategies = await loadAll([
  defineStrategy({
    name: 'quiet',
    run: ({ at: when }) => when('09:20').pipe(map(() => alert('info', 'here'))),
  }),
]);

/** Processes of one journal, one after the other, each a minute long. */
class Account {
  readonly journal: ReadableJournal = createMemoryJournal();

  process(time: string, date = DATE, asked: readonly OperatorRequest[] = []): Promise<GoneProcess> {
    const fromMs = at(time, date);
    const of = { journal: this.journal, strategies, date, fromMs, untilMs: fromMs + 60_000 };
    return processOf({ ...of, asked });
  }

  async haltAfter(time: string, date = DATE): Promise<object> {
    const { day } = await this.process(time, date);
    return day.view().halt;
  }
}

describe('a halt that was asked for while the clock was days ahead', () => {
  it('holds on the day on which it really was, once the clock is right: that day begins', async () => {
    const account = new Account();
    await account.process('09:14', LATER, [halt]);
    const { day, notices } = await account.process('09:18');
    expect(day.view().halt).toMatchObject(HALTED);
    expect(notices.join()).toContain(`last written under ${LATER}`);
    expect(notices.join()).toContain(`still halted: ${REASON}`);
  });

  it('holds on the day on which it really was, once the clock is right: that day goes on', async () => {
    const account = new Account();
    await account.process('09:14');
    await account.process('09:14', LATER, [halt]);
    const { day, notices } = await account.process('09:18');
    expect(day.view().halt).toMatchObject(HALTED);
    expect(notices.join()).toContain(`last written under ${LATER}`);
    expect(await account.haltAfter('09:20')).toMatchObject(HALTED);
  });

  it('holds though that day was halted and resumed before', async () => {
    const account = new Account();
    await account.process('09:14', DATE, [halt, resume]);
    await account.process('09:14', LATER, [halt]);
    expect(await account.haltAfter('09:18')).toMatchObject(HALTED);
  });

  it('ends with the resume of that day, on later days and later starts too', async () => {
    const account = new Account();
    await account.process('09:14');
    await account.process('09:14', LATER, [halt]);
    await account.process('09:18', DATE, [resume]);
    const { day, notices } = await account.process('09:20');
    expect(day.view().halt).toMatchObject({ state: 'active' });
    expect(notices.join()).not.toContain(LATER);
    expect(await account.haltAfter('09:14', LATEST)).toMatchObject({ state: 'active' });
  });

  it('is the one that was written last, where there are several later dates', async () => {
    const account = new Account();
    await account.process('09:14', LATEST, [halt]);
    await account.process('09:14', LATER, [resume]);
    expect(await account.haltAfter('09:16')).toMatchObject({ state: 'active' });
    await account.process('09:16', LATER, [halt]);
    expect(await account.haltAfter('09:18')).toMatchObject(HALTED);
  });

  it('holds on a later date that had begun already, when its day really comes', async () => {
    const account = new Account();
    await account.process('09:14', LATER);
    await account.process('09:14', DATE, [halt]);
    expect(await account.haltAfter('09:18', LATER)).toMatchObject(HALTED);
  });

  it('is not lost when the process ends after the first that its restart wrote', async () => {
    const account = new Account();
    await account.process('09:14');
    await account.process('09:14', LATER, [halt]);
    const before = entriesIn(account.journal).length;
    await account.process('09:18');
    const written = entriesIn(account.journal);
    const restartedAt = written.findIndex((entry, index) => index >= before && isRestart(entry));
    const torn = new Account();
    torn.journal.append(entriesIn(account.journal, LATER), LATER);
    torn.journal.append(written.slice(0, restartedAt + 1), DATE);
    expect(await torn.haltAfter('09:20')).toMatchObject(HALTED);
  });
});

describe('a clock that is days behind the journal at a start', () => {
  it.each([{ isBegun: true }, { isBegun: false }])(
    'is doubted: no new risk until the operator resumes (begun: $isBegun)',
    async ({ isBegun }) => {
      const account = new Account();
      if (isBegun) await account.process('09:14');
      await account.process('09:14', LATER);
      const nowMs = at('09:18');
      const clock = new SteadyClock({ wallMs: () => nowMs, monotonicMs: () => 0 });
      const venue = paperVenue(new VirtualClock(nowMs));
      const { journal } = account;
      const day = recordedDay({ journal, strategies, clock, venue, requests: 'in-order' });
      expect(day.start({ sources: 'left-closed' }).ok).toBe(true);
      expect(day.view().halt).toMatchObject({ state: 'reducing', by: 'clock' });
      day.stop();
      const again = new VirtualClock(nowMs);
      const next = recordedDay({ journal, strategies, clock: again, venue, requests: 'in-order' });
      expect(next.start({ sources: 'left-closed', asked: [resume] }).ok).toBe(true);
      expect(next.view().halt).toMatchObject({ state: 'active' });
      next.stop();
    },
  );
});

function isRestart(entry: JournalEntry): boolean {
  return entry.kind === 'event' && JSON.stringify(entry.event).includes('restarted');
}
