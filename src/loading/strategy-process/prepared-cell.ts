import { type Watch } from '../../model/runs/input.ts';
import { type PreparedRun, type RunAnswer, type RunListener } from '../../ports/run-host.ts';
import { type CellParts, RunCell } from './run-cell.ts';

/** Who has another version of a run made. */
export interface PreparedCellOptions {
  readonly runId: string;
  /** Of the source of that version. */
  readonly sourceHash: string;
  /** What a cell of a run has. */
  readonly parts: CellParts;
  /** It is the run from here on. */
  readonly onTakeOver: (prepared: PreparedCell) => void;
  readonly onDrop: (prepared: PreparedCell) => void;
}

/** Another version of a run, in a process of its own; see {@link PreparedRun}. What it says before it takes over is not passed on. */
export class PreparedCell implements PreparedRun {
  readonly runId: string;
  readonly cell: RunCell;
  readonly #options: PreparedCellOptions;
  #isTaken = false;
  #failure: string | null = null;
  #watches: readonly Watch[] = [];
  #answer: Pick<RunAnswer, 'nextTimerMs' | 'nextPriceMs'> = {
    nextTimerMs: null,
    nextPriceMs: null,
  };
  readonly #listener: RunListener = {
    onTurn: (_runId, answer) => {
      this.#note(answer);
    },
    onPassed: (_runId, answer) => {
      this.#note(answer);
    },
    onOutside: () => undefined,
    onHeld: (_runId, detail) => {
      this.#fail(detail);
    },
  };

  constructor(options: PreparedCellOptions) {
    const { runId, sourceHash, parts } = options;
    this.runId = runId;
    this.#options = options;
    this.cell = new RunCell(
      {
        ...parts,
        versions: new Map([[runId, sourceHash]]),
        onSaying: (saying, said) => {
          if (this.#isTaken) parts.onSaying(saying, said);
          else saying.passOn(this.#listener);
        },
        onRepeated: (of, said) => {
          if (this.#isTaken) parts.onRepeated(of, said);
        },
        onOutside: (of, reason) => {
          if (this.#isTaken) parts.onOutside(of, reason);
          else this.#fail(reason);
        },
        onCaughtUp: (cell) => {
          if (this.#isTaken) parts.onCaughtUp(cell);
        },
        onEnded: (cell, ended) => {
          if (this.#isTaken) parts.onEnded(cell, ended);
          else this.#fail(ended.detail);
        },
      },
      [runId],
    );
    this.cell.open();
  }

  isLevel(): boolean {
    return this.#failure === null && this.cell.isIdle;
  }

  failure(): string | null {
    return this.#failure;
  }

  takeOver(): ReturnType<PreparedRun['takeOver']> {
    this.#isTaken = true;
    this.#options.onTakeOver(this);
    return { watches: this.#watches, ...this.#answer };
  }

  drop(): void {
    if (this.#isTaken) return;
    this.cell.close();
    this.#options.onDrop(this);
  }

  #note({ turn, nextTimerMs, nextPriceMs }: RunAnswer): void {
    this.#watches = turn.watches ?? this.#watches;
    this.#answer = { nextTimerMs, nextPriceMs };
    if (turn.state !== 'running') this.#fail(turn.failure ?? 'it completes');
  }

  #fail(detail: string): void {
    this.#failure ??= detail;
  }
}
