import fc from 'fast-check';
import { expect, it } from 'vitest';

import { yieldToMachine } from '../../src/adapters/system/machine-time.ts';
import { isSameJson } from '../../src/base/json.ts';
import { type Random, seededRandom } from '../../src/base/random.ts';
import { createMemoryJournal } from '../../src/day/journal/open-day-journal.ts';
import { type TradingDay } from '../../src/day/trading-day.ts';
import { type LoadedStrategy, loadStrategy } from '../../src/loading/load-strategy.ts';
import { instantAt } from '../../src/model/time/ist.ts';
import { type PreparedRun } from '../../src/ports/run-host.ts';
import { type ReadableJournal } from '../../src/ports/journal.ts';
import { type LateHosts, lateHosts } from '../support/late-host.ts';
import { shipped, valueOf } from '../support/simulated-day.ts';
import { type VirtualWorld, virtualProcess, virtualWorld } from '../support/virtual-day.ts';

const DATE = '2026-10-30';
const RUN_ID = `short-straddle@${DATE}/paper`;
const START_MS = instantAt(DATE, '09:14');
const END_MS = instantAt(DATE, '09:29');

async function version(sourceHash: string, params: Readonly<Record<string, string>>) {
  const loaded = valueOf(await loadStrategy(shipped('short-straddle.yaml'), params));
  return { ...loaded, sourceHash };
}

/** The same strategy as it is changed during the day. */
const versions: Readonly<Record<string, LoadedStrategy>> = {
  first: await version('first', { entry: '09:20', exit: '09:26' }),
  later: await version('later', { entry: '09:20', exit: '09:27' }),
  tighter: await version('tighter', { entry: '09:22', exit: '09:25', stop: '2%' }),
};
const other = valueOf(
  await loadStrategy(shipped('iron-condor.ts'), { entry: '09:21', exit: '09:27' }),
);
const limits = { ordersWorkingPollMs: 2_000, quotesPollMs: 2_000 };
const common = { seed: 'reload', stepMs: 1_000, limits, arePolled: true } as const;

/** What happens so many seconds after the start. */
interface Happening {
  readonly second: number;
  /** The version that takes over; null: the program is killed and starts again. */
  readonly to: string | null;
}

interface Process {
  readonly day: TradingDay;
  readonly late: LateHosts;
  /** The version that is to take over. */
  awaited: { readonly name: string; readonly prepared: PreparedRun } | null;
}

/** A day of programs after one another, over one journal. */
class Lives {
  readonly world: VirtualWorld = virtualWorld(common);
  readonly journal: ReadableJournal = createMemoryJournal();
  readonly #random: Random;
  /** What the file is. */
  file = 'first';
  reloads = 0;
  /** What must never happen. */
  readonly broken: string[] = [];
  process: Process;

  constructor(seed: string) {
    this.#random = seededRandom(seed);
    this.world.clock.advanceTo(START_MS);
    this.process = this.#start();
  }

  async live(happenings: readonly Happening[]): Promise<void> {
    for (const { second, to } of happenings) {
      await this.drive(START_MS + second * 1_000);
      if (to === null) this.kill();
      else this.#change(to);
    }
    await this.drive(END_MS);
    this.process.day.kernel.write();
  }

  kill(): void {
    const { day, late, awaited } = this.process;
    awaited?.prepared.drop();
    day.kernel.write();
    late.host.close();
    // With the file that took over last: one that did not is put back.
    this.process = this.#start();
  }

  async drive(untilMs: number): Promise<void> {
    const { clock } = this.world;
    while (clock.nowMs() < untilMs) {
      const { day, late } = this.process;
      day.kernel.tick();
      for (const process of late.processes().slice()) {
        if (this.#random.next() < 0.7) {
          process.pass(Math.ceil(this.#random.next() * process.waiting()));
        }
      }
      await yieldToMachine();
      this.#takeOver();
      if (stateOf(day) === 'held') this.broken.push('held');
      const dueMs = Math.min(day.kernel.nextDueMs() ?? Infinity, clock.nowMs() + 1_000, untilMs);
      clock.advanceTo(Math.max(dueMs, clock.nowMs() + 1));
    }
  }

  #start(): Process {
    const strategies = [versions[this.file] ?? other, other];
    const late = lateHosts([...Object.values(versions), other], 1_000);
    const { journal } = this;
    const day = virtualProcess(this.world, { ...common, strategies, journal, host: late.host });
    if (!day.start({ sources: 'left-closed' }).ok) this.broken.push('not started');
    return { day, late, awaited: null };
  }

  #change(name: string): void {
    const { day, awaited } = this.process;
    if (awaited !== null || stateOf(day) !== 'running') return;
    const prepared = day.reloads.prepare(RUN_ID, name);
    if (prepared !== null) this.process.awaited = { name, prepared };
  }

