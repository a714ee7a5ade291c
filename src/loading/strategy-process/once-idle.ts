/** What is to be done once the process of a run has answered all that it heard. */
export class OnceIdle {
  readonly #waiting = new Set<{ readonly runId: string; readonly work: () => void }>();

  /** The returned function cancels it. */
  add(runId: string, work: () => void): () => void {
    const waiting = { runId, work };
    this.#waiting.add(waiting);
    return () => {
      this.#waiting.delete(waiting);
    };
  }

  /** Does what waits for any of the runs of a process. */
  readonly idle = ({ runs }: { readonly runs: ReadonlySet<string> }): void => {
    for (const waiting of this.#waiting) {
      if (runs.has(waiting.runId) && this.#waiting.delete(waiting)) waiting.work();
    }
  };
}
