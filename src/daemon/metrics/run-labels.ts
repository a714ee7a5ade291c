import { runName } from '../../model/runs/run.ts';

/** A configuration has no more strategies; what exceeds it, as after a change on a long-lived process, shares one name. */
const RUNS_MAX = 200;
const REST = 'other';

/** Names of runs as labels: as many as a configuration may have, whatever the days bring. */
export class RunLabels {
  readonly #known = new Set<string>();

  /** The name without its date; `other` once there are too many. */
  of(runId: string): string {
    const name = runName(runId);
    if (this.#known.has(name)) return name;
    if (this.#known.size >= RUNS_MAX) return REST;
    this.#known.add(name);
    return name;
  }
}
