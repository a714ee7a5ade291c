import { describe, expect, it } from 'vitest';

import { fail } from '../../src/base/result.ts';
import { seededRandom } from '../../src/base/random.ts';
import { createMemoryJournal } from '../../src/day/journal/open-day-journal.ts';
import { EventDecoder, isPollOf } from '../../src/engine/codec/event-codec.ts';
import { Engine } from '../../src/engine/engine.ts';
import { VirtualClock } from '../../src/kernel/clocks.ts';
import { loadStrategy } from '../../src/loading/load-strategy.ts';
import { createHost, planRuns, remakeRun } from '../../src/loading/planned-run.ts';
import { type JournalEntry, type ReadableJournal } from '../../src/ports/journal.ts';
import { recoverDay } from '../../src/recovery/recover-day.ts';
import { loadMarketKnowledge } from '../../src/settings/market/market-knowledge.ts';
import {
  at,
  DATE,
  entriesIn,
  type GoneProcess,
  journalOf,
  paperVenue,
  processOf,
} from '../support/recorded-day.ts';
import { shipped, valueOf } from '../support/simulated-day.ts';

const knowledge = loadMarketKnowledge();
const params = { entry: '09:20', exit: '09:30' };
const strategies = [valueOf(await loadStrategy(shipped('short-straddle.yaml'), params))];
const fromMs = at('09:14');
const untilMs = at('09:34');

const journal = createMemoryJournal();
const whole = await processOf({ journal, strategies, fromMs, untilMs });
whole.day.stop();
const entries = entriesIn(journal);

it('the journal of a day begins with what it is a day of', () => {
  expect(entries[0]).toMatchObject({
    kind: 'day-opened',
    date: DATE,
    mode: 'paper',
    halt: { state: 'active' },
    stores: {},
  });
  expect(entries.filter(({ kind }) => kind === 'day-opened')).toHaveLength(1);
});

/** The day made again from entries, without going on. */
function recovered(from: readonly JournalEntry[]) {
  const { engine, venue, result } = recovering(from);
  return { engine, venue, value: valueOf(result) };
}

function recovering(from: readonly JournalEntry[]) {
  const engine = new Engine({
    mode: 'paper',
    account: 'test',
    brokerId: 'paper',
    calendar: knowledge.calendar,
    limits: { ordersWorkingPollMs: 2_000, quotesPollMs: 2_000 },
    build: 'unnamed',
  });
  const day = knowledge.calendar.day(DATE);
  const planned = planRuns({
    strategies,
    date: DATE,
    mode: 'paper',
    account: 'test',
    seed: 'recorded-2',
  });
  const venue = paperVenue(new VirtualClock(fromMs));
  const result = recoverDay(from, {
    engine,
    host: createHost(
      (made) => planned.find(({ header }) => header.runId === made.header.runId)?.loaded,
    ),
    remake: (header, about, carried) => remakeRun({ header, about, carried }, planned, day),
    local: venue.local,
  });
  return { engine, venue, result };
}

/** What was decided, without the prices, which depend on when was looked. */
function decisions({ commands }: GoneProcess): readonly string[] {
  return commands.map((line) => {
    const { command } = JSON.parse(line) as {
      command: { kind: string; orders?: { leg: string; contract: { symbol: string } }[] };
    };
    const legs = command.orders?.map(({ leg, contract }) => `${leg} ${contract.symbol}`) ?? [];
    return [command.kind, ...legs].join(' ');
  });
}

function tagsSent(sent: GoneProcess['sent']): readonly string[] {
  return sent.flatMap((attempt) =>
    attempt.kind === 'place' ? attempt.request.elements.map(({ tag }) => tag) : [],
  );
}

async function bookOf({ venue }: Pick<GoneProcess, 'venue'>, atMs: number): Promise<unknown> {
  const { outcome } = await venue.poll({ subject: 'orders' }, atMs);
  return outcome.kind === 'accepted' && 'orders' in outcome.value ? outcome.value.orders : null;
}

describe('the journal of a paper day', () => {
  it('was made of a day that traded and ended flat', () => {
    expect(decisions(whole).length).toBeGreaterThan(2);
    expect(whole.day.view().positions.every(({ netUnits }) => netUnits === 0)).toBe(true);
    expect(entries.length).toBeGreaterThan(500);
  });

  it('gives the same view and the same book when it is folded', async () => {
    const { engine, venue, value } = recovered(entries);
    expect(engine.view()).toEqual(whole.day.view());
    expect(value.runs.map(({ divergence }) => divergence)).toEqual([null]);
    expect(await bookOf({ venue }, untilMs)).toEqual(await bookOf(whole, untilMs));
  });

  it('gives the book that a poll saw at the time, wherever it is cut', async () => {
    const polled = entries.flatMap((entry, index) =>
      entry.kind === 'event' && isPollOf(entry.event, 'orders') ? index : [],
    );
    const picked = polled.filter((_, index) => index % Math.ceil(polled.length / 12) === 0);
    for (const index of picked) {
      const decoder = new EventDecoder();
      const events = entries
        .slice(0, index + 1)
        .flatMap((entry) =>
          entry.kind === 'event' ? decoder.decode(entry.event, entry.atMs) : [],
        );
      const seen = events.at(-1);
      if (seen?.kind !== 'poll-ended' || seen.outcome.kind !== 'accepted') continue;
      const remade = recovered(entries.slice(0, index + 1));
      expect(await bookOf(remade, seen.atMs)).toEqual(
        'orders' in seen.outcome.value && seen.outcome.value.orders,
      );
    }
    expect(picked.length).toBeGreaterThan(5);
  });
});

