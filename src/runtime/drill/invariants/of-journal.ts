import { isPollOf } from '../../../engine/event-codec.ts';
import { type JournalEntry } from '../../../ports/journal.ts';

/** A day of one poll a second of two kinds, and all that it may decide beside. */
const ENTRIES_A_DAY_MAX = 120_000;

/** What is wrong with entries that became durable (I20, I22); null when nothing is. */
export function whatJournalsMustNotHold(
  entries: readonly JournalEntry[],
  kept: number,
  secrets: readonly string[],
): string | null {
  if (kept > ENTRIES_A_DAY_MAX) return `The journal has ${String(kept)} entries of one day`;
  for (const entry of entries) {
    if (entry.kind === 'event' && isNumbers(entry.event)) continue;
    const text = JSON.stringify(entry);
    if (secrets.some((secret) => text.includes(secret))) return 'The journal holds a secret';
  }
  return null;
}

/** Polls of prices hold numbers only, and are most of a journal. */
function isNumbers(event: Extract<JournalEntry, { kind: 'event' }>['event']): boolean {
  return typeof event === 'number' || isPollOf(event, 'quotes');
}
