import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { filter, map, NEVER } from 'rxjs';

import { openJournal } from '../../src/adapters/journal/sqlite-journal.ts';
import { EventDecoder } from '../../src/engine/codec/event-codec.ts';
import { alert, defineSource, defineStrategy, z } from '../../src/index.ts';
import { driveVirtual } from '../../src/kernel/drive-virtual.ts';
import { type Venue } from '../../src/kernel/venue.ts';
import { instantAt } from '../../src/model/time/ist.ts';
import { type ReadableJournal } from '../../src/ports/journal.ts';
import { type Strategy } from '../../src/strategy/define-strategy.ts';
import { loadAll, valueOf } from '../support/simulated-day.ts';
import { openVirtualDay, type VirtualDayOptions } from '../support/virtual-day.ts';
import { type BenchRatio } from './bench-ratio.ts';

const DATE = '2026-10-30';
const RUNS = 40;
const VALUES = 1_000_000;

const ticks = defineSource<number>({ name: 'ticks', open: () => NEVER });

/** Watches two prices and does next to nothing with them. */
function watcher(index: number): Strategy {
  return defineStrategy({
    name: `watcher-${String(index)}`,
    params: z.object({}),
    sources: [ticks],
    run: ({ prices, from }) =>
      (index < 0 ? from(ticks) : prices('NIFTY').pipe(map(({ lastPaise }) => lastPaise))).pipe(
        filter((value) => value < 0),
        map((value) => alert('info', String(value))),
      ),
  });
}

/** Recovery of a day of a million inputs from its file: seconds, and what of it goes where. */
export async function replayBench(): Promise<readonly BenchRatio[]> {
  const polls = await loadAll(Array.from({ length: RUNS }, (_, index) => watcher(index)));
  const values = await loadAll([watcher(-1)]);
  return [
    ...measured('40 runs x 25,000 polls', {
      ...COMMON,
      strategies: polls,
      limits: { quotesPollMs: 900 },
      until: '15:32',
    }),
    ...measured('1,000,000 values of a source', { ...COMMON, strategies: values, until: '09:16' }),
  ];
}

const COMMON = { seed: 'bench', stepMs: 900, date: DATE, through: withoutForesight } as const;

function measured(what: string, options: VirtualDayOptions): readonly BenchRatio[] {
  const directory = mkdtempSync(join(tmpdir(), 'sauda-bench-'));
  const open = (): ReadableJournal =>
    valueOf(openJournal({ path: join(directory, 'day.db'), account: 'default', mode: 'paper' }));
  try {
    const inputs = record(open(), options);
    const journal = open();
    // Once before: what is measured is the file and the coding, not the compiler.
    decodeAll(journal);
    const decodedS = secondsOf(() => {
      decodeAll(journal);
    });
    const { day } = openVirtualDay({ ...options, journal });
    const allS = secondsOf(() => {
      valueOf(day.start({ sources: 'left-closed' }));
    });
    day.stop();
    journal.close();
    const split = `read ${decodedS.toFixed(2)}, fold and replay ${(allS - decodedS).toFixed(2)}`;
    const name = `s to recover ${String(inputs)} inputs, ${what} (${split})`;
    return [{ name, ratio: allS, must: 3, aim: 1.5 }];
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** Writes the day and says how many inputs its runs were shown. */
function record(journal: ReadableJournal, options: VirtualDayOptions): number {
  let inputs = 0;
  const { day, clock } = openVirtualDay({
    ...options,
    journal,
    onStep: (_event, effects) => {
      for (const { kind } of effects) inputs += kind === 'deliver' ? 1 : 0;
    },
  });
  day.start({ sources: 'left-closed' });
  driveVirtual(day.kernel, clock, instantAt(DATE, options.until ?? '15:32'));
  const [run] = day.runs;
  if (options.strategies.length === 1 && run !== undefined) {
    for (let value = 0; value < VALUES; value += 1) {
      day.kernel.post({ kind: 'source-value', runId: run.runId, source: ticks.name, value });
      day.kernel.drain();
    }
  }
  day.stop();
  journal.close();
  return inputs;
}

function decodeAll(journal: ReadableJournal): void {
  const decoder = new EventDecoder();
  for (const entry of journal.entriesOf(DATE)) {
    if (entry.kind === 'event') decoder.decode(entry.event, entry.atMs);
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

/** CPU of this process: other processes of the machine do not count. */
function secondsOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000_000;
}
