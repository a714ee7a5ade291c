import { residentBytes } from '../../adapters/system/bound-child.ts';
import { monotonicMs, wait } from '../../adapters/system/machine-time.ts';
import { type Notice, noticeOf } from '../../notices/notice.ts';
import {
  type HostProcesses,
  type LateAnswers,
  type PreparedRun,
  type RunCall,
  type RunHost,
  type RunListener,
} from '../../ports/run-host.ts';
import { type ReplayStep } from '../../recovery/run-replays.ts';
import { lineOf } from './logged-line.ts';
import { PreparedCell } from './prepared-cell.ts';
import {
  type CellParts,
  RunCell,
  type SaidSoFar,
  type RunSaying,
  SAID_NOTHING,
} from './run-cell.ts';
import { type ToldLine } from './said-lines.ts';
import { type ProcessHears, SpareProcess } from './spare-process.ts';
import { type ProcessEnded, type StrategyProcessHost } from './strategy-process-host.ts';
import { ToldLog } from './told-log.ts';

/** Processes for strategies, and what happens to those whose code ends one. */
export interface SupervisedHostOptions {
  /** Opens a process. */
  readonly open: (hears: ProcessHears) => StrategyProcessHost;
  /** How long a run whose code ended its process waits before it is tried again by itself, each time, real milliseconds. @default 1 s, 10 s, 60 s */
  readonly tryAgainAfterMs?: readonly number[];
  /** A run that has gone on for so long since it was tried again has all its tries again, real milliseconds. @default 10 minutes */
  readonly steadyMs?: number;
  readonly onNotice: (notice: Notice) => void;
  /** A run's code does not run any more. */
  readonly onGivenUp?: (runId: string, ended: ProcessEnded) => void;
  /** The operator has the code of such a run go on. */
  readonly onReleased?: (runId: string) => void;
}

const TRY_AGAIN_AFTER_MS = [1_000, 10_000, 60_000];
const STEADY_MS = 10 * 60_000;
/** How a run that is alone stands with its tries. */
interface Tries {
  readonly count: number;
  /** When it went on the last time, by the machine's steady clock; null while it has not. */
  readonly levelAtMs: number | null;
}

/**
 * Runs strategies in processes of their own, one for all of them as long as none ends it. The process that a run ends is made
 * again at once, without it, and hears what the one before heard; what it answers to that has been heard already. The run
 * itself is tried again alone, and given up when that fails too often.
 *
 * Whoever calls sees none of it but answers that come late: what runs hear, and say, is the same whatever becomes of processes.
 */
export class SupervisedHost implements RunHost {
  readonly #options: SupervisedHostOptions;
  readonly #log = new ToldLog();
  readonly #parts: CellParts;
  /** The first takes all runs that start. */
  readonly #cells: RunCell[] = [];
  /** Versions of runs that may take over. */
  readonly #prepared = new Set<PreparedCell>();
  /** Runs that go on in another version than they began in. */
  readonly #versions = new Map<string, string>();
  readonly #tries = new Map<string, Tries>();
  /** What each run has said that was passed on. */
  readonly #said = new Map<string, SaidSoFar>();
  /** When a process ended without a known reason, by the machine's steady clock. */
  readonly #unexplained = new Map<RunCell, number>();
  readonly #closed = new AbortController();
  #listener: RunListener | null = null;
  #restarts = 0;
  readonly #spare: SpareProcess;

  readonly late: LateAnswers = {
    pass: (how, atMs) => {
      this.#tell({ pass: how, atMs });
    },
    replay: (step) => {
      this.#replay(step as ReplayStep);
    },
    unansweredSinceMs: () => {
      const since = this.#cells.flatMap((cell) => cell.unansweredSinceMs() ?? []);
      return since.length === 0 ? null : Math.min(...since);
    },
  };

