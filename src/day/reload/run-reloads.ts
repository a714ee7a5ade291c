import { type Kernel } from '../../kernel/kernel.ts';
import { type PlannedRun } from '../../loading/planned-run.ts';
import { type PreparedRun, type RunHost } from '../../ports/run-host.ts';
import { type ReloadedRun, withSource } from './reloaded-run.ts';

/** The runs that a day asks for, and their other versions. */
export class RunReloads {
  readonly #kernel: () => Kernel;
  readonly #host: RunHost;
  readonly #describe: (planned: PlannedRun) => void;
  readonly #onTakenOver: (planned: PlannedRun) => void;
  #planned: readonly PlannedRun[];

  constructor(
    planned: readonly PlannedRun[],
    parts: {
      readonly kernel: () => Kernel;
      readonly host: RunHost;
      /** Keeps what a run is made of. */
      readonly describe: (planned: PlannedRun) => void;
      /** A run continues in another version. */
      readonly onTakenOver: (planned: PlannedRun) => void;
    },
  ) {
    this.#planned = planned;
    this.#kernel = parts.kernel;
    this.#host = parts.host;
    this.#describe = parts.describe;
    this.#onTakenOver = parts.onTakenOver;
  }

  /** In the order of the configuration, each with the source that runs now. */
  get planned(): readonly PlannedRun[] {
    return this.#planned;
  }

  /** Whether the code of a run can be replaced. */
  get areOffered(): boolean {
    return this.#host.prepare !== undefined;
  }

  /** Makes another version of a run, of its file as it is now; null where its code cannot be replaced. */
  prepare(runId: string, sourceHash: string): PreparedRun | null {
    return this.#host.prepare?.(runId, sourceHash) ?? null;
  }

  /**
   * Has another version of a run take over between two inputs; false, and nothing changes, in the middle of one: try again.
   * The run is running.
   */
  takeOver(run: ReloadedRun, prepared: PreparedRun): boolean {
    const reloaded = withSource(this.#planned, run);
    const kernel = this.#kernel();
    const isDone = kernel.reloadRun(reloaded.event, prepared, () => {
      this.#planned = reloaded.planned;
      this.#describe(reloaded.run);
    });
    if (!isDone) return false;
    kernel.write();
    this.#onTakenOver(reloaded.run);
    return true;
  }
}
