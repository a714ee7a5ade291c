import { invariant } from '../base/invariant.ts';
import {
  type PassedTurn,
  type RunCall,
  type RunHost,
  type RunListener,
  type RunRecipe,
  type Turn,
} from '../ports/run-host.ts';
import { type StrategyRun } from './run.ts';

/** A run as its host drives it: each call is one turn, over when it returns. */
export type HostedRun = Pick<
  StrategyRun,
  | 'start'
  | 'deliver'
  | 'advanceTo'
  | 'passGap'
  | 'passBefore'
  | 'fail'
  | 'nextTimerMs'
  | 'nextPriceMs'
  | 'whenOutside'
  | 'stop'
>;

/** What an in-process host works with. */
export interface InProcessHostParts {
  /** Makes a run that has not begun. */
  readonly make: (recipe: RunRecipe) => HostedRun;
  /** Lets a run's code work, known to be its own. @default as any code */
  readonly asTurn?: <Made>(runId: string, work: () => Made) => Made;
  /** Works once the code that runs now has returned: it may be in the turn of another run. @default at once */
  readonly soon?: (work: () => void) => void;
}

/** Runs strategies in this thread: every call is answered before `tell` returns. */
export class InProcessHost implements RunHost {
  readonly #parts: Required<InProcessHostParts>;
  readonly #runs = new Map<string, HostedRun>();
  #listener: RunListener | null = null;

  constructor(parts: InProcessHostParts) {
    this.#parts = {
      asTurn: (_runId, work) => work(),
      soon: (work) => {
        work();
      },
      ...parts,
    };
  }

  listen(listener: RunListener): void {
    this.#listener = listener;
  }

  tell(runId: string, call: RunCall): void {
    const run = call.kind === 'start' ? this.#made(call.recipe) : this.#runs.get(runId);
    invariant(run !== undefined, 'A host got a call for a run that it never started');
    const turn = this.#parts.asTurn(runId, () => turnOf(run, call));
    this.#listener?.onTurn(runId, {
      turn,
      nextTimerMs: run.nextTimerMs(),
      nextPriceMs: run.nextPriceMs(),
    });
  }

  stop(runId: string): void {
    this.#runs.get(runId)?.stop();
  }

  #made(recipe: RunRecipe): HostedRun {
    const { runId } = recipe.header;
    invariant(!this.#runs.has(runId), 'A host starts a run twice');
    const run = this.#parts.make(recipe);
    this.#runs.set(runId, run);
    run.whenOutside((reason) => {
      this.#parts.soon(() => this.#listener?.onOutside(runId, reason));
    });
    return run;
  }
}

function turnOf(run: HostedRun, call: RunCall): Turn | PassedTurn {
  switch (call.kind) {
    case 'start':
      return run.start(call.atMs);
    case 'deliver':
      return run.deliver(call.input);
    case 'advance':
      return run.advanceTo(call.atMs);
    case 'pass-gap':
      return run.passGap(call.atMs);
    case 'pass-before':
      return run.passBefore(call.untilMs);
    case 'fail':
      return run.fail(call.reason);
  }
}
