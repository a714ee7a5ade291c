import { expect, it } from 'vitest';

import { aCalendar, DATE } from '../../test/support/engine-rig.ts';
import { Engine } from '../engine/engine.ts';
import { type JournalEntry } from '../ports/journal.ts';
import { limitsOfDay, type LimitsOfDay } from './limits-of-day.ts';

const BEFORE = { optionBufferPercent: 8 };
const NOW = { optionBufferPercent: 3 };

/** An event that the journal says something came of that no engine makes of it. */
const ASTRAY: JournalEntry[] = [
  { kind: 'event', atMs: 1, event: { kind: 'time-passed', atMs: 1 } },
  { kind: 'attempt', atMs: 1, attemptId: 'a0', attempt: {} },
  { kind: 'event', atMs: 2, event: { kind: 'time-passed', atMs: 2 } },
];

function described(limits: object): JournalEntry {
  return { kind: 'run-described', atMs: 1, runId: 'a', about: { config: { limits } } } as never;
}

function chosen(entries: readonly JournalEntry[]): LimitsOfDay {
  const journal = {
    dates: () => (entries.length === 0 ? [] : [DATE]),
    entriesOf: () => entries,
  } as never;
  const common = { mode: 'paper', account: 'default', brokerId: 'broker' } as const;
  const engineWith = (limits: object): Engine =>
    new Engine({ ...common, calendar: aCalendar(), limits });
  return limitsOfDay(NOW, { journal, date: DATE, engineWith });
}

it('takes those of the configuration on a new day, and where the journal can be followed with them', () => {
  const wanted = { limits: NOW, waiting: [] };
  expect(chosen([])).toEqual(wanted);
  expect(chosen([described(BEFORE)])).toEqual(wanted);
  expect(chosen([described(NOW), ...ASTRAY])).toEqual(wanted);
});

it('keeps those that the day began with where it cannot be followed with others', () => {
  const kept = { limits: BEFORE, waiting: ['optionBufferPercent'] };
  expect(chosen([described(BEFORE), ...ASTRAY])).toEqual(kept);
});
