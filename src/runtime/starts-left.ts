import { InvariantViolation } from '../base/invariant.ts';
import { type Engine } from '../engine/engine.ts';
import { EventDecoder } from '../engine/event-codec.ts';
import { type CarriedStart } from '../model/carried-start.ts';
import { type IstDate } from '../model/ist.ts';
import { type JournalEntry, type ReadableJournal } from '../ports/journal.ts';

/** What an earlier day left without a certain outcome; or why that cannot be told, for people. */
export type StartsLeft =
  | { readonly kind: 'known'; readonly starts: readonly CarriedStart[] }
  | { readonly kind: 'unreadable'; readonly date: IstDate; readonly detail: string };

const NONE: StartsLeft = { kind: 'known', starts: [] };

/**
 * Position starts and text signals that the last day before a date left without a certain outcome, those that it took over
 * itself included. A day that sent none is not stepped through.
 *
 * @param makeEngine - one that has seen nothing, of the journal's account and mode
 * @throws what is no broken invariant
 */
export function startsLeft(
  journal: ReadableJournal,
  before: IstDate,
  makeEngine: () => Engine,
): StartsLeft {
  const date = journal
    .dates()
    .filter((day) => day < before)
    .at(-1);
  if (date === undefined || !hasStarts(journal.entriesOf(date))) return NONE;
  try {
    return { kind: 'known', starts: foldStarts(journal.entriesOf(date), makeEngine()) };
  } catch (error) {
    if (!(error instanceof InvariantViolation)) throw error;
    return { kind: 'unreadable', date, detail: error.message };
  }
}

function hasStarts(entries: Iterable<JournalEntry>): boolean {
  for (const entry of entries) if (mayLeaveStart(entry)) return true;
  return false;
}

function mayLeaveStart(entry: JournalEntry): boolean {
  if (entry.kind === 'event') return kindOf(entry.event) === 'starts-carried-over';
  return (
    entry.kind === 'attempt' && ['start-position', 'signal'].includes(String(kindOf(entry.attempt)))
  );
}

function kindOf(json: unknown): unknown {
  return typeof json === 'object' && json !== null && 'kind' in json ? json.kind : null;
}

/** What was asked for last and is not in the journal was never sent: the process ended before. */
function foldStarts(entries: Iterable<JournalEntry>, engine: Engine): readonly CarriedStart[] {
  const decoder = new EventDecoder();
  const unsent = new Set<string>();
  let atMs = 0;
  for (const entry of entries) {
    if (entry.kind === 'attempt') unsent.delete(entry.attemptId);
    if (entry.kind !== 'event') continue;
    const event = decoder.decode(entry.event, entry.atMs);
    atMs = event.atMs;
    if (event.kind === 'restarted') unsent.clear();
    for (const effect of engine.step(event)) {
      if (effect.kind === 'attempt') unsent.add(effect.attempt.attemptId);
    }
  }
  engine.step({ kind: 'restarted', atMs, lastAtMs: atMs, neverSent: [...unsent] });
  return engine.startsToCarry();
}
