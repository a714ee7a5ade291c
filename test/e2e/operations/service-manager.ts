/**
 * What `systemctl --user` does with the unit that ships, where no systemd runs: starts what the unit says with the
 * environment that it says, restarts it as it says, and ends it in the time that it says. The restart comes sooner.
 *
 * Usage: service-manager.ts start|stop|restart|enable|disable|daemon-reload [sauda] [--now]
 */

import { spawn } from 'node:child_process';
import { existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const HOME = homedir();
const UNIT = join(HOME, '.config/systemd/user/sauda.service');
const STATE = join(HOME, '.service');
const RESTART_MS = 300;

/** Values of a unit by their keys, `%h` filled in; of a key that is given twice, the last. */
function unit(): ReadonlyMap<string, string> {
  const lines = readFileSync(UNIT, 'utf8').split('\n');
  const pairs = lines.filter((line) => /^[A-Za-z]+=/.test(line)).map((line) => line.split('='));
  return new Map(
    pairs.map(([key = '', ...value]) => [key, value.join('=').replaceAll('%h', HOME)]),
  );
}

/** The process that the unit runs now; null for none. */
function mainPid(): number | null {
  const pid = existsSync(STATE) ? Number(readFileSync(STATE, 'utf8')) : 0;
  return pid > 0 && isAlive(pid) ? pid : null;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** What the test adds to the command of the unit: the simulator. */
function added(directory: string): readonly string[] {
  const [sim, more] = [join(directory, 'sim.json'), join(HOME, '.daemon-args')];
  return [
    ...(existsSync(sim) ? ['--sim', 'sim.json'] : []),
    ...(existsSync(more) ? readFileSync(more, 'utf8').split('\n').filter(Boolean) : []),
  ];
}

async function supervise(): Promise<void> {
  for (;;) {
    const keys = unit();
    const cwd = keys.get('WorkingDirectory') ?? '';
    const [program = '', ...args] = (keys.get('ExecStart') ?? '').split(' ');
    const out = openSync(join(HOME, 'service.log'), 'a', 0o600);
    const child = spawn(program, [...args, ...added(cwd)], { cwd, stdio: ['ignore', out, out] });
    writeFileSync(STATE, String(child.pid));
    const code = await new Promise<number | null>((resolve) => child.on('exit', resolve));
    const prevented = (keys.get('RestartPreventExitStatus') ?? '').split(' ').map(Number);
    const isWanted = readFileSync(STATE, 'utf8') !== 'stopping';
    if (!isWanted || code === 0 || (code !== null && prevented.includes(code))) break;
    await delay(RESTART_MS);
  }
  rmSync(STATE, { force: true });
}

/** Whether what supervises the process that was ended has seen its end. */
function isStopped(pid: number): boolean {
  return !isAlive(pid) && !existsSync(STATE);
}

async function start(): Promise<number> {
  if (mainPid() !== null) return 0;
  rmSync(STATE, { force: true });
  const supervisor = [import.meta.filename, 'supervise'];
  spawn(process.execPath, supervisor, { detached: true, stdio: 'ignore' }).unref();
  for (let waited = 0; waited < 200 && mainPid() === null; waited += 1) await delay(50);
  return mainPid() === null ? 1 : 0;
}

/** Fails where the process does not end in the time of the unit, as systemd would kill it then. */
async function stop(): Promise<number> {
  const pid = mainPid();
  if (pid === null) return 0;
  const endMs = performance.now() + Number(unit().get('TimeoutStopSec')) * 1_000;
  writeFileSync(STATE, 'stopping');
  process.kill(pid, 'SIGTERM');
  while (!isStopped(pid) && performance.now() < endMs) await delay(20);
  return isStopped(pid) ? 0 : 1;
}

const [verb = '', ...rest] = process.argv.slice(2).filter((arg) => arg !== '--user');
const isNow = rest.includes('--now');
if (verb === 'supervise') await supervise();
else if (verb === 'start' || (verb === 'enable' && isNow)) process.exitCode = await start();
else if (verb === 'stop' || (verb === 'disable' && isNow)) process.exitCode = await stop();
else if (verb === 'restart') process.exitCode = (await stop()) + (await start());
else process.exitCode = verb === 'daemon-reload' && existsSync(UNIT) ? 0 : 1;
