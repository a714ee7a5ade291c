import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  openJournal,
  openJournalForReading,
  type WrittenJournal,
} from '../../src/adapters/journal/sqlite-journal.ts';
import { seededRandom } from '../../src/base/random.ts';
import { driveVirtual } from '../../src/kernel/drive-virtual.ts';
import { type Venue } from '../../src/kernel/venue.ts';
import { type Quote } from '../../src/model/market/quote.ts';
import { addDays, instantAt } from '../../src/model/time/ist.ts';
import { loadAll, shipped, valueOf } from '../support/simulated-day.ts';
import { openVirtualDay } from '../support/virtual-day.ts';
import { type BenchRatio } from './bench-ratio.ts';

const DATE = '2026-10-30';
const BYTES_PER_MB = 1_000_000;
const STRATEGIES = [
  'short-straddle.ts',
  'iron-condor.ts',
  'delta-strangle.ts',
  'opening-range-breakout.ts',
  'custom-position.ts',
];

/** Ticks of an option, paise. */
const TICK_PAISE = 5;
/** How often a quote of a contract moves by itself from one second to the next, and by how many ticks at most. */
const MOVING_SHARE = 0.6;
const MOVED_TICKS_MAX = 3;

/** What a paper day of five strategies takes on disk, on polls a second apart: megabytes while it is open, and once it is packed. */
export async function journalSizeBench(): Promise<readonly BenchRatio[]> {
  return [
    ...(await sizesOf('smooth', withoutForesight)),
    ...(await sizesOf('noisy', (venue) => noisy(withoutForesight(venue)))),
  ];
}

async function sizesOf(
  kind: string,
  through: (venue: Venue) => Venue,
): Promise<readonly BenchRatio[]> {
  const directory = mkdtempSync(join(tmpdir(), 'sauda-bench-'));
  const path = join(directory, 'day.journal');
  try {
    const strategies = await loadAll(STRATEGIES.map(shipped));
    const journal = opened(path);
    const world = { seed: 'bench', stepMs: 1000, date: DATE, through } as const;
    const { day, clock } = openVirtualDay({ ...world, strategies, journal });
    day.start({ sources: 'left-closed' });
    driveVirtual(day.kernel, clock, instantAt(DATE, '15:32'));
    day.stop();
    journal.close();
    const openMb = statSync(path).size / BYTES_PER_MB;
    const again = opened(path);
    valueOf(again.tidy({ openFrom: addDays(DATE, 1) }));
    again.close();
    return [
      { name: `MB of an open ${kind} day of 5 strategies`, ratio: openMb, must: 5, aim: 4 },
      { name: 'MB of it once it is packed', ratio: keptMb(path), must: 5, aim: 3 },
    ];
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function opened(path: string): WrittenJournal {
  return valueOf(openJournal({ path, account: 'default', mode: 'paper' }));
}

/** Without the pages that are free for the next day. */
function keptMb(path: string): number {
  const { journal, sizes } = valueOf(openJournalForReading(path));
  try {
    return (statSync(path).size - valueOf(sizes()).freeBytes) / BYTES_PER_MB;
  } finally {
    journal.close();
  }
}

/** The venue as a network is: it knows nothing of what is to come. */
function withoutForesight(venue: Venue): Venue {
  return {
    ...venue,
    poll: (poll, atMs) => {
      const answer = venue.poll(poll, atMs);
      return answer instanceof Promise ? answer : { ...answer, holdsUntilMs: -Infinity };
    },
  };
}

/** Each quote moves by itself, whatever its neighbours in the chain do: nothing of it can be guessed from theirs. */
function noisy(venue: Venue): Venue {
  const random = seededRandom('noise');
  const apart = new Map<string, number>();
  const drawn = (): number => random.below(2 * MOVED_TICKS_MAX + 1) - MOVED_TICKS_MAX;
  const moved = (symbol: string, part: string, paise: number): number => {
    const key = `${symbol} ${part}`;
    if (random.next() < MOVING_SHARE) apart.set(key, drawn() * TICK_PAISE);
    return Math.max(TICK_PAISE, paise + (apart.get(key) ?? 0));
  };
  const movedQuote = (quote: Quote): Quote => {
    const { symbol, bidPaise, askPaise, lastPaise } = quote;
    if (bidPaise === null || askPaise === null) return quote;
    const bid = moved(symbol, 'bid', bidPaise);
    const ask = Math.max(bid + TICK_PAISE, moved(symbol, 'ask', askPaise));
    return { ...quote, bidPaise: bid, askPaise: ask, lastPaise: moved(symbol, 'last', lastPaise) };
  };
  return {
    ...venue,
    poll: (poll, atMs) => {
      const answer = venue.poll(poll, atMs);
      if (answer instanceof Promise || answer.subject !== 'quotes') return answer;
      const { outcome } = answer;
      if (outcome.kind !== 'accepted') return answer;
      return { ...answer, outcome: { ...outcome, value: outcome.value.map(movedQuote) } };
    },
  };
}
