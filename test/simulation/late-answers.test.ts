import { fileURLToPath } from 'node:url';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type Random, seededRandom } from '../../src/base/random.ts';
import { createMemoryJournal } from '../../src/day/journal/open-day-journal.ts';
import { type TradingDay } from '../../src/day/trading-day.ts';
import { type PollAnswer, type Venue } from '../../src/kernel/venue.ts';
import { type VirtualClock } from '../../src/kernel/clocks.ts';
import { loadStrategy } from '../../src/loading/load-strategy.ts';
import { instantAt } from '../../src/model/time/ist.ts';
import { type ReadableJournal } from '../../src/ports/journal.ts';
import { yieldToMachine } from '../../src/adapters/system/machine-time.ts';
import { type LateHost, lateHost, type LateHosts, lateHosts } from '../support/late-host.ts';
import { shipped, valueOf } from '../support/simulated-day.ts';
import { virtualProcess, virtualWorld } from '../support/virtual-day.ts';

const DATE = '2026-10-30';
const params = { entry: '09:20', exit: '09:26' };
const strategies = [
  valueOf(await loadStrategy(shipped('short-straddle.yaml'), params)),
  valueOf(await loadStrategy(shipped('iron-condor.ts'), { entry: '09:21', exit: '09:27' })),
];
const roundTrips = valueOf(
  await loadStrategy(fileURLToPath(new URL('../e2e/round-trips.js', import.meta.url)), {
    ...{ strikePaise: null, from: '09:16', everyMs: 2_000, heldMs: 1_000 },
  }),
);
const limits = { ordersWorkingPollMs: 2_000, quotesPollMs: 2_000 };
const common = { strategies, seed: 'late', stepMs: 1_000, limits, arePolled: true } as const;
const END_MS = instantAt(DATE, '09:29');

/** How a day is driven. */
interface Drive {
  readonly clock: VirtualClock;
  readonly random: Random;
  readonly untilMs: number;
}

/** Drives a day whose host gets its lines late, some of them much later. */
function drive(day: TradingDay, late: LateHost, { clock, random, untilMs }: Drive): void {
  while (clock.nowMs() < untilMs) {
    day.kernel.tick();
    if (random.next() < 0.7) late.pass(Math.ceil(random.next() * late.waiting()));
    const dueMs = Math.min(day.kernel.nextDueMs() ?? Infinity, clock.nowMs() + 1_000, untilMs);
    clock.advanceTo(Math.max(dueMs, clock.nowMs() + 1));
  }
}

/** The same where each process takes its lines at its own pace, and now and then one ends. */
async function driveBroken(
  day: TradingDay,
  late: LateHosts,
  { clock, random, untilMs }: Drive,
): Promise<void> {
  while (clock.nowMs() < untilMs) {
    day.kernel.tick();
    for (const process of late.processes().slice()) {
      if (random.next() < 0.7) process.pass(Math.ceil(random.next() * process.waiting()));
      if (random.next() < 0.01) process.end();
    }
    // What is sent later, or tried again, is so by the machine's time.
    await yieldToMachine();
    const dueMs = Math.min(day.kernel.nextDueMs() ?? Infinity, clock.nowMs() + 1_000, untilMs);
    clock.advanceTo(Math.max(dueMs, clock.nowMs() + 1));
  }
}

function isHeld(day: TradingDay): boolean {
  return day.view().runs.some(({ state }) => state === 'held');
}

/** All commands of a journal, by run. */
function commandsIn(journal: ReadableJournal): Readonly<Record<string, readonly unknown[]>> {
  const of: Record<string, unknown[]> = {};
  for (const { kind, ...entry } of journal.entriesOf(DATE)) {
    const event = kind === 'event' && 'event' in entry ? (entry.event as unknown) : null;
    const { kind: what, runId, commands } = (event ?? {}) as Record<string, unknown>;
    if (what === 'commands-emitted') (of[String(runId)] ??= []).push(...(commands as unknown[]));
  }
  return of;
}

describe('a day whose runs answer late', () => {
  it('is recovered at any moment, in this process or another, with nothing lost or done twice', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 900 }), { maxLength: 3 }), (cuts) => {
        const world = virtualWorld(common);
        const { clock } = world;
        clock.advanceTo(instantAt(DATE, '09:14'));
        const random = seededRandom(JSON.stringify(cuts));
        const journal = createMemoryJournal();
        const ends = [...cuts.map((s) => instantAt(DATE, '09:14') + s * 1_000), END_MS];
        for (const untilMs of ends.sort((a, b) => a - b)) {
          const late = lateHost(strategies);
          const day = virtualProcess(world, { ...common, journal, host: late.host });
          expect(day.start({ sources: 'left-closed' })).toEqual({ ok: true, value: null });
          drive(day, late, { clock, random, untilMs });
          expect(isHeld(day)).toBe(false);
          // As a crash: what is on its way never comes, and nothing more is written.
          if (untilMs === END_MS) {
            late.pass(Infinity);
            day.stop();
          } else day.kernel.write();
          late.host.close();
        }
        const decided = commandsIn(journal);
        expect(Object.keys(decided)).toHaveLength(2);
        // The same journal in the process itself: every command is the one that was recorded.
        const again = virtualProcess(world, { ...common, journal });
        expect(again.start({ sources: 'left-closed' })).toEqual({ ok: true, value: null });
        expect(isHeld(again)).toBe(false);
        expect(commandsIn(journal)).toEqual(decided);
        const { intents, positions } = again.view();
        expect(new Set(intents.map(({ tag }) => tag)).size).toBe(intents.length);
        expect(positions.filter(({ netUnits }) => netUnits !== 0)).toEqual([]);
      }),
      { numRuns: 6 },
    );
  }, 60_000);
});

