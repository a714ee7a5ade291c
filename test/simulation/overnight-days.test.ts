import { ignoreElements, map, merge, mergeMap, take, withLatestFrom } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { createMemoryJournal } from '../../src/day/journal/open-day-journal.ts';
import {
  alert,
  buy,
  defineStrategy,
  percent,
  place,
  protectHeld,
  selectNow,
  squareOff,
} from '../../src/index.ts';
import { type ReadableJournal } from '../../src/ports/journal.ts';
import { at, entriesIn, type GoneProcess, journalOf, processOf } from '../support/recorded-day.ts';
import { loadAll } from '../support/simulated-day.ts';

/** Three days in a row, the Monday after, and the day after its expiry on Tuesday. */
const [FIRST, SECOND, THIRD, MONDAY, LAST] = [
  '2026-10-28',
  '2026-10-29',
  '2026-10-30',
  '2026-11-02',
  '2026-11-04',
];

/** Buys two lots of a call on the first day, protects them every day, and sells them on the Monday. */
const keeper = defineStrategy({
  name: 'keeper',
  run: ({ at: when, chain, positions, run: { date } }) =>
    merge(
      positions.pipe(
        take(1),
        map((legs) => alert('info', `has ${legs.map(({ netUnits }) => String(netUnits)).join()}`)),
      ),
      chain('NIFTY').pipe(ignoreElements()),
      when('09:19').pipe(
        withLatestFrom(positions),
        mergeMap(([, legs]) => [legs]),
        protectHeld({ stop: percent(90) }),
      ),
      when('09:20').pipe(
        selectNow(chain('NIFTY')),
        mergeMap(({ atm }) =>
          date === FIRST
            ? [place(buy(atm.ce, { leg: 'ce', lots: 2, product: 'carry-forward' }))]
            : [],
        ),
      ),
      when('09:22').pipe(mergeMap(() => (date === MONDAY ? [squareOff('enough')] : []))),
    ),
});

const strategies = await loadAll([keeper]);

interface Process {
  readonly date: string;
  readonly from?: string;
  readonly until?: string;
  readonly runs?: typeof strategies;
}

function on(journal: ReadableJournal, { date, from, until, runs = strategies }: Process) {
  const fromMs = at(from ?? '09:14', date);
  const untilMs = at(until ?? '09:24', date);
  return processOf({ journal, strategies: runs, date, fromMs, untilMs });
}

const legs = ({ day }: GoneProcess): readonly (readonly [string, number])[] =>
  day.view().positions.map(({ leg, netUnits }) => [leg, netUnits] as const);

const placed = ({ sent }: GoneProcess) =>
  sent.flatMap((attempt) => (attempt.kind === 'place' ? attempt.request.elements : []));

