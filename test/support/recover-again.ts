import { type Json } from '../../src/base/json.ts';
import { type EngineEvent } from '../../src/engine/event.ts';
import { scriptedHost } from './quiet-run.ts';
import { type JournalEntry } from '../../src/ports/journal.ts';
import { recoverDay, type RecoverDayOptions } from '../../src/recovery/recover-day.ts';

/** An event as a journal keeps it. */
export function encoded(event: EngineEvent): JournalEntry {
  return { kind: 'event', atMs: event.atMs, event: JSON.parse(JSON.stringify(event)) as Json };
}

/** Recovers a day from entries. By default the engine makes nothing of an event, and no run is made again. */
export function recoverAgain(
  entries: readonly JournalEntry[],
  over: Partial<RecoverDayOptions> = {},
): ReturnType<typeof recoverDay> {
  return recoverDay(entries, {
    engine: { step: () => [] },
    host: scriptedHost(),
    remake: () => ({ recipe: null, divergence: null }),
    ...over,
  });
}