describe('a day whose processes end', () => {
  it('decides as if none had, and is recovered as any other', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 900 }), { maxLength: 2 }),
        async (cuts) => {
          const world = virtualWorld(common);
          const { clock } = world;
          clock.advanceTo(instantAt(DATE, '09:14'));
          const random = seededRandom(JSON.stringify(cuts));
          const journal = createMemoryJournal();
          const ends = [...cuts.map((s) => instantAt(DATE, '09:14') + s * 1_000), END_MS];
          let restarts = 0;
          for (const untilMs of ends.sort((a, b) => a - b)) {
            const late = lateHosts(strategies, 1_000);
            const day = virtualProcess(world, { ...common, journal, host: late.host });
            expect(day.start({ sources: 'left-closed' })).toEqual({ ok: true, value: null });
            await driveBroken(day, late, { clock, random, untilMs });
            expect(isHeld(day)).toBe(false);
            day.kernel.write();
            restarts += late.host.processes().restarts;
            late.host.close();
          }
          expect(restarts).toBeGreaterThan(0);
          const decided = commandsIn(journal);
          expect(Object.keys(decided)).toHaveLength(2);
          const again = virtualProcess(world, { ...common, journal });
          expect(again.start({ sources: 'left-closed' })).toEqual({ ok: true, value: null });
          expect(isHeld(again)).toBe(false);
          expect(commandsIn(journal)).toEqual(decided);
          const { intents, positions } = again.view();
          expect(new Set(intents.map(({ tag }) => tag)).size).toBe(intents.length);
          expect(positions.filter(({ netUnits }) => netUnits !== 0)).toEqual([]);
        },
      ),
      { numRuns: 4 },
    );
  }, 60_000);
});

function entryCount(journal: ReadableJournal): number {
  return [...journal.entriesOf(DATE)].length;
}

/** A venue whose polls, once held, are answered when the test says so. */
function heldPolls(): {
  readonly hold: () => void;
  readonly answer: () => void;
  readonly through: (venue: Venue) => Venue;
} {
  let isHeld = false;
  const held: (() => void)[] = [];
  const through = (venue: Venue): Venue => ({
    ...venue,
    poll: (...of) => {
      if (!isHeld) return venue.poll(...of);
      return new Promise<PollAnswer>((resolve) => {
        held.push(() => {
          resolve(venue.poll(...of));
        });
      });
    },
  });
  const answer = (): void => {
    for (const give of held.splice(0)) give();
  };
  return { hold: () => (isHeld = true), answer, through };
}

describe('a day that is stopped while a poll hangs', () => {
  it.each(['here', 'elsewhere'])(
    'leaves what its runs had not answered to the next process (runs live %s)',
    async (where) => {
      const polls = heldPolls();
      const options = { ...common, strategies: [roundTrips], through: polls.through };
      const world = virtualWorld(options);
      const { clock } = world;
      const journal = createMemoryJournal();
      const late = lateHosts(options.strategies, 0);
      const own = where === 'here' ? {} : { host: late.host };
      const day = virtualProcess(world, { ...options, ...own, journal });
      clock.advanceTo(instantAt(DATE, '09:14'));
      expect(day.start({ sources: 'left-closed' }).ok).toBe(true);
      while (clock.nowMs() < instantAt(DATE, '09:19:59')) {
        clock.advanceTo(clock.nowMs() + 1_000);
        if (clock.nowMs() === instantAt(DATE, '09:19:58')) polls.hold();
        day.kernel.tick();
        for (const process of late.processes()) process.pass(Infinity);
      }
      clock.advanceTo(instantAt(DATE, '09:20:00'));
      day.kernel.tick();
      day.stop();
      const kept = entryCount(journal);
      clock.advanceTo(instantAt(DATE, '09:20:08'));
      polls.answer();
      await yieldToMachine();
      day.kernel.write();
      // No one is there to see it, and nothing may be sent for it.
      expect(entryCount(journal)).toBe(kept);
      clock.advanceTo(instantAt(DATE, '09:20:16'));
      day.kernel.post({ kind: 'winding-down' });
      day.kernel.drain();
      day.kernel.write();

      const again = virtualProcess(world, { ...options, journal });
      expect(again.start({ sources: 'left-closed' })).toEqual({ ok: true, value: null });
      expect(again.view().runs.map(({ state }) => state)).toEqual(['running']);
      again.kernel.write();
      const leg = `trip-${String(instantAt(DATE, '09:20:00'))}`;
      const decided = JSON.stringify(commandsIn(journal)).split(`"leg":"${leg}"`);
      expect(decided).toHaveLength(2);
    },
  );
});