describe('a paper position that a day leaves', () => {
  it('is there the next days, over a weekend too, until its strategy closes it', async () => {
    const journal = createMemoryJournal();
    const first = await on(journal, { date: FIRST });
    expect(legs(first)).toEqual([['ce', 130]]);
    for (const date of [SECOND, THIRD]) {
      const next = await on(journal, { date });
      expect(legs(next)).toEqual([['ce', 130]]);
      expect(next.notices).toContain('has 130');
      expect(placed(next)).toMatchObject([
        { side: 'sell', quantityUnits: 130, product: 'carry-forward', terms: { kind: 'stop' } },
      ]);
      const [position] = next.day.view().positions;
      expect(position?.averagePricePaise).toBe(first.day.view().positions[0]?.averagePricePaise);
    }
    const monday = await on(journal, { date: MONDAY });
    expect(legs(monday)).toEqual([['ce', 0]]);
    expect(monday.day.view().halt.state).toBe('active');
    expect(legs(await on(journal, { date: '2026-11-03' }))).toEqual([]);
  });

  it('survives days on which no program ran, and a restart of the morning', async () => {
    const journal = createMemoryJournal();
    await on(journal, { date: FIRST });
    const morning = await on(journal, { date: MONDAY, until: '09:20' });
    expect(legs(morning)).toEqual([['ce', 130]]);
    const restarted = await on(journal, { date: MONDAY, from: '09:21' });
    expect(restarted.refused).toBeNull();
    expect(restarted.day.view().runs).toMatchObject([{ state: 'running' }]);
    expect(legs(restarted)).toEqual([['ce', 0]]);
  });

  it('is there after a crash between the record of the opening and the first event', async () => {
    const journal = createMemoryJournal();
    await on(journal, { date: FIRST });
    await on(journal, { date: SECOND, until: '09:16' });
    const opening = entriesIn(journal, SECOND).slice(0, 1);
    expect(opening).toMatchObject([{ kind: 'day-opened', carried: [{ name: 'keeper' }] }]);
    const crashed = journalOf([...entriesIn(journal, FIRST), ...opening]);
    const again = await on(crashed, { date: SECOND });
    expect(legs(again)).toEqual([['ce', 130]]);
    // And where that day never began at all, the day after it has them still.
    const skipped = journalOf([...entriesIn(journal, FIRST), ...opening]);
    const later = await on(skipped, { date: THIRD });
    expect(legs(later)).toEqual([['ce', 130]]);
    expect(later.day.view().runs).toMatchObject([
      { runId: `keeper@${THIRD}/paper`, state: 'running' },
    ]);
  });

  it('is settled by the exchange once it has expired, and said so', async () => {
    const journal = createMemoryJournal();
    await on(journal, { date: FIRST });
    const after = await on(journal, { date: LAST });
    expect(legs(after)).toEqual([]);
    expect(placed(after)).toEqual([]);
    expect(after.notices.join('\n')).toMatch(
      /Leg "ce" has 130 units of NIFTY\S+, carried since 2026-10-28. It expired on 2026-11-03 and was settled by the exchange \(about [\d.]+ a unit/,
    );
  });

  it('stays in the books, for the operator, when its strategy runs no more', async () => {
    const journal = createMemoryJournal();
    await on(journal, { date: FIRST });
    const without = await on(journal, { date: SECOND, runs: [] });
    expect(without.day.view().runs).toMatchObject([
      { runId: `keeper@${SECOND}/paper`, state: 'held' },
    ]);
    expect(legs(without)).toEqual([['ce', 130]]);
    expect(placed(without)).toEqual([]);
    expect(legs(await on(journal, { date: THIRD }))).toEqual([['ce', 130]]);
  });
});

/** Enters for the day only, on the first day; its program is killed before it gets out. */
const intraday = await loadAll([
  defineStrategy({
    name: 'intraday',
    run: ({ at: when, chain, run: { date } }) =>
      merge(
        when('09:20').pipe(
          selectNow(chain('NIFTY')),
          mergeMap(({ atm }) =>
            date === FIRST ? [place(buy(atm.ce, { leg: 'ce', lots: 2 }))] : [],
          ),
        ),
        when('09:22').pipe(mergeMap(() => (date === FIRST ? [] : [squareOff('out')]))),
      ),
  }),
]);

describe('a leg that an intraday strategy left open', () => {
  const ask = ({ day }: GoneProcess, as: 'open' | 'closed'): void => {
    day.ask({ action: 'resolve', tag: 'intraday/ce', as, reason: 'the broker shows it' });
  };

  it('is asked about every morning, and nothing is sent for it, until someone says', async () => {
    const journal = createMemoryJournal();
    const first = await on(journal, { date: FIRST, runs: intraday });
    expect(legs(first)).toEqual([['ce', 130]]);
    for (const date of [SECOND, THIRD]) {
      const next = await on(journal, { date, runs: intraday });
      expect(next.notices.join('\n')).toContain('it was intraday, and the broker may have squared');
      expect(next.notices.join('\n')).toContain(
        'A carried leg is to be squared off. Its exit is due',
      );
      expect(placed(next)).toEqual([]);
      expect(legs(next)).toEqual([['ce', 130]]);
    }
    // On the Monday someone has looked.
    const monday = await on(journal, { date: MONDAY, until: '09:19', runs: intraday });
    ask(monday, 'open');
    const restarted = await on(journal, { date: MONDAY, from: '09:20', runs: intraday });
    expect(restarted.refused).toBeNull();
    expect(placed(restarted)).toMatchObject([{ side: 'sell', quantityUnits: 130 }]);
    expect(legs(restarted)).toEqual([['ce', 0]]);
    expect(restarted.day.view().halt.state).toBe('active');
    expect(legs(await on(journal, { date: '2026-11-03', runs: intraday }))).toEqual([]);
  });

  it('leaves the books for good when it is closed by word, whatever restarts', async () => {
    const journal = createMemoryJournal();
    await on(journal, { date: FIRST, runs: intraday });
    const next = await on(journal, { date: SECOND, until: '09:18', runs: intraday });
    ask(next, 'closed');
    const restarted = await on(journal, { date: SECOND, from: '09:19', runs: intraday });
    expect(restarted.refused).toBeNull();
    expect(placed(restarted)).toEqual([]);
    expect(legs(restarted)).toEqual([['ce', 0]]);
    expect(restarted.day.reckon()).toMatchObject({ grossPaise: 0, trades: 0 });
    expect(legs(await on(journal, { date: THIRD, runs: intraday }))).toEqual([]);
  });

  it('is closed by a flatten of its run, though its strategy runs no more', async () => {
    const journal = createMemoryJournal();
    await on(journal, { date: FIRST, runs: intraday });
    const request = { action: 'flatten', runId: 'intraday', reason: 'out' } as const;
    const flattened = await processOf({
      journal,
      strategies: [],
      date: SECOND,
      fromMs: at('09:20', SECOND),
      untilMs: at('09:24', SECOND),
      asked: [request],
    });
    // The paper book lists what a poll has shown it: a leg brings its own contracts.
    expect(placed(flattened)).toMatchObject([{ side: 'sell', quantityUnits: 130 }]);
    expect(legs(flattened)).toEqual([['ce', 0]]);
  });
});

it('a journal that cannot be followed carries nothing, and says so', async () => {
  const journal = createMemoryJournal();
  await on(journal, { date: FIRST });
  const entries = entriesIn(journal, FIRST);
  const place = entries.findIndex(({ kind }) => kind === 'attempt');
  const [attempt] = entries.slice(place, place + 1);
  if (attempt?.kind !== 'attempt') throw new RangeError('nothing was sent');
  const astray = { ...attempt, attemptId: 'of-another-program' };
  const next = await on(journalOf([...entries, astray]), { date: SECOND });
  expect(next.notices.join()).toContain('This program cannot follow the journal of 2026-10-28');
  expect(legs(next)).toEqual([]);
});
