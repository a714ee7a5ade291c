import { type RunRecipe } from '../../ports/run-host.ts';
import { withSource } from './logged-line.ts';
import { type CellParts, RunCell } from './run-cell.ts';
import { type ProcessEnded } from './strategy-process-host.ts';

/**
 * A run of another source, which is told in a process of its own what the one that it is to replace was told.
 *
 * States: catching up, ready, ended (for what its code did, or dropped), in place.
 */
export interface Rehearsal {
  /** Resolves with null when it has done all that the run was told so far, or with why it never will. */
  readonly caughtUp: Promise<ProcessEnded | null>;
  /**
   * Puts it in the place of the run, from the next input on, and has the run held: the operator's release (`adopt`), after what is
   * adopted is in the journal, has it go on. False, and nothing is done, while it has something left to answer, or has ended.
   */
  readonly takeOver: (reason: string) => boolean;
  /** Ends it. The run is as it was. */
  readonly drop: () => void;
}

/** What a rehearsal is made with. */
export interface RehearsalParts {
  readonly parts: CellParts;
  /** Cells that rehearse. */
  readonly rehearsing: Set<RunCell>;
  readonly replace: (cell: RunCell, reason: string) => void;
}

/** Opens a process in which a run of another source is told what its run was told. */
export function rehearse(
  recipe: RunRecipe,
  { parts, rehearsing, replace }: RehearsalParts,
): Rehearsal {
  const { runId } = recipe.header;
  const caughtUp = Promise.withResolvers<ProcessEnded | null>();
  let isInPlace = false;
  const own: CellParts = {
    ...parts,
    rewritten: (line) => (line.runId === runId ? withSource(line, recipe) : line),
    onSaying: (saying, said) => {
      if (isInPlace) parts.onSaying(saying, said);
    },
    onCaughtUp: (of) => {
      if (isInPlace) parts.onCaughtUp(of);
      else caughtUp.resolve(null);
    },
    onEnded: (of, ended) => {
      rehearsing.delete(of);
      if (isInPlace) parts.onEnded(of, ended);
      else caughtUp.resolve(ended);
    },
  };
  const cell = new RunCell(own, [runId]);
  rehearsing.add(cell);
  cell.open();
  return {
    caughtUp: caughtUp.promise,
    takeOver: (reason) => {
      if (!rehearsing.has(cell) || !cell.isIdle) return false;
      isInPlace = true;
      rehearsing.delete(cell);
      replace(cell, reason);
      return true;
    },
    drop: () => {
      if (rehearsing.delete(cell)) cell.close();
    },
  };
}
