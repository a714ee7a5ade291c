import { monotonicMs, wait } from '../../adapters/system/machine-time.ts';
import { type Notice } from '../../notices/notice.ts';
import { type MachineTime } from '../../ports/clock.ts';
import { type RestartLadderOptions } from './restart-ladder.ts';
import { type KeptFiles } from '../files-as-they-were.ts';
import { type ProcessHears } from './spare-process.ts';
import { type ProcessEnded, type StrategyProcessHost } from './strategy-process-host.ts';

/** What is waited by. */
export type WaitedBy = Pick<MachineTime, 'wait' | 'monotonicMs'>;

/** Processes for strategies, and what happens to those whose code ends one. */
export interface SupervisedHostOptions {
  /** Opens a process. */
  readonly open: (hears: ProcessHears) => StrategyProcessHost;
  /** How long a run whose code ended its process waits before it is tried again by itself, each time, real milliseconds. @default 1 s, 10 s, 60 s */
  readonly tryAgainAfterMs?: readonly number[];
  /** A run, or a process, that has gone on for so long since it was tried again has all its tries again, real milliseconds. @default 10 minutes */
  readonly steadyMs?: number;
  /** What it waits by. @default the machine's */
  readonly time?: WaitedBy;
  /** What was kept of the sources that run: a process that is made again runs them, whatever has been saved since. @default null: nothing */
  readonly keptFiles?: KeptFiles | null;
  readonly onNotice: (notice: Notice) => void;
  /** A run's code does not run any more, for what it did itself. */
  readonly onGivenUp?: (runId: string, ended: ProcessEnded) => void;
  /** The operator has the code of such a run go on. */
  readonly onReleased?: (runId: string) => void;
}

const TRY_AGAIN_AFTER_MS = [1_000, 10_000, 60_000];
const STEADY_MS = 10 * 60_000;
const MACHINE: WaitedBy = { wait, monotonicMs };

/** When what keeps ending is started again. */
export interface Ladders {
  readonly time: WaitedBy;
  /** A run whose code ended its process. */
  readonly ofRuns: RestartLadderOptions;
  /** A process that ended without a known reason: the first time at once, since the others must be back. */
  readonly ofProcesses: RestartLadderOptions;
}

/** The ladders of such a host, with their defaults. */
export function laddersOf(options: SupervisedHostOptions): Ladders {
  const { time = MACHINE, steadyMs = STEADY_MS, tryAgainAfterMs = TRY_AGAIN_AFTER_MS } = options;
  const common = { steadyMs, nowMs: time.monotonicMs };
  return {
    time,
    ofRuns: { ...common, afterMs: tryAgainAfterMs },
    ofProcesses: { ...common, afterMs: [0, ...tryAgainAfterMs] },
  };
}