  #takeOver(): void {
    const { day, awaited } = this.process;
    if (awaited === null) return;
    const { name, prepared } = awaited;
    if (stateOf(day) !== 'running' || prepared.failure() !== null) {
      prepared.drop();
      this.process.awaited = null;
      return;
    }
    const before = intentsOf(day);
    const { params } = versions[name] ?? other;
    const run = { runId: RUN_ID, by: 'operator', changes: 0, sourceHash: name, params } as const;
    if (!day.reloads.takeOver(run, prepared)) return;
    // I29: what is open is as it was.
    if (!isSameJson(intentsOf(day), before)) this.broken.push('intents changed');
    this.process.awaited = null;
    this.file = name;
    this.reloads += 1;
  }
}

function stateOf(day: TradingDay): string | undefined {
  return day.view().runs.find(({ runId }) => runId === RUN_ID)?.state;
}

function intentsOf(day: TradingDay) {
  return day.view().intents.map(({ tag, state, orders }) => ({ tag, state, orders }));
}

function commandsIn(journal: ReadableJournal): readonly string[] {
  return [...journal.entriesOf(DATE)].flatMap((entry) => {
    const text = entry.kind === 'event' ? JSON.stringify(entry) : '';
    return text.includes('"commands-emitted"') ? [text] : [];
  });
}

const happening = fc.record({
  second: fc.integer({ min: 1, max: 890 }),
  to: fc.constantFrom(...Object.keys(versions), null),
});

it('a run that is reloaded at any moments, and killed at any, loses and doubles nothing', async () => {
  let reloads = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: 1, maxLength: 5 }), async (drawn) => {
      const lives = new Lives(JSON.stringify(drawn));
      await lives.live(drawn.toSorted((one, next) => one.second - next.second));
      const { journal, world, file } = lives;
      expect(lives.broken).toEqual([]);
      reloads += lives.reloads;
      lives.process.late.host.close();
      // The same journal in the program's own process: every command is the one that was recorded.
      const decided = commandsIn(journal);
      const strategies = [versions[file] ?? other, other];
      const again = virtualProcess(world, { ...common, strategies, journal });
      expect(again.start({ sources: 'left-closed' })).toEqual({ ok: true, value: null });
      expect(again.view().runs.filter(({ state }) => state === 'held')).toEqual([]);
      expect(commandsIn(journal)).toEqual(decided);
      const { intents, positions } = again.view();
      const tags = intents.map(({ tag }) => tag);
      expect(new Set(tags).size).toBe(tags.length);
      expect(intents.filter(({ isUnresolved }) => isUnresolved)).toEqual([]);
      expect(positions.filter(({ netUnits, runId }) => runId !== RUN_ID && netUnits !== 0)).toEqual(
        [],
      );
    }),
    { numRuns: 5 },
  );
  expect(reloads).toBeGreaterThan(3);
}, 120_000);

it('decides by the new source from then on, and leaves the orders of the old as they are', async () => {
  const lives = new Lives('one');
  await lives.live([{ second: 480, to: 'later' }]);
  const { day, late } = lives.process;
  expect(lives.broken).toEqual([]);
  expect(lives.reloads).toBe(1);
  const { intents, positions } = day.view();
  const own = intents.filter(({ runId }) => runId === RUN_ID);
  expect(own.filter(({ role }) => role === 'entry')).toHaveLength(2);
  expect(positions.filter(({ netUnits }) => netUnits !== 0)).toEqual([]);
  const decisions = commandsIn(lives.journal).filter((text) => text.includes(RUN_ID));
  expect(decisions.at(-1)).toContain('exit time');
  const { atMs } = JSON.parse(decisions.at(-1) ?? '{}') as { readonly atMs: number };
  expect(atMs).toBeGreaterThanOrEqual(instantAt(DATE, '09:27'));
  late.host.close();
});

it('a start with another file than the one that took over holds the run', async () => {
  const lives = new Lives('two');
  await lives.live([{ second: 300, to: 'later' }]);
  lives.file = 'first';
  lives.kill();
  expect(lives.process.day.view().runs.find(({ runId }) => runId === RUN_ID)).toMatchObject({
    state: 'held',
    detail: expect.stringContaining('since it was adopted') as string,
  });
});