  constructor(options: SupervisedHostOptions) {
    this.#options = options;
    this.#spare = new SpareProcess(options.open);
    this.#parts = {
      log: this.#log,
      versions: this.#versions,
      open: (onEnded) => this.#spare.take(onEnded),
      onSaying: (saying, said) => {
        this.#hear(saying, said);
      },
      onOutside: (runId, reason) => this.#listener?.onOutside(runId, reason),
      onCaughtUp: (cell) => {
        this.#caughtUp(cell);
      },
      onEnded: (cell, ended) => {
        this.#ended(cell, ended);
      },
    };
  }

  processes(): HostProcesses {
    const pids = this.#cells.flatMap(({ pid }) => pid ?? []);
    return {
      count: pids.length,
      residentBytes: pids.reduce((sum, pid) => sum + residentBytes(pid), 0),
      restarts: this.#restarts,
    };
  }

  listen(listener: RunListener): void {
    this.#listener = listener;
  }

  tell(runId: string, call: RunCall): void {
    if (call.kind === 'start' || this.#cellOf(runId) === undefined) this.#house(runId);
    this.#tell({ runId, call });
  }

  stop(runId: string): void {
    this.#tell({ runId });
    for (const prepared of this.#prepared) if (prepared.runId === runId) prepared.drop();
    this.#leave(runId);
  }

  prepare(runId: string, sourceHash: string): PreparedRun {
    const prepared = new PreparedCell({
      ...{ runId, sourceHash, parts: this.#parts },
      onTakeOver: () => {
        this.#versions.set(runId, sourceHash);
        this.#replace(prepared);
      },
      onDrop: () => this.#prepared.delete(prepared),
    });
    this.#prepared.add(prepared);
    return prepared;
  }

  /** Ends all processes. Nothing is heard any more. */
  close(): void {
    this.#closed.abort();
    for (const prepared of this.#prepared) prepared.drop();
    for (const cell of this.#cells.splice(0)) cell.close();
    this.#spare.close();
  }

  /** What a run has said so far was said by the version before. */
  #replace(prepared: PreparedCell): void {
    const { runId, cell } = prepared;
    this.#prepared.delete(prepared);
    this.#leave(runId);
    this.#cells.push(cell);
    this.#said.set(runId, cell.saidOf(runId));
  }

  #replay(step: ReplayStep): void {
    if (step.step === 'begin' && step.remade.recipe !== null) this.#house(step.header.runId);
    this.#tell({ replay: step });
  }

  #tell(told: ToldLine): void {
    const line = lineOf(told, this.#log.latestMs);
    this.#log.append(line);
    for (const cell of this.#cells) cell.told(line);
    for (const { cell } of this.#prepared) cell.told(line);
  }

  /** Gives a run that starts, or that the operator has go on after it was given up, a place to live. */
  #house(runId: string): void {
    const [first] = this.#cells;
    const wasGivenUp = this.#tries.delete(runId);
    if (wasGivenUp) this.#options.onReleased?.(runId);
    if (wasGivenUp || first === undefined) this.#openCell([runId]);
    else first.add(runId);
  }

  #openCell(runs: Iterable<string>): void {
    const cell = new RunCell(this.#parts, runs);
    this.#cells.push(cell);
    cell.open();
  }

  #cellOf(runId: string): RunCell | undefined {
    return this.#cells.find(({ runs }) => runs.has(runId));
  }

  #leave(runId: string): void {
    const cell = this.#cellOf(runId);
    this.#tries.delete(runId);
    if (cell === undefined) return;
    cell.drop(runId);
    // The first one stays for runs that are still to start.
    if (cell.runs.size === 0 && cell !== this.#cells[0]) this.#closeCell(cell);
  }

  #closeCell(cell: RunCell): void {
    cell.close();
    this.#cells.splice(this.#cells.indexOf(cell), 1);
  }

  /** What a process says again was heard from the one before it. */
  #hear({ runId, passOn }: RunSaying, said: SaidSoFar): void {
    const heard = this.#said.get(runId) ?? SAID_NOTHING;
    if (said.count < heard.count) return;
    if (said.count === heard.count) {
      if (said.digest !== heard.digest) this.#hold(runId, said);
      return;
    }
    this.#said.set(runId, said);
    if (this.#listener !== null) passOn(this.#listener);
  }

  #hold(runId: string, said: SaidSoFar): void {
    this.#said.set(runId, said);
    this.#listener?.onHeld?.(
      runId,
      'made again after its process had ended, it does not decide as before',
    );
  }

  #caughtUp(cell: RunCell): void {
    // What ended one process often ends another soon.
    if (this.#restarts > 0) this.#spare.prepare();
    for (const runId of cell.runs) {
      const said = cell.saidOf(runId);
      const heard = this.#said.get(runId) ?? SAID_NOTHING;
      if (said.count < heard.count) this.#hold(runId, said);
      const tries = this.#tries.get(runId);
      if (tries !== undefined) this.#tries.set(runId, { ...tries, levelAtMs: monotonicMs() });
    }
  }

  #ended(cell: RunCell, ended: ProcessEnded): void {
    const { onNotice } = this.#options;
    const [only] = cell.runs;
    const runId = ended.runId ?? (cell.runs.size === 1 ? (only ?? null) : null);
    const { why, detail } = ended;
    const others = cell.runs.size - (runId === null ? 0 : 1);
    onNotice(noticeOf('strategy-process-ended', runId, { why, detail, others }));
    if (cell.runs.size === 0) this.#restart(cell);
    else if (runId === null) this.#restartUnexplained(cell);
    else if (cell.runs.size === 1) void this.#tryAlone(cell, { ...ended, runId });
    else {
      const alone = this.#split(cell, [runId]);
      this.#restart(cell);
      void this.#tryAlone(alone, { ...ended, runId });
    }
  }

  /** No run is known to have ended it. When that happens again soon, half of them get a process of their own: so the one is found. */
  #restartUnexplained(cell: RunCell): void {
    const nowMs = monotonicMs();
    const lastMs = this.#unexplained.get(cell) ?? -Infinity;
    this.#unexplained.set(cell, nowMs);
    if (nowMs - lastMs < this.#steadyMs) {
      const runs = [...cell.runs];
      this.#restart(this.#split(cell, runs.slice(0, Math.ceil(runs.length / 2))));
    }
    this.#restart(cell);
  }

  /** Takes runs out of a cell into one of their own, which is down. */
  #split(cell: RunCell, runs: readonly string[]): RunCell {
    const own = new RunCell(this.#parts, runs, cell.unsaid());
    for (const runId of runs) cell.remove(runId);
    this.#cells.push(own);
    return own;
  }

  #restart(cell: RunCell): void {
    this.#restarts += 1;
    cell.open();
  }

  async #tryAlone(cell: RunCell, ended: ProcessEnded & { readonly runId: string }): Promise<void> {
    const { onNotice, tryAgainAfterMs = TRY_AGAIN_AFTER_MS } = this.#options;
    const { runId, detail } = ended;
    const count = this.#triesOf(runId);
    const afterMs = tryAgainAfterMs[count];
    if (afterMs === undefined) {
      this.#giveUp(cell, ended, count);
      return;
    }
    this.#tries.set(runId, { count: count + 1, levelAtMs: null });
    const tries = tryAgainAfterMs.length;
    onNotice(noticeOf('run-tried-alone', runId, { afterMs, attempt: count + 1, tries, detail }));
    await wait(afterMs, this.#closed.signal);
    if (!this.#closed.signal.aborted && cell.runs.has(runId)) this.#restart(cell);
  }

  /** How often a run was tried again, without the tries before it had gone on for long. */
  #triesOf(runId: string): number {
    const { count = 0, levelAtMs = null } = this.#tries.get(runId) ?? {};
    const isSteady = levelAtMs !== null && monotonicMs() - levelAtMs > this.#steadyMs;
    return isSteady ? 0 : count;
  }

  #giveUp(cell: RunCell, ended: ProcessEnded & { readonly runId: string }, tries: number): void {
    const { onNotice, onGivenUp } = this.#options;
    const { runId, detail } = ended;
    this.#closeCell(cell);
    onNotice(noticeOf('run-given-up', runId, { tries, detail }));
    onGivenUp?.(runId, ended);
    this.#listener?.onHeld?.(runId, `${detail}, ${String(tries + 1)} times`, true);
  }

  get #steadyMs(): number {
    return this.#options.steadyMs ?? STEADY_MS;
  }
}
