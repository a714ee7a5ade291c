import { changedSinceAdopted, type PlannedRun } from '../loading/planned-run.ts';
import { hashOnDisk } from '../loading/source-on-disk.ts';
import { type OperatorRequest } from '../model/orders/operator-request.ts';
import { type Notice, noticeOf } from '../notices/notice.ts';
import { type RunDescription } from '../ports/journal.ts';
import { type Divergence } from '../recovery/divergence.ts';
import { toldAt, type ToldNotice } from '../notices/told-notice.ts';

/** Runs that were held at the start, each with the source that it continues under if the operator adopts it. */
export class HeldRuns {
  readonly #held = new Map<string, PlannedRun>();
  readonly #recorded = new Map<string, string>();

  /** Notes the source that decided for a run by the journal; null where it does not say. */
  noteRecorded(runId: string, about: Pick<RunDescription, 'sourceHash'> | null): void {
    if (about !== null) this.#recorded.set(runId, about.sourceHash);
  }

  /** What {@link changedSinceAdopted} says, once it is noted which source decided since. */
  changedSinceAdopted(...of: Parameters<typeof changedSinceAdopted>): Divergence | null {
    const [{ runId }, adopted] = of;
    this.noteRecorded(runId, adopted);
    return changedSinceAdopted(...of);
  }

  /** Of each that would continue under another source than decided for it so far: the reason why it is held may not say so. */
  changed(): readonly Notice[] {
    return [...this.#held].flatMap(([runId, { loaded }]) => {
      const { path, sourceHash } = loaded;
      const recordedHash = this.#recorded.get(runId) ?? sourceHash;
      const facts = { path, sourceHash, recordedHash };
      return recordedHash === sourceHash ? [] : [noticeOf('held-source-changed', runId, facts)];
    });
  }

  add(runId: string, planned: readonly PlannedRun[]): void {
    const run = planned.find(({ header }) => header.runId === runId);
    if (run !== undefined) this.#held.set(runId, run);
  }

  /** The run that a request adopts. */
  adoptedBy(request: OperatorRequest): PlannedRun | undefined {
    if (request.action !== 'release' || request.how !== 'adopt') return undefined;
    return this.#held.get(request.runId);
  }

  /**
   * Why it cannot be adopted: what it would run is the source that was loaded when the program started, and its file holds another
   * one now. Null where they agree, or the file cannot be read; and for every other request.
   */
  whyNotAdopted(request: OperatorRequest, nowMs: number): ToldNotice | null {
    const planned = this.adoptedBy(request);
    if (planned === undefined) return null;
    const { path, sourceHash } = planned.loaded;
    const fileHash = hashOnDisk(planned.loaded);
    if (fileHash === null || fileHash === sourceHash) return null;
    const facts = { path, sourceHash, fileHash };
    return toldAt(nowMs, noticeOf('adopt-declined', planned.header.runId, facts));
  }

  /** Forgets the run that a request released. Returns it where it is adopted. */
  release(request: OperatorRequest): PlannedRun | undefined {
    const adopted = this.adoptedBy(request);
    if (request.action === 'release') this.#held.delete(request.runId);
    return adopted;
  }
}

/** Which source a run that was adopted continues under. */
export function adoptedSource({ header, loaded: { path, sourceHash } }: PlannedRun): Notice {
  return noticeOf('adopted-source', header.runId, { path, sourceHash });
}
