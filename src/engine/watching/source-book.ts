import { type ExpectedSource } from '../../model/runs/expected-source.ts';

/** A source of a run's own, as it was last heard. */
export interface FollowedSource extends ExpectedSource {
  readonly runId: string;
  /** Since when this process listens to it, under the source that runs. */
  openedAtMs: number;
  /** When its last value came; null before the first. */
  heardAtMs: number | null;
  /** Whether people know that it is stale. */
  isTold: boolean;
}

/**
 * The sources that runs go by, and when each last spoke.
 *
 * `heard` in time, or `told`: reported as stale, once, until its next value.
 */
export class SourceBook {
  readonly #sources = new Map<string, FollowedSource[]>();
  #all: readonly FollowedSource[] = [];

  /** What a run expects from now on: what it heard so far stays known. */
  expect(runId: string, sources: readonly ExpectedSource[], atMs: number): void {
    const before = this.#sources.get(runId) ?? [];
    const expected = sources.map(({ name, staleAfterMs }): FollowedSource => {
      const heard = before.find((of) => of.name === name);
      const { heardAtMs = null, isTold = false } = heard ?? {};
      return { runId, name, staleAfterMs, openedAtMs: atMs, heardAtMs, isTold };
    });
    if (expected.length === 0) this.#sources.delete(runId);
    else this.#sources.set(runId, expected);
    this.#all = [...this.#sources.values()].flat();
  }

  /** All of them are opened anew, or were not listened to for a while. */
  reopen(atMs: number): void {
    for (const source of this.#all) source.openedAtMs = atMs;
  }

  /** A source of a run; undefined for one that may be silent for as long as it likes. */
  find(runId: string, name: string): FollowedSource | undefined {
    return this.#sources.get(runId)?.find((of) => of.name === name);
  }

  all(): readonly FollowedSource[] {
    return this.#all;
  }
}
