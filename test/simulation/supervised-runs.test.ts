import { afterEach, describe, expect, it } from 'vitest';

import { yieldToMachine } from '../../src/adapters/system/machine-time.ts';
import { createMemoryJournal } from '../../src/day/journal/open-day-journal.ts';
import { type TradingDay } from '../../src/day/trading-day.ts';
import { loadStrategy } from '../../src/loading/load-strategy.ts';
import { instantAt } from '../../src/model/time/ist.ts';
import { type ReadableJournal } from '../../src/ports/journal.ts';
import { type LateHosts, lateHosts } from '../support/late-host.ts';
import { shipped, valueOf } from '../support/simulated-day.ts';
import { virtualProcess, virtualWorld } from '../support/virtual-day.ts';

const DATE = '2026-10-30';
const STRADDLE = `short-straddle@${DATE}/paper`;
const CONDOR = `iron-condor@${DATE}/paper`;
const strategies = [
  valueOf(await loadStrategy(shipped('short-straddle.yaml'), { entry: '09:20', exit: '09:26' })),
  valueOf(await loadStrategy(shipped('iron-condor.ts'), { entry: '09:21', exit: '09:27' })),
];
const limits = { ordersWorkingPollMs: 2_000, quotesPollMs: 2_000 };
const common = { strategies, seed: 'supervised', stepMs: 1_000, limits, arePolled: true } as const;

/** A day whose runs have answered all they were told before time goes on. */
class AnsweredDay {
  readonly late: LateHosts | null;
  readonly journal: ReadableJournal = createMemoryJournal();
  readonly day: TradingDay;
  readonly #world = virtualWorld(common);

  /**
   * Null: they run in the process itself.
   *
   * @throws {TypeError} when the day does not start
   */
  constructor(late: LateHosts | null) {
    this.late = late;
    this.#world.clock.advanceTo(instantAt(DATE, '09:14'));
    const host = late === null ? {} : { host: late.host };
    this.day = virtualProcess(this.#world, { ...common, journal: this.journal, ...host });
    if (!this.day.start({ sources: 'left-closed' }).ok) throw new TypeError('not started');
  }

  async until(at: string): Promise<void> {
    const { clock } = this.#world;
    const { kernel } = this.day;
    const untilMs = instantAt(DATE, at);
    while (clock.nowMs() < untilMs) {
      kernel.tick();
      await this.answered();
      clock.advanceTo(Math.min(kernel.nextDueMs() ?? Infinity, clock.nowMs() + 1_000, untilMs));
    }
  }

  async answered(): Promise<void> {
    const { late } = this;
    while (late !== null && late.host.late.unansweredSinceMs() !== null) {
      for (const process of late.processes().slice()) process.pass(process.waiting());
      await yieldToMachine();
    }
  }

  /** Commands of the journal so far, by run. */
  commands(): Readonly<Record<string, readonly unknown[]>> {
    this.day.kernel.write();
    const of: Record<string, unknown[]> = {};
    for (const { kind, ...entry } of this.journal.entriesOf(DATE)) {
      const event = kind === 'event' && 'event' in entry ? (entry.event as unknown) : null;
      const { kind: what, runId, commands } = (event ?? {}) as Record<string, unknown>;
      if (what === 'commands-emitted') (of[String(runId)] ??= []).push(...(commands as unknown[]));
    }
    return of;
  }

  /** Ends the process in which a run lives, in its code, or between all. */
  end(runId: string, how: 'in-its-code' | 'between'): void {
    const process = this.late?.processes().find((one) => one.has(runId));
    process?.end(how === 'in-its-code' ? runId : undefined);
  }

  stateOf(runId: string): string | undefined {
    return this.day.view().runs.find((run) => run.runId === runId)?.state;
  }

  openUnits(runId: string): readonly number[] {
    const { positions } = this.day.view();
    return positions
      .filter((of) => of.runId === runId && of.netUnits !== 0)
      .map((of) => of.netUnits);
  }
}

const opened: AnsweredDay[] = [];
afterEach(() => {
  for (const { day } of opened.splice(0)) day.stop();
});

function openDay(late: LateHosts | null = lateHosts(strategies, 3)): AnsweredDay {
  const day = new AnsweredDay(late);
  opened.push(day);
  return day;
}

async function undisturbed(): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const day = openDay(null);
  await day.until('09:29');
  return day.commands();
}

