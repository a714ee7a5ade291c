import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { type BenchRatio } from './bench-ratio.ts';
import { buildBeside } from './build-beside.ts';
import { DESK_LIMITS, mixedDesk } from './mixed-desk.ts';
import { cpuSecondsOf, memoryOf, processTree } from './process-tree.ts';

const DESK = 100;
const LARGE_DESK = 500;
const TIMES = { entry: '09:16', exit: '15:10' };
/** Until the open, at which the index begins to move. */
const OPENS_AFTER_MS = 10_000;
/** From the open until all have entered: orders leave at eight a second. */
const ENTERED_AFTER_MS = 160_000;
const LARGE_ENTERED_AFTER_MS = 330_000;
const WINDOW_MS = 30_000;

/** What a daemon takes while its strategies trade. */
interface Taken {
  /** Of one core, of all its processes. */
  readonly cpuPercent: number;
  readonly pssMb: number;
  readonly rssMb: number;
  readonly processes: number;
}

/**
 * `sauda daemon` of the built package with a hundred strategies and with five hundred, live on polls of a second, against a
 * simulator in another process: CPU and memory of the daemon and all its children. Strategies run in a process of their own, as they do
 * by default, and beside it in the daemon's. None on systems without `/proc`.
 */
export async function daemonDesksBench(): Promise<readonly BenchRatio[]> {
  if (process.platform !== 'linux') {
    process.stderr.write('daemon-desks is skipped: it reads CPU and memory from /proc\n');
    return [];
  }
  const directory = mkdtempSync(join(tmpdir(), 'sauda-bench-'));
  try {
    const program = await buildBeside(directory);
    const small = await takenBy(directory, program, {
      count: DESK,
      enteredAfterMs: ENTERED_AFTER_MS,
    });
    const large = await takenBy(directory, program, {
      count: LARGE_DESK,
      enteredAfterMs: LARGE_ENTERED_AFTER_MS,
    });
    const inside = await takenBy(directory, program, {
      count: DESK,
      enteredAfterMs: ENTERED_AFTER_MS,
      isolation: 'none',
    });
    return [...figuresOf(small), ...growthOf(small, large), ...figuresOf(inside, 'in the daemon')];
  } finally {
    rmSync(directory, { recursive: true, maxRetries: 5 });
  }
}

function figuresOf(
  { cpuPercent, pssMb, rssMb, processes }: Taken,
  where = 'in a process of their own',
): readonly BenchRatio[] {
  const what = `of a daemon with ${String(DESK)} strategies ${where} on 1 s polls, its ${String(processes)} processes together`;
  return [
    { name: `% of a core ${what}`, ratio: cpuPercent, must: 15, aim: 7.5 },
    {
      name: `MiB ${what} (PSS; each by itself, RSS: ${rssMb.toFixed(0)})`,
      ratio: pssMb,
      must: 300,
      aim: 200,
    },
  ];
}

/** Five times the strategies must not take more than five times as much, with a tenth for noise. */
function growthOf(small: Taken, large: Taken): readonly BenchRatio[] {
  const perStrategy = (of: (taken: Taken) => number): number =>
    of(large) / LARGE_DESK / (of(small) / DESK);
  const what = `of one of ${String(LARGE_DESK)} strategies in a daemon, against one of ${String(DESK)}`;
  const cpu = `${large.cpuPercent.toFixed(1)} % of a core`;
  return [
    {
      name: `CPU ${what} (${cpu})`,
      ratio: perStrategy((of) => of.cpuPercent),
      must: 1.1,
      aim: 0.8,
    },
    {
      name: `memory ${what} (${large.pssMb.toFixed(0)} MiB)`,
      ratio: perStrategy((of) => of.pssMb),
      must: 1.1,
      aim: 0.5,
    },
  ];
}

interface Desk {
  readonly count: number;
  readonly enteredAfterMs: number;
  /** Where strategies run. @default as a daemon has it by default */
  readonly isolation?: 'none';
}

async function takenBy(
  bench: string,
  program: string,
  { count, enteredAfterMs, isolation }: Desk,
): Promise<Taken> {
  const directory = join(bench, `desk-${String(count)}-${isolation ?? 'process'}`);
  mkdirSync(directory);
  writeFileSync(
    join(directory, 'sauda.yaml'),
    [
      'mode: live',
      'state: {directory: state}',
      'engine: {ordersPollIdle: 1s}',
      DESK_LIMITS,
      ...(isolation === undefined ? [] : [`isolation: ${isolation}`]),
      `strategies: ${JSON.stringify(mixedDesk(directory, count, TIMES))}`,
    ].join('\n'),
  );
  const started: ChildProcess[] = [];
  const start = (...args: readonly string[]): ChildProcess => {
    const env = { PATH: process.env['PATH'] ?? '', HOME: directory };
    const child = spawn(process.execPath, [program, ...args], {
      cwd: directory,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    started.push(child);
    return child;
  };
  try {
    const sim = start('sim', '--at', '2026-10-30T09:14:50', '--json');
    const [line] = (await once(sim.stdout ?? sim, 'data')) as [Buffer];
    writeFileSync(join(directory, 'sim.json'), line);
    const { pid = 0, stdout } = start('daemon', '--sim', 'sim.json', '--json');
    stdout?.resume();
    await wait(OPENS_AFTER_MS + enteredAfterMs);
    const tree = processTree(pid);
    const before = cpuSecondsOf(tree);
    await wait(WINDOW_MS);
    const taken = cpuSecondsOf(processTree(pid)) - before;
    const { pss, rss } = memoryOf(processTree(pid));
    return {
      cpuPercent: (taken / (WINDOW_MS / 1_000)) * 100,
      pssMb: pss,
      rssMb: rss,
      processes: processTree(pid).length,
    };
  } finally {
    for (const child of started.reverse()) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  }
}
