import { isRecord } from '../../base/json.ts';
import { isCodedTime } from '../../engine/codec/event-codec.ts';
import { type JournalEntry } from '../../ports/journal.ts';

/**
 * When a recorded process looked at what was due: what was due before, it came to then. An answer or a request may be worked
 * in between.
 */
export class StepsTaken {
  readonly #instants: number[] = [];
  /** When the operator last let a run go on that was held. */
  readonly #adopted = new Map<string, number>();
  #lastMs: number | null = null;

  /** Instant of the latest entry so far; null before the first. */
  get lastMs(): number | null {
    return this.#lastMs;
  }

  /** Passes a day's entries on, and keeps the instants of those looks. */
  *note(entries: Iterable<JournalEntry>): Generator<JournalEntry, void, undefined> {
    for (const entry of entries) {
      this.#lastMs = Math.max(this.#lastMs ?? -Infinity, entry.atMs);
      const isLook = entry.kind === 'event' && isCodedTime(entry.event);
      if (isLook && entry.atMs > (this.#instants.at(-1) ?? -Infinity)) {
        this.#instants.push(entry.atMs);
      }
      const runId = adoptedIn(entry);
      if (runId !== null) this.#adopted.set(runId, entry.atMs);
      yield entry;
    }
  }

  /**
   * When it came to what was due for a run at an instant. While a run is held the process looks for others: what was due for it
   * meanwhile it came to when the operator let it go on.
   */
  cameToFor(runId: string): (dueAtMs: number) => number {
    const adoptedAtMs = this.#adopted.get(runId) ?? -Infinity;
    return (dueAtMs) => (dueAtMs < adoptedAtMs ? adoptedAtMs : this.#cameTo(dueAtMs));
  }

  /** The first look that is not before an instant; that one itself where none is. */
  #cameTo(dueAtMs: number): number {
    let [low, high] = [0, this.#instants.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#instants[middle] ?? dueAtMs) < dueAtMs) low = middle + 1;
      else high = middle;
    }
    return this.#instants[low] ?? dueAtMs;
  }
}

/** The run that the operator lets go on; null where an entry says of none. */
function adoptedIn(entry: JournalEntry): string | null {
  if (entry.kind !== 'event' || !isRecord(entry.event)) return null;
  const { kind, request } = entry.event;
  if (kind !== 'operator-asked' || !isRecord(request)) return null;
  const { action, how, runId } = request;
  return action === 'release' && how === 'adopt' && typeof runId === 'string' ? runId : null;
}