function codesOf({ late }: AnsweredDay): readonly string[] {
  return (late?.notices ?? []).map(({ code }) => code);
}

/** Ends the process of a run in its code until it is not tried again. */
async function giveUp(day: AnsweredDay): Promise<void> {
  for (let tries = 0; tries <= 3; tries += 1) {
    expect(day.stateOf(STRADDLE)).toBe('running');
    day.end(STRADDLE, 'in-its-code');
    await day.until(`09:22:0${String(tries + 1)}`);
  }
}

describe('runs whose process ends', () => {
  it('decide byte for byte as in the process itself, wherever it ends', async () => {
    const day = openDay();
    for (const at of ['09:19', '09:22', '09:25']) {
      await day.until(at);
      day.end(CONDOR, at === '09:22' ? 'in-its-code' : 'between');
      await day.answered();
    }
    await day.until('09:29');
    expect(day.commands()).toEqual(await undisturbed());
    expect(Object.keys(day.commands())).toEqual([STRADDLE, CONDOR]);
    expect(day.late?.host.processes().restarts).toBeGreaterThanOrEqual(3);
  });

  it('are given up after their tries, closed by the engine, and cost the others nothing', async () => {
    const day = openDay();
    await day.until('09:22');
    expect(day.openUnits(STRADDLE)).toHaveLength(2);
    await giveUp(day);
    expect(codesOf(day)).toEqual([
      ...[1, 2, 3].flatMap(() => ['strategy-process-ended', 'run-tried-alone']),
      ...['strategy-process-ended', 'run-given-up'],
    ]);
    expect(day.day.view().runs[0]).toMatchObject({ state: 'held', isQuarantined: true });
    await day.until('09:24');
    expect(day.openUnits(STRADDLE)).toEqual([]);
    await day.until('09:29');
    const { [CONDOR]: decided } = await undisturbed();
    expect(day.commands()[CONDOR]).toEqual(decided);
  });

  it('go on by themselves when the operator releases them after they were given up', async () => {
    const day = openDay();
    await day.until('09:22');
    await giveUp(day);
    day.day.ask({ action: 'release', runId: STRADDLE, how: 'adopt', reason: 'it was the machine' });
    await day.until('09:23');
    expect(day.stateOf(STRADDLE)).toBe('running');
    expect(day.late?.processes().some((one) => one.has(STRADDLE) && !one.has(CONDOR))).toBe(true);
  });

  it('are parted when their process keeps ending without a reason', async () => {
    const day = openDay();
    await day.until('09:22');
    day.end(CONDOR, 'between');
    await day.until('09:23');
    expect(day.late?.host.processes().restarts).toBe(1);
    day.end(CONDOR, 'between');
    await day.until('09:24');
    const lives = day.late?.processes().map((one) => [one.has(STRADDLE), one.has(CONDOR)]);
    expect(lives?.filter((of) => of.includes(true)).toSorted()).toEqual([
      [false, true],
      [true, false],
    ]);
    await day.until('09:29');
    expect(day.commands()).toEqual(await undisturbed());
  });
});

describe('another version of a run', () => {
  it('takes over between two inputs, and decides on', async () => {
    const day = openDay();
    await day.until('09:22');
    const { reloads, planned } = day.day;
    const [straddle] = planned;
    if (straddle === undefined || day.late === null) throw new TypeError('no such run');
    const { sourceHash, params } = straddle.loaded;
    const prepared = reloads.prepare(STRADDLE, sourceHash);
    if (prepared === null) throw new TypeError('its code cannot be replaced');
    const run = { runId: STRADDLE, by: 'operator', changes: 0, sourceHash, params } as const;
    expect(reloads.takeOver(run, prepared)).toBe(false);
    await day.until('09:23');
    for (const process of day.late.processes()) process.pass(process.waiting());
    expect(prepared.failure()).toBeNull();
    expect(reloads.takeOver(run, prepared)).toBe(true);
    await day.until('09:29');
    expect(day.openUnits(STRADDLE)).toEqual([]);
    // The same source, told the same: it decides what the one before would have decided.
    expect(day.commands()).toEqual(await undisturbed());
  });
});
