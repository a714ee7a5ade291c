import { type EngineOptions } from '../../engine/engine.ts';
import { type EngineView } from '../../engine/engine-view.ts';
import { type JournalEntry } from '../../ports/journal.ts';
import { foldsToTheSame } from './invariants/at-fold.ts';
import { type IoKind, type IoVerdict } from './io-points.ts';

/** The engine of one life of a process. */
export interface FoldedEngine {
  readonly view: () => EngineView;
  readonly options: EngineOptions;
}

const CHECKS_A_DAY_MAX = 1;

/**
 * Remembers how a process stood when it died, where all that it had worked in was durable by then, and holds the
 * journal against that. At other deaths what was not durable yet is rightly lost.
 */
export class FoldCheck {
  #engine: FoldedEngine | null = null;
  #stood: EngineView | null = null;
  #isDurable = false;
  #diesWhenDurable = false;
  #checks = 0;

  /** Another life begins. */
  begin(engine: FoldedEngine): void {
    this.#engine = engine;
    this.#stood = null;
    this.#isDurable = false;
    this.#diesWhenDurable = false;
  }

  /** The engine has made a step. */
  takeStep(): void {
    this.#isDurable = false;
  }

  /** All that was worked in is durable. */
  takeDurable(): void {
    this.#isDurable = true;
    if (this.#diesWhenDurable) this.takeDeath();
    this.#diesWhenDurable = false;
  }

  /** Takes what befalls the process at a point of input and output. */
  takeVerdict(kind: IoKind, verdict: IoVerdict): void {
    const isWrite = kind === 'append' || kind === 'recover';
    if (isWrite) this.#diesWhenDurable = verdict === 'crash-after';
    else if (verdict === 'crash-before' || verdict === 'crash-after') this.takeDeath();
  }

  /** The process dies now. */
  takeDeath(): void {
    if (!this.#isDurable || this.#stood !== null || this.#checks >= CHECKS_A_DAY_MAX) return;
    this.#stood = this.#engine?.view() ?? null;
  }

  /** What a fold of the journal makes of the day otherwise than the process that died; null when nothing. */
  judge(entries: () => Iterable<JournalEntry>): string | null {
    if (this.#stood === null || this.#engine === null) return null;
    this.#checks += 1;
    const difference = foldsToTheSame(entries(), this.#stood, this.#engine.options);
    this.#stood = null;
    return difference;
  }
}
