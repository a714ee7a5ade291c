import { residentBytes } from '../../adapters/system/bound-child.ts';
import { noticeOf } from '../../notices/notice.ts';
import {
  type HostProcesses,
  type LateAnswers,
  type PreparedRun,
  type RunCall,
  type RunHost,
  type RunListener,
} from '../../ports/run-host.ts';
import { type ReplayStep } from '../../recovery/run-replays.ts';
import { HeardSayings } from './heard-sayings.ts';
import { LineWriter } from './logged-line.ts';
import { OnceIdle } from './once-idle.ts';
import { PreparedCell } from './prepared-cell.ts';
import { RestartLadder } from './restart-ladder.ts';
import { type CellParts, RunCell } from './run-cell.ts';
import { RunSources } from './run-sources.ts';
import { type ToldLine } from './said-lines.ts';
import { SpareProcess } from './spare-process.ts';
import { type ProcessEnded, type RunInterrupted } from './strategy-process-host.ts';
import { Successors } from './successors.ts';
import { laddersOf, type SupervisedHostOptions, type WaitedBy } from './supervised-host-options.ts';
import { ToldLog } from './told-log.ts';

/**
 * Runs strategies in processes of their own, one for all of them as long as none ends it. A run whose code does not return is interrupted
 * in its process, which serves the others until another one has caught up. The process that a run ends is made
 * again at once, without it, and hears what the one before heard; what it answers to that has been heard already. The run
 * itself is tried again alone, and given up when that fails too often.
 *
 * Whoever calls sees none of it but answers that come late: what runs hear, and say, is the same whatever becomes of processes.
 */
