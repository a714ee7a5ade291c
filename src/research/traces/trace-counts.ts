import { type Trace, type TracedPart } from '../../model/runs/trace.ts';

/** What a rule or a leg came to in one run. */
export interface PartCounts {
  readonly part: TracedPart;
  /** Evaluations of its `if`, or triggers of a rule without one. */
  readonly triggers: number;
  /** Of those, how many were true and not kept back. */
  readonly taken: number;
  /** Of those, how many were true and kept back. */
  readonly keptBack: number;
  readonly commands: number;
  /** When it emitted a command last; null: never. */
  readonly lastCommandMs: number | null;
}

/** Each rule and leg of a trace, counted. */
export function partCounts({ parts, steps }: Trace): readonly PartCounts[] {
  return parts.map((part, place) => {
    const own = steps.filter((step) => step.part === place);
    const evaluated = own.filter((step) => step.kind === 'evaluated' && step.of === 'if');
    const times = (wanted: (keptBack: unknown, result: unknown) => boolean): number =>
      evaluated.reduce((sum, step) => {
        const isWanted = step.kind === 'evaluated' && wanted(step.keptBack, step.result);
        return isWanted ? sum + step.times : sum;
      }, 0);
    const commands = own.filter(({ kind }) => kind === 'command');
    return {
      part,
      triggers: times(() => true),
      taken: times((keptBack, result) => result === true && keptBack === null),
      keptBack: times((keptBack) => keptBack !== null),
      commands: commands.length,
      lastCommandMs: commands.at(-1)?.atMs ?? null,
    };
  });
}
