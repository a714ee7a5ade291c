import { type Notice, noticeOf } from '../../notices/notice.ts';
import { type LoggedLine } from './logged-line.ts';
import { type RestartLadder } from './restart-ladder.ts';
import { type CellParts, RunCell } from './run-cell.ts';
import { type ProcessEnded } from './strategy-process-host.ts';
import { type WaitedBy } from './supervised-host-options.ts';

/** Who has successors made. */
export interface SuccessorsOptions {
  /** What a cell of runs has. */
  readonly parts: CellParts;
  readonly time: WaitedBy;
  /** When one that ends before it takes over is made again; at its end runs stay where they are. */
  readonly ladder: RestartLadder<RunCell>;
  readonly closed: AbortSignal;
  readonly onNotice: (notice: Notice) => void;
  readonly onMade: () => void;
  /** The runs live in `next` from now on; the listener closes `old`. */
  readonly onTakeOver: (old: RunCell, next: RunCell) => void;
}

/**
 * Cells that are to take the place of others in which code was interrupted: it may have left anything behind in the memory that all runs of
 * a process share. Until a successor is level, both hear every line; the later answer of the two is compared with the earlier one.
 *
 * - catching up: its process repeats what the runs heard. The old one serves them.
 * - lost: its process ended. It is made again, by a ladder.
 * - over: it took over, or was dropped; or the file of one of its runs was changed, so that it cannot be that run.
 */
export class Successors {
  readonly #options: SuccessorsOptions;
  readonly #next = new Map<RunCell, RunCell>();
  /** Cells whose successor is to be made again. */
  readonly #lost = new Set<RunCell>();

  constructor(options: SuccessorsOptions) {
    this.#options = options;
  }

  /** Makes one of all runs that a cell has now, in place of one that is there already. */
  make(old: RunCell): void {
    this.drop(old);
    this.#options.onMade();
    const next = new RunCell(this.#partsOf(old), old.runs, old.unsaid());
    this.#next.set(old, next);
    next.open();
  }

  /** Ends that of a cell, where it has one; none is made again. */
  drop(old: RunCell): void {
    this.#next.get(old)?.close();
    this.#next.delete(old);
    this.#lost.delete(old);
  }

  /** A run starts in a cell. */
  add(old: RunCell, runId: string): void {
    this.#next.get(old)?.add(runId);
  }

  /** A run of a cell is over, or lives elsewhere. */
  leave(old: RunCell, runId: string): void {
    this.#next.get(old)?.remove(runId);
  }

  /** A line was added to the log. */
  told(line: LoggedLine): void {
    for (const next of this.#next.values()) next.told(line);
  }

  /** What the machine calls their processes. */
  pids(): readonly number[] {
    return [...this.#next.values()].flatMap(({ pid }) => pid ?? []);
  }

  /** Ends all of them. */
  close(): void {
    for (const old of [...this.#next.keys()]) this.drop(old);
  }

  /** Of a cell that is the successor of another, and the runs' own when it has taken over. */
  #partsOf(old: RunCell): CellParts {
    const { parts } = this.#options;
    const isNext = (cell: RunCell | undefined): boolean => this.#next.get(old) === cell;
    return {
      ...parts,
      // The old one says that as well.
      onOutside: (runId, reason) => {
        if (!this.#next.has(old)) parts.onOutside(runId, reason);
      },
      onCaughtUp: (cell) => {
        if (isNext(cell)) this.#takeOver(old, cell);
        else parts.onCaughtUp(cell);
      },
      onInterrupted: (cell, interrupted) => {
        if (isNext(cell)) this.#lose(old, interrupted);
        else parts.onInterrupted(cell, interrupted);
      },
      onChanged: (cell, runId) => {
        if (isNext(cell)) this.#giveUp(old, runId);
      },
      onEnded: (cell, ended) => {
        if (isNext(cell)) this.#lose(old, ended);
        else parts.onEnded(cell, ended);
      },
    };
  }

  #takeOver(old: RunCell, next: RunCell): void {
    this.#next.delete(old);
    this.#options.ladder.forget(old);
    this.#options.onTakeOver(old, next);
  }

  /** It could only hold a run that is well where it is. */
  #giveUp(old: RunCell, runId: string): void {
    this.drop(old);
    const facts = { others: old.runs.size };
    this.#options.onNotice(noticeOf('strategy-process-kept', runId, facts));
  }

  #lose(old: RunCell, { why, detail }: ProcessEnded): void {
    const { ladder, time, closed, onNotice } = this.#options;
    this.drop(old);
    const facts = { why, detail, others: old.runs.size };
    onNotice(noticeOf('strategy-process-ended', null, facts));
    const again = ladder.next(old);
    if (again === null) return;
    this.#lost.add(old);
    void time.wait(again.afterMs, closed).then(() => {
      if (!closed.aborted && this.#lost.delete(old)) this.make(old);
    });
  }
}