export class SupervisedHost implements RunHost {
  readonly #options: SupervisedHostOptions;
  readonly #log = new ToldLog();
  readonly #writer = new LineWriter();
  readonly #parts: CellParts;
  readonly #cells: RunCell[] = [];
  /** Takes all runs that start; null until the first of them does. */
  #common: RunCell | null = null;
  readonly #successors: Successors;
  /** Versions of runs that may take over. */
  readonly #prepared = new Set<PreparedCell>();
  /** Runs that go on in another version than they began in. */
  readonly #versions = new Map<string, string>();
  readonly #sources: RunSources;
  /** Of runs whose code ended their process. */
  readonly #tries: RestartLadder<string>;
  readonly #givenUp = new Set<string>();
  readonly #heard = new HeardSayings((runId) => {
    const detail = 'made again after its process had ended, it does not decide as before';
    this.#listener?.onHeld?.(runId, detail);
  });
  /** Of cells whose process ended without a known reason. */
  readonly #unexplained: RestartLadder<RunCell>;
  readonly #time: WaitedBy;
  readonly #closed = new AbortController();
  readonly #onceIdle = new OnceIdle();
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
    const { time, ofRuns, ofProcesses } = laddersOf(options);
    this.#time = time;
    this.#tries = new RestartLadder(ofRuns);
    this.#unexplained = new RestartLadder(ofProcesses);
    this.#sources = new RunSources(options.keptFiles ?? null);
    this.#spare = new SpareProcess(options.open, time);
    this.#parts = {
      ...{ log: this.#log, versions: this.#versions, sources: this.#sources },
      open: (onEnded) => this.#spare.take(onEnded),
      onSaying: ({ runId, passOn }, said) => {
        const isNew = this.#heard.isNew(runId, said);
        if (isNew && this.#listener !== null) passOn(this.#listener);
      },
      onRepeated: (runId, said) => {
        this.#heard.repeated(runId, said);
      },
      onOutside: (runId, reason) => this.#listener?.onOutside(runId, reason),
      onCaughtUp: (cell) => {
        this.#caughtUp(cell);
      },
      onIdle: this.#onceIdle.idle,
      onInterrupted: (cell, interrupted) => {
        this.#interrupted(cell, interrupted);
      },
      onEnded: (cell, ended) => {
        this.#ended(cell, ended);
      },
    };
    this.#successors = new Successors({
      ...{ parts: this.#parts, time, ladder: new RestartLadder(ofProcesses) },
      ...{ onNotice: options.onNotice, closed: this.#closed.signal },
      onMade: () => {
        this.#restarts += 1;
      },
      onTakeOver: (old, next) => {
        this.#succeed(old, next);
      },
    });
  }

  processes(): HostProcesses {
    const pids = [...this.#cells.flatMap(({ pid }) => pid ?? []), ...this.#successors.pids()];
    const bytes = pids.reduce((sum, pid) => sum + residentBytes(pid), 0);
    return { count: pids.length, residentBytes: bytes, restarts: this.#restarts };
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
    this.#leave(runId, 'drop');
  }

  /** Does something once a run's process has answered all that it heard, a replay of hours too: at once where it has none to answer. */
  onceIdle(runId: string, work: () => void): () => void {
    const forget = this.#onceIdle.add(runId, work);
    if (this.#cellOf(runId)?.isIdle ?? true) this.#onceIdle.idle({ runs: new Set([runId]) });
    return forget;
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
    this.#successors.close();
    for (const cell of this.#cells.splice(0)) cell.close();
    this.#spare.close();
  }

  /** What a run has said so far was said by the version before. */
  #replace(prepared: PreparedCell): void {
    const { runId, cell } = prepared;
    this.#prepared.delete(prepared);
    this.#leave(runId, 'remove');
    this.#cells.push(cell);
    this.#heard.replace(runId, cell.saidOf(runId));
  }

  #replay(step: ReplayStep): void {
    if (step.step === 'begin' && step.remade.recipe !== null) this.#house(step.header.runId);
    this.#tell({ replay: step });
  }

  #tell(told: ToldLine): void {
    this.#sources.take(told);
    for (const line of this.#writer.write(told)) {
      this.#log.append(line);
      for (const cell of this.#cells) cell.told(line);
      this.#successors.told(line);
      for (const { cell } of this.#prepared) cell.told(line);
    }
  }

  /** Gives a run that starts, or that the operator has go on after it was given up, a place to live. */
  #house(runId: string): void {
    if (this.#givenUp.delete(runId)) {
      this.#options.onReleased?.(runId);
      this.#openCell([runId]);
    } else if (this.#common === null) this.#common = this.#openCell([runId]);
    else {
      this.#common.add(runId);
      this.#successors.add(this.#common, runId);
    }
  }

  #openCell(runs: Iterable<string>): RunCell {
    const cell = new RunCell(this.#parts, runs);
    this.#cells.push(cell);
    cell.open();
    return cell;
  }

  #cellOf(runId: string): RunCell | undefined {
    return this.#cells.find(({ runs }) => runs.has(runId));
  }

  #leave(runId: string, how: 'drop' | 'remove'): void {
    const cell = this.#cellOf(runId);
    this.#tries.forget(runId);
    if (cell === undefined) return;
    cell[how](runId);
    this.#successors.leave(cell, runId);
    // The common one stays for runs that are still to start.
    if (cell.runs.size === 0 && cell !== this.#common) this.#closeCell(cell);
  }

  #closeCell(cell: RunCell): void {
    this.#successors.drop(cell);
    cell.close();
    this.#unexplained.forget(cell);
    if (cell === this.#common) this.#common = null;
    this.#cells.splice(this.#cells.indexOf(cell), 1);
  }

  #caughtUp(cell: RunCell): void {
    // What ended one process often ends another soon.
    if (this.#restarts > 0) this.#spare.prepare();
    this.#unexplained.noteLevel(cell);
    for (const runId of cell.runs) {
      this.#heard.level(runId, cell.saidOf(runId));
      this.#tries.noteLevel(runId);
    }
  }

  #ended(cell: RunCell, ended: ProcessEnded): void {
    const { onNotice } = this.#options;
    const runId = ended.runId ?? (cell.runs.size === 1 ? ([...cell.runs][0] ?? null) : null);
    const { why, detail } = ended;
    const others = cell.runs.size - (runId === null ? 0 : 1);
    this.#successors.drop(cell);
    onNotice(noticeOf('strategy-process-ended', runId, { why, detail, others }));
    // The next run that starts gets another.
    if (cell.runs.size === 0) this.#closeCell(cell);
    else if (runId === null && ended.isUnannounced === true) {
      cell.announce();
      this.#restart(cell);
    } else if (runId === null) this.#restartUnexplained(cell, ended);
    else if (cell.runs.size === 1) this.#tryAlone(cell, { ...ended, runId });
    else {
      const alone = this.#split(cell, [runId]);
      this.#restart(cell);
      this.#tryAlone(alone, { ...ended, runId });
    }
  }

  /** The others go on where they are, and in another process as soon as that is level. */
  #interrupted(cell: RunCell, interrupted: RunInterrupted): void {
    const { runId, detail } = interrupted;
    const isOver = !cell.runs.has(runId);
    const others = cell.runs.size - (isOver ? 0 : 1);
    this.#options.onNotice(noticeOf('strategy-interrupted', runId, { detail, others }));
    if (!isOver) this.#tryAlone(this.#split(cell, [runId]), interrupted);
    if (others > 0) this.#successors.make(cell);
    else this.#closeCell(cell);
  }

  #succeed(old: RunCell, next: RunCell): void {
    this.#cells[this.#cells.indexOf(old)] = next;
    if (this.#common === old) this.#common = next;
    this.#unexplained.share(old, next);
    this.#unexplained.forget(old);
    old.close();
    this.#caughtUp(next);
  }

  /**
   * No run is known to have ended it. When that happens again soon, half of them get a process of their own, so that the one to blame
   * is found; and where it keeps happening, those of the process that ends are given up together.
   */
  #restartUnexplained(cell: RunCell, { detail }: ProcessEnded): void {
    const next = this.#unexplained.next(cell);
    if (next === null) {
      const { starts: tries } = this.#unexplained;
      this.#giveUp(cell, { detail: `${detail}; no code is known to be to blame`, tries });
      return;
    }
    if (next.attempt > 1) {
      const runs = [...cell.runs];
      const half = this.#split(cell, runs.slice(0, Math.ceil(runs.length / 2)));
      this.#unexplained.share(cell, half);
      this.#restartAfter(half, next.afterMs);
    }
    this.#restartAfter(cell, next.afterMs);
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

  #restartAfter(cell: RunCell, afterMs: number): void {
    if (afterMs === 0) this.#restart(cell);
    else {
      void this.#time.wait(afterMs, this.#closed.signal).then(() => {
        // Its runs may have ended meanwhile, or go on elsewhere.
        const isThere = !this.#closed.signal.aborted && this.#cells.includes(cell);
        if (isThere && cell.runs.size > 0) this.#restart(cell);
      });
    }
  }

  #tryAlone(cell: RunCell, ended: ProcessEnded & { readonly runId: string }): void {
    const { runId, detail } = ended;
    const { starts: tries } = this.#tries;
    const next = this.#tries.next(runId);
    if (next === null) {
      this.#options.onGivenUp?.(runId, ended);
      this.#giveUp(cell, { detail, tries });
      return;
    }
    this.#options.onNotice(noticeOf('run-tried-alone', runId, { ...next, tries, detail }));
    this.#restartAfter(cell, next.afterMs);
  }

  /** The code of its runs does not run any more. */
  #giveUp(
    cell: RunCell,
    { detail, tries }: { readonly detail: string; readonly tries: number },
  ): void {
    const runs = [...cell.runs];
    this.#closeCell(cell);
    for (const runId of runs) {
      this.#tries.forget(runId);
      this.#givenUp.add(runId);
      this.#options.onNotice(noticeOf('run-given-up', runId, { tries, detail }));
      this.#listener?.onHeld?.(runId, `${detail}, ${String(tries + 1)} times`, true);
    }
  }
}
