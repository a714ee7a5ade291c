import { type FoldedDay, type HeldRun } from '../kernel/folded-day.ts';
import { type Command } from '../model/orders/command.ts';
import { type Input, type Watch } from '../model/runs/input.ts';
import { type RunHeader } from '../model/runs/run.ts';
import { type LateAnswers, type RunHost } from '../ports/run-host.ts';
import { describeDivergence, type Divergence } from './divergence.ts';
import { type RemadeRun, ReplayedRun } from './replayed-run.ts';

/** What the journal says to runs that are replayed, in its order. Plain JSON, so that they may live in another process. */
export type ReplayStep =
  | {
      readonly step: 'begin';
      readonly header: RunHeader;
      readonly remade: RemadeRun;
      readonly atMs: number;
    }
  | { readonly step: 'deliver'; readonly runId: string; readonly input: Input }
  /** To all of them. `answeredBeforeMs`: of a journal whose runs answered later; else null. */
  | { readonly step: 'time'; readonly atMs: number; readonly answeredBeforeMs: number | null }
  | { readonly step: 'missed' | 'gap'; readonly atMs: number }
  | {
      readonly step: 'recorded';
      readonly runId: string;
      readonly atMs: number;
      readonly commands: readonly Command[];
    }
  | { readonly step: 'watches'; readonly runId: string; readonly watches: readonly Watch[] }
  | { readonly step: 'end'; readonly runId: string }
  | { readonly step: 'hold'; readonly runId: string; readonly isQuarantined: boolean }
  | {
      readonly step: 'release';
      readonly runId: string;
      readonly how: 'adopt' | 'flatten' | 'stop';
      readonly atMs: number;
      /** Undefined, and left out, when the journal does not say what was adopted. */
      readonly since?: Divergence | null;
    }
  | {
      /** Another source took over. */
      readonly step: 'reload';
      readonly runId: string;
      /** How many changes of its store the journal has so far. */
      readonly storeChanges: number;
      /** What was changed after that; null when nothing was. */
      readonly since: Divergence | null;
    }
  /** No more is known of the day so far: what came before is to be done with. */
  | { readonly step: 'pause' }
  /** The last: how many changes of its store the journal has of each run. */
  | { readonly step: 'finish'; readonly storeChanges: Readonly<Record<string, number>> };

/** The fate of a run after its replay. */
export type ReplayOutcome = FoldedDay['runs'][number] | HeldRun;

/** Replays runs by the steps of a journal. */
export interface RunReplays {
  readonly take: (step: ReplayStep) => void;
  /** Their fates, in the order in which they began, without those that are over. After the last step. */
  readonly outcomes: () => readonly ReplayOutcome[];
  /** Those that are replayed in this process. */
  readonly runs: () => readonly ReplayedRun[];
}

/** Replays runs in a host that answers at once. */
export class ReplaysHere implements RunReplays {
  readonly #host: RunHost;
  readonly #runs = new Map<string, ReplayedRun>();
  #storeChanges: Readonly<Record<string, number>> = {};

  constructor(host: RunHost) {
    this.#host = host;
    host.listen({
      onTurn: (runId, answer) => this.#runs.get(runId)?.take(answer),
      // Its next turn says so as well.
      onOutside: () => undefined,
    });
  }

