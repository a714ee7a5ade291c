import { newerSchema } from '../../adapters/journal/journal-failures.ts';
import { type DrillDayPlan } from '../drill-day-plan.ts';
import { type Oracle } from '../oracle/oracle.ts';
import { type DrillDaemon, QUICK_RESTART_MS } from '../process/drill-daemon.ts';
import { type Machine } from '../process/machine.ts';
import { type FaultSwitch } from './fault-switch.ts';
import { requestOf } from './operator.ts';
import { type ScheduledFault } from './planned-faults.ts';

/** What scheduled faults befall. */
export interface FaultTargets {
  readonly plan: DrillDayPlan;
  readonly faults: FaultSwitch;
  readonly machine: Machine;
  readonly daemon: DrillDaemon;
  readonly oracle: Oracle;
}

/** Enters a day's scheduled faults into the agenda of its machine. */
export function scheduleFaults({ plan, faults, machine, daemon, oracle }: FaultTargets): void {
  for (const fault of plan.scheduled) {
    if (!faults.lets(fault)) continue;
    machine.at(fault.atMs, () => {
      if (faults.fires(fault)) BEFALL[fault.name]?.(fault, { machine, daemon, oracle });
    });
  }
}

type Targets = Pick<FaultTargets, 'machine' | 'daemon' | 'oracle'>;

const BEFALL: Readonly<Record<string, (fault: ScheduledFault, targets: Targets) => void>> = {
  F34: ({ byMs, draw }, targets) => {
    jump(targets, byMs * draw ** 4);
  },
  F35: stall,
  F36: stall,
  F40: ({ byMs }, { daemon }) => {
    daemon.kill(byMs);
  },
  F42: (_fault, { daemon, oracle }) => {
    startSecond(daemon, oracle);
  },
  F43: ({ byMs }, { daemon }) => {
    daemon.stop(byMs);
  },
  // What it does is done by a strategy of its own.
  F45: () => undefined,
  F46: ({ byMs, draw }, { daemon }) => {
    changeProgram(daemon, byMs, draw);
  },
  F47: ({ byMs }, { daemon }) => {
    daemon.disk.failNext('full', byMs);
  },
  F48: ({ byMs, draw }, { daemon }) => {
    daemon.disk.failNext(draw < 0.5 ? 'io' : 'io-but-kept', byMs);
  },
  F50: ({ byMs }, { daemon }) => {
    findNewerJournal(daemon, byMs);
  },
  F51: ({ byMs }, { daemon }) => {
    daemon.disk.failNext('read-only', byMs);
  },
  F57: ({ draw }, { daemon }) => {
    daemon.request(requestOf(draw));
  },
  F58: ({ byMs, draw }, { daemon }) => {
    changeSettings(daemon, byMs, draw);
  },
};

function stall({ byMs }: ScheduledFault, { machine }: Targets): void {
  machine.stalledUntilMs = Math.max(machine.stalledUntilMs, machine.nowMs + byMs);
}

/** Clocks that were set wrong are set right again some minutes later. */
function jump({ machine, daemon }: Targets, byMs: number): void {
  machine.wallOffsetMs += Math.round(byMs);
  daemon.look();
  machine.at(machine.nowMs + CLOCK_WRONG_MS, () => {
    machine.wallOffsetMs = 0;
    daemon.look();
  });
}

const CLOCK_WRONG_MS = 600_000;

/** Has the next process run changed strategies; the operator decides about what it held some time later. */
function changeProgram(daemon: DrillDaemon, decidedAfterMs: number, draw: number): void {
  if (daemon.view() === null) return;
  const { machine, program } = daemon;
  program.change();
  daemon.kill(QUICK_RESTART_MS);
  machine.at(machine.nowMs + QUICK_RESTART_MS + decidedAfterMs, () => {
    release(daemon, draw < 0.34 ? 'adopt' : draw < 0.67 ? 'flatten' : 'stop');
  });
}

function changeSettings(daemon: DrillDaemon, restartAfterMs: number, draw: number): void {
  if (daemon.view() === null) return;
  daemon.program.trySettings({ messagesPerSecondMax: 3 + Math.floor(draw * 5) });
  daemon.kill(restartAfterMs);
}

/** Has a newer program's journal stand in the place of ours for the next start. */
function findNewerJournal(daemon: DrillDaemon, restartAfterMs: number): void {
  if (daemon.view() === null) return;
  daemon.disk.refuseNext(newerSchema('simulated disk', 2, 1));
  daemon.kill(restartAfterMs);
}

function startSecond(daemon: DrillDaemon, oracle: Oracle): void {
  if (daemon.view() === null) return;
  const opened = daemon.disk.open();
  if (!opened.ok) {
    oracle.watch.reach('second process refused');
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
