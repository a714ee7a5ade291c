import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { seededRandom } from '../../src/base/random.ts';
import { FollowedJournal } from '../../src/daemon/standby/followed-journal.ts';
import { type DayJournal, openDayJournal } from '../../src/day/journal/open-day-journal.ts';
import { type TradingDay } from '../../src/day/trading-day.ts';
import { VirtualClock } from '../../src/kernel/clocks.ts';
import { type LoadedStrategy, loadStrategy } from '../../src/loading/load-strategy.ts';
import { type JournalBlock, type ReadableJournal } from '../../src/ports/journal.ts';
import { at, DATE, paperVenue, processOf, recordedDay } from '../support/recorded-day.ts';
import { shipped, valueOf } from '../support/simulated-day.ts';

const UNTIL_MS = at('09:50');
const directory = mkdtempSync(join(tmpdir(), 'sauda-standby-'));
let kept: DayJournal;
let blocks: readonly JournalBlock[];
let strategies: readonly LoadedStrategy[];

beforeAll(async () => {
  strategies = [
    valueOf(await loadStrategy(shipped('short-straddle.yaml'), { stop: '10%' })),
    valueOf(await loadStrategy(shipped('iron-condor.yaml'), { entry: '09:25' })),
  ];
  kept = valueOf(
    openDayJournal({ path: join(directory, 'a.journal'), account: 'test', mode: 'paper' }),
  );
  await processOf({
    ...{ journal: kept.journal, strategies },
    ...{ fromMs: at('09:14'), untilMs: UNTIL_MS },
  });
  blocks = allBlocks(kept);
});
afterAll(() => {
  kept.journal.close();
  rmSync(directory, { recursive: true });
});

function allBlocks({ blocks: of }: DayJournal): readonly JournalBlock[] {
  const all: JournalBlock[] = [];
  for (;;) {
    const next = of?.after(DATE, all.at(-1)?.sequence ?? 0) ?? [];
    if (next.length === 0) return all;
    all.push(...next);
  }
}

/** The day of a process that comes after, which has not started. */
function dayOf(journal: ReadableJournal): TradingDay {
  const clock = new VirtualClock(UNTIL_MS);
  const venue = paperVenue(clock);
  return recordedDay({ strategies, journal, clock, venue, requests: 'in-order' });
}

it('the day has orders, and many commits', () => {
  const kinds = [...kept.journal.entriesOf(DATE)].filter(({ kind }) => kind === 'attempt');
  expect(kinds.length).toBeGreaterThan(3);
  expect(blocks.length).toBeGreaterThan(50);
});

/** What a day is once it has started: its books, and all that it ever said. */
function started(day: TradingDay): unknown {
  const { ok } = day.start({ sources: 'left-closed' });
  const { orders, notices } = { orders: day.view(), notices: day.picture().notices };
  day.stop();
  return { ok, orders, notices };
}

it.each(Array.from({ length: 8 }, (_, seed) => `pieces-${String(seed)}`))(
  'a day that is followed in pieces, and then taken over, is the one that a restart recovers: %s',
  (seed) => {
    const random = seededRandom(seed);
    const journal = new FollowedJournal(DATE);
    const day = dayOf(journal);
    const fold = day.fold();
    const end = random.below(blocks.length);
    let folded = 0;
    for (let from = 0; from < end;) {
      const to = Math.min(end, from + 1 + random.below(12));
      expect(journal.take(blocks.slice(from, to))).toBe(true);
      from = to;
      while (journal.hasNext && random.next() < 0.95) {
        expect(fold.next().done).toBe(false);
        folded += 1;
      }
    }
    expect(folded).toBeGreaterThan(0);
    expect(journal.open({ ...kept, journal: copyOf(kept) })).toBe(true);
    while (fold.next().done !== true);
    expect(started(day)).toEqual(started(dayOf(copyOf(kept))));
  },
);

/** The same journal, into which nothing is written. */
function copyOf({ journal }: DayJournal): ReadableJournal {
  return { ...journal, append: () => ({ ok: true, value: 1_000_000 }) };
}