describe('a journal that lacks what this program makes of its events', () => {
  const isMade = ({ kind }: JournalEntry): boolean => kind === 'intent' || kind === 'attempt';
  const from = entries.findIndex(isMade);
  const count = entries.slice(from).findIndex((entry) => !isMade(entry));

  it('is not followed: orders on it might never have been meant', () => {
    expect(count).toBeGreaterThan(1);
    const { result } = recovering(entries.toSpliced(from, count));
    expect(result).toMatchObject({ ok: false, error: { atMs: entries[from]?.atMs } });
  });

  it('is followed where it ends there: the process may have died before it wrote', () => {
    expect(recovering(entries.slice(0, from)).result.ok).toBe(true);
  });
});

/** A process that begins again after the first `cut` entries. */
async function resumed(kept: readonly JournalEntry[], until = untilMs) {
  const lastMs = kept.at(-1)?.atMs ?? fromMs;
  const from = lastMs + 1_500;
  const on = journalOf(kept);
  const gone = await processOf({ journal: on, strategies, fromMs: from, untilMs: until });
  return { ...gone, journal: on };
}

function sentIn(kept: readonly JournalEntry[]): GoneProcess['sent'] {
  return kept.flatMap((entry) =>
    entry.kind === 'attempt' ? [entry.attempt as unknown as GoneProcess['sent'][number]] : [],
  );
}

function expectAsIfNothingHappened(again: GoneProcess, sentBefore: GoneProcess['sent']): void {
  const view = again.day.view();
  const tags = tagsSent([...sentBefore, ...again.sent]);
  expect(new Set(tags).size).toBe(tags.length);
  expect(view.intents.every(({ orders }) => orders.length <= 1)).toBe(true);
  expect(view.unknownCount).toBe(0);
  const hasNeverLeft = view.intents.some(
    ({ role, state, orders }) =>
      role === 'entry' && orders.length === 0 && (state === 'rejected' || state === 'refused'),
  );
  // An entry that was decided and had not left is not made up for later: the price is another by then.
  if (!hasNeverLeft) expect(decisions(again)).toEqual(decisions(whole));
  expect(view.positions.every(({ netUnits }) => netUnits === 0)).toBe(true);
}

describe('a process that is killed', () => {
  const random = seededRandom('cuts');
  const anywhere = Array.from({ length: 24 }, () => 1 + random.below(entries.length - 1));
  // Where something was decided or sent: right before it, right after it, and inside its group commit.
  const aroundDeeds = entries.flatMap(({ kind }, index) =>
    kind === 'intent' || kind === 'attempt' ? [index, index + 1, index + 2] : [],
  );
  const cuts = [...new Set([...anywhere, ...aroundDeeds])].sort((one, other) => one - other);

  it.each(cuts)('after entry %i goes on as if nothing had happened', async (cut) => {
    const kept = entries.slice(0, cut);
    const again = await resumed(kept);
    expect(again.refused).toBeNull();
    expectAsIfNothingHappened(again, sentIn(kept));
  });

  it('goes on also when it is killed again while it recovers', async () => {
    for (const cut of aroundDeeds.filter((_, index) => index % 4 === 0)) {
      let kept = entries.slice(0, cut);
      for (const more of [1, 2, 3, 7, 19]) {
        const lastMs = kept.at(-1)?.atMs ?? fromMs;
        const { journal: on, day } = await resumed(kept, lastMs + 6_000);
        day.stop();
        kept = entriesIn(on).slice(0, kept.length + more);
      }
      const again = await resumed(kept);
      expect(again.refused).toBeNull();
      expectAsIfNothingHappened(again, sentIn(kept));
    }
  });
});

describe('an order that never left for want of a journal', () => {
  /** It takes no write that an order waits for until the entries are too late. */
  function failingForLong(): ReadableJournal {
    const memory = createMemoryJournal();
    return {
      ...memory,
      append: (written) => {
        const isLate = (written.at(-1)?.atMs ?? 0) >= at('09:20:15');
        if (isLate || !written.some(({ kind }) => kind === 'attempt')) {
          return memory.append(written);
        }
        return fail({ kind: 'io', detail: 'the disk stalled', next: 'wait' });
      },
    };
  }

  it('is not in the paper book that is made again', async () => {
    const on = failingForLong();
    const before = await processOf({ journal: on, strategies, fromMs, untilMs: at('09:21') });
    expect(before.sent).toEqual([]);
    expect(before.day.view().intents.map(({ state }) => state)).toEqual(['refused', 'refused']);
    const again = await processOf({
      journal: on,
      strategies,
      fromMs: at('09:21') + 1_500,
      untilMs,
    });
    expect(again.refused).toBeNull();
    expect(await bookOf(again, untilMs)).toEqual([]);
    expect(again.notices.filter((message) => message.includes('exists although'))).toEqual([]);
  });
});
