import { EventDecoder } from '../engine/codec/event-codec.ts';
import { type EngineEvent } from '../engine/event.ts';
import { type JournalEntry } from '../ports/journal.ts';

/** An entry with its event as it was, not in the coding of the journal. */
export type ReadEntry =
  | Exclude<JournalEntry, { kind: 'event' }>
  | { readonly atMs: number; readonly kind: 'event'; readonly event: EngineEvent };

/** Entries that were worked in together. */
export interface JournalInstant {
  readonly entries: readonly ReadEntry[];
  /** Attempts of these that were answered as never sent: only their answers tell them from those that left. */
  readonly neverSent: ReadonlySet<string>;
}

/** Groups entries by the instant of their events. What never left is answered at the instant at which it was tried. */
export function* instantsOf(
  entries: Iterable<JournalEntry>,
): Generator<JournalInstant, void, undefined> {
  const decoder = new EventDecoder();
  let together: ReadEntry[] = [];
  let neverSent = new Set<string>();
  let atMs = -Infinity;
  for (const entry of entries) {
    if (entry.kind !== 'event') {
      together.push(entry);
      continue;
    }
    if (entry.atMs !== atMs && together.length > 0) {
      yield { entries: together, neverSent };
      together = [];
      neverSent = new Set();
    }
    ({ atMs } = entry);
    const event = decoder.decode(entry.event, atMs);
    if (isNeverSent(event)) neverSent.add(event.attemptId);
    together.push({ kind: 'event', atMs, event });
  }
  if (together.length > 0) yield { entries: together, neverSent };
}

function isNeverSent(event: EngineEvent): event is Extract<EngineEvent, { kind: 'attempt-ended' }> {
  if (event.kind !== 'attempt-ended') return false;
  const { outcome } = event.result;
  return outcome.kind === 'rejected' && outcome.rejection.form === 'not-sent';
}
