import { newerSchema } from '../../adapters/journal/journal-failures.ts';
import { type DrillDaemon, QUICK_RESTART_MS } from './drill-daemon.ts';
import { type Oracle } from './oracle.ts';

/** Has the next process run changed strategies; the operator decides about what it held some time later. */
export function changeProgram(daemon: DrillDaemon, decidedAfterMs: number, draw: number): void {
  if (daemon.view() === null) return;
  const { machine, program } = daemon;
  program.change();
  daemon.kill(QUICK_RESTART_MS);
  machine.at(machine.nowMs + QUICK_RESTART_MS + decidedAfterMs, () => {
    release(daemon, draw < 0.34 ? 'adopt' : draw < 0.67 ? 'flatten' : 'stop');
  });
}

/** Has the next process come with other settings. */
export function changeSettings(daemon: DrillDaemon, restartAfterMs: number, draw: number): void {
  if (daemon.view() === null) return;
  daemon.program.trySettings({ messagesPerSecondMax: 3 + Math.floor(draw * 5) });
  daemon.kill(restartAfterMs);
}

/** Has a newer program's journal stand in the place of ours for the next start. */
export function findNewerJournal(daemon: DrillDaemon, restartAfterMs: number): void {
  if (daemon.view() === null) return;
  daemon.disk.refuseNext(newerSchema('simulated disk', 2, 1));
  daemon.kill(restartAfterMs);
}

/** Starts a second daemon beside the first. */
export function startSecond(daemon: DrillDaemon, oracle: Oracle): void {
  if (daemon.view() === null) return;
  const opened = daemon.disk.open();
  if (!opened.ok) {
    oracle.reach('second process refused');
    return;
  }
  opened.value.close();
  oracle.violate('I3', 'Two processes hold one journal');
}

function release(daemon: DrillDaemon, how: 'adopt' | 'flatten' | 'stop'): void {
  for (const { runId, state } of daemon.view()?.runs ?? []) {
    if (state !== 'held') continue;
    daemon.request({ action: 'release', runId, how, reason: 'drill' });
  }
}
