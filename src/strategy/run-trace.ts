import { asyncScheduler, type Observable, tap } from 'rxjs';

import { runUnderWay } from './run-under-way.ts';
import { type Command } from '../model/orders/command.ts';
import {
  type AskedMoment,
  type Trace,
  type TracedCommand,
  type TracedPart,
  type TraceStep,
} from '../model/runs/trace.ts';

/** The traces of runs that are traced, by the run. */
const traces = new WeakMap<object, RunTrace>();

/** The trace of the run whose code runs now; null where it is not traced. */
export function traceUnderWay(): RunTrace | null {
  const run = runUnderWay();
  return run === null ? null : (traces.get(run) ?? null);
}

/** Has a trace take down what the run whose code runs now says of itself. */
export function traceRunUnderWay(trace: RunTrace): void {
  const run = runUnderWay();
  if (run !== null) traces.set(run, trace);
}

/** Most steps of one run that are kept. */
export const TRACE_STEPS_MAX = 20_000;

/**
 * Takes down what one run decides, and by what. It hears of decisions and makes none: a run with one emits the same commands, byte
 * for byte, as one without.
 */
export class RunTrace implements Trace {
  /** At the end of it every condition is shown as it stood, and no evaluation in it is left out; null for none. */
  readonly moment: AskedMoment | null;
  readonly parts: TracedPart[] = [];
  readonly steps: TraceStep[] = [];
  /** Every command of the run, in order. */
  readonly commands: TracedCommand[] = [];
  dropped = 0;
  startedAtMs: number | null = null;
  endedAtMs: number | null = null;
  /** Called before it is read, for a run that still continued when its record ended. */
  readonly whenRead: (() => void)[] = [];

  constructor(moment: AskedMoment | null = null) {
    this.moment = moment;
  }

  /** Takes down the commands of the run as they are emitted. */
  takingCommands(commands: Observable<Command>): Observable<Command> {
    return commands.pipe(
      tap((command) => {
        this.commands.push({ atMs: asyncScheduler.now(), command });
      }),
    );
  }

  /** Adds a rule or a leg, and gives its place for the steps of it. */
  declare(part: TracedPart): number {
    this.parts.push(part);
    return this.parts.length - 1;
  }

  /** Adds a step. The caller may go on to change it while later evaluations are the same. */
  add(step: TraceStep): void {
    const isKept = this.steps.length < TRACE_STEPS_MAX || step.kind.endsWith('stood');
    if (isKept) this.steps.push(step);
    else this.dropped += 1;
  }

  /** Takes a step back that turned out to be the same as one before. Only the latest can be. */
  takeBack(step: TraceStep): void {
    if (this.steps.at(-1) === step) this.steps.pop();
    else this.dropped -= 1;
  }
}