  take(step: ReplayStep): void {
    if ('runId' in step) {
      const run = this.#runs.get(step.runId);
      if (run !== undefined) takeOf(run, step);
      return;
    }
    if (step.step === 'begin') this.#begin(step.header, step.remade).start(step.atMs);
    else if (step.step === 'pause') return;
    else if (step.step === 'finish') this.#storeChanges = step.storeChanges;
    else for (const run of this.#runs.values()) passTime(run, step);
  }

  runs(): readonly ReplayedRun[] {
    return [...this.#runs.values()];
  }

  outcomes(): readonly ReplayOutcome[] {
    return this.runs().flatMap((run) => {
      const outcome = run.outcome(this.#storeChanges[run.runId] ?? 0);
      if (outcome === null) return [];
      return 'owed' in outcome ? outcome : heldFor(outcome, run.divergence);
    });
  }

  #begin(header: RunHeader, remade: RemadeRun): ReplayedRun {
    const run = new ReplayedRun(header, this.#host, remade);
    this.#runs.set(header.runId, run);
    return run;
  }
}

function passTime(
  run: ReplayedRun,
  step: Extract<ReplayStep, { step: 'time' | 'missed' | 'gap' }>,
): void {
  if (step.step === 'time') run.settle(step.atMs, step.answeredBeforeMs);
  else if (step.step === 'missed') run.passMissed(step.atMs);
  else run.passGap(step.atMs);
}

function takeOf(run: ReplayedRun, step: Extract<ReplayStep, { readonly runId: string }>): void {
  switch (step.step) {
    case 'deliver':
      run.deliver(step.input);
      break;
    case 'recorded':
      run.takeRecorded(step.atMs, step.commands);
      break;
    case 'watches':
      run.takeWatches(step.watches);
      break;
    case 'end':
      run.end();
      break;
    case 'hold':
      run.hold(step.isQuarantined);
      break;
    case 'release':
      run.release(step.how, step.atMs, step.since);
      break;
    case 'reload':
      run.reload(step.storeChanges, step.since);
      break;
  }
}

function heldFor(held: HeldRun, divergence: Divergence | null): HeldRun {
  if (held.detail === null || divergence === null) return held;
  const isQuarantined = divergence.kind === 'run' && divergence.isQuarantined === true;
  return { ...held, detail: describeDivergence(divergence), isQuarantined };
}

/** How a run stands by the journal alone. */
interface Standing {
  readonly header: RunHeader;
  readonly isRemade: boolean;
  state: 'running' | 'held' | 'over';
  divergence: Divergence | null;
  wasQuarantined: boolean;
}

/**
 * Passes the steps on to a host in another process. What the journal itself says of runs is known at once; what they still
 * owe, and where they differ, their host tells later.
 */
export class ReplaysElsewhere implements RunReplays {
  readonly #late: LateAnswers;
  readonly #standings = new Map<string, Standing>();

  constructor(late: LateAnswers) {
    this.#late = late;
  }

  take(step: ReplayStep): void {
    this.#note(step);
    this.#late.replay(step);
  }

  runs(): readonly ReplayedRun[] {
    return [];
  }

  outcomes(): readonly ReplayOutcome[] {
    return [...this.#standings.values()].flatMap((of): ReplayOutcome[] => {
      const { header, isRemade, state, divergence, wasQuarantined } = of;
      const { runId } = header;
      const run = isRemade ? header : null;
      if (state === 'over') return [];
      if (state === 'held') {
        const isLifted = wasQuarantined && run !== null && divergence === null;
        return [{ runId, run, detail: null, isLifted }];
      }
      if (run !== null && divergence === null) return [{ run, owed: null }];
      return [heldFor({ runId, run, detail: '' }, divergence)];
    });
  }

  #note(step: ReplayStep): void {
    if (step.step === 'begin') {
      const { header, remade } = step;
      const isRemade = remade.recipe !== null;
      const { divergence } = remade;
      const state = 'running';
      this.#standings.set(header.runId, {
        ...{ header, isRemade, divergence, state },
        wasQuarantined: false,
      });
      return;
    }
    const standing = 'runId' in step ? this.#standings.get(step.runId) : undefined;
    if (standing === undefined) return;
    if (step.step === 'end') standing.state = 'over';
    else if (step.step === 'hold') {
      standing.state = 'held';
      standing.wasQuarantined = step.isQuarantined;
    } else if (step.step === 'release' && standing.state === 'held') release(standing, step);
    else if (step.step === 'reload' && standing.state === 'running') {
      standing.divergence = step.since;
    }
  }
}

function release(standing: Standing, step: Extract<ReplayStep, { step: 'release' }>): void {
  const isOver = step.how !== 'adopt' || (!standing.isRemade && step.since === undefined);
  standing.state = isOver ? 'over' : 'running';
  standing.divergence = step.since ?? null;
}
