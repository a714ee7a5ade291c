import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { type BenchRatio } from './bench-ratio.ts';
import { buildBeside } from './build-beside.ts';

const STRATEGIES = 100;
/** Until all have entered, and the window that is measured. */
const SETTLED_AFTER_MS = 75_000;
const WINDOW_MS = 20_000;
/** Clock ticks of Linux. */
const TICKS_PER_S = 100;
const MIB = 1_024;

const strategy = (number: number): string => `name: straddle-${String(number)}
schemaVersion: 1
underlying: NIFTY
entry: '09:31'
exit: '15:10'
legs:
  ce: {side: sell, type: CE, strike: ATM, stop: 30%}
  pe: {side: sell, type: PE, strike: ATM, stop: 30%}
`;

/**
 * `sauda run` of the built package as a process of its own: a live day of 100 straddles on polls of a second, against the
 * simulator in another process. None on systems without `/proc`.
 */
export async function liveStrategiesBench(): Promise<readonly BenchRatio[]> {
  if (process.platform !== 'linux') {
    process.stderr.write('live-strategies is skipped: it reads CPU and memory from /proc\n');
    return [];
  }
  const directory = mkdtempSync(join(tmpdir(), 'sauda-bench-'));
  const started: ChildProcess[] = [];
  const start = (...args: readonly string[]): ChildProcess => {
    const child = spawn(process.execPath, args, {
      cwd: directory,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    started.push(child);
    return child;
  };
  try {
    const program = await buildBeside(directory);
    const files = Array.from({ length: STRATEGIES }, (_, number) => `s${String(number)}.yaml`);
    for (const [number, file] of files.entries()) {
      writeFileSync(join(directory, file), strategy(number));
    }
    writeFileSync(
      join(directory, 'live.yaml'),
      `{mode: live, state: {directory: .}, engine: {ordersPollIdle: 1s}, strategies: [${files.join(', ')}]}`,
    );
    const sim = start(program, 'sim', '--at', '2026-10-30T09:30', '--json');
    const [line] = (await once(sim.stdout ?? sim, 'data')) as [Buffer];
    writeFileSync(join(directory, 'sim.json'), line);
    const own = ['--config', 'live.yaml', '--sim', 'sim.json', '--begin-anew', 'bench', '--json'];
    const { pid = 0 } = start(program, 'run', ...own);
    await wait(SETTLED_AFTER_MS);
    const before = cpuTicks(pid);
    await wait(WINDOW_MS);
    const percent = ((cpuTicks(pid) - before) / TICKS_PER_S / (WINDOW_MS / 1_000)) * 100;
    const what = `of ${String(STRATEGIES)} live strategies on 1 s polls, own process`;
    return [
      { name: `% of a CPU ${what}`, ratio: percent, must: 5, aim: 3 },
      { name: `MB ${what}`, ratio: residentMb(pid), must: 160, aim: 120 },
    ];
  } finally {
    for (const child of started.reverse()) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    rmSync(directory, { recursive: true });
  }
}

function cpuTicks(pid: number): number {
  const fields = readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / MIB;
}
