import { type Json } from '../../base/json.ts';
import { EventDecoder } from '../../engine/codec/event-codec.ts';
import { type EngineEvent } from '../../engine/event.ts';
import { type JournalEntry } from '../../ports/journal.ts';
import { recoverDay, type RecoverDayOptions } from '../recover-day.ts';

/** An event as a journal keeps it. */
export function encoded(event: EngineEvent): JournalEntry {
  return { kind: 'event', atMs: event.atMs, event: JSON.parse(JSON.stringify(event)) as Json };
}

/** Recovers a day from entries. By default the engine makes nothing of an event, and no run is made again. */
export function recoverAgain(
  entries: readonly JournalEntry[],
  over: Partial<RecoverDayOptions> = {},
): ReturnType<typeof recoverDay> {
  const decoder = new EventDecoder();
  return recoverDay(entries, {
    engine: { step: () => [] },
    decode: (event, atMs) => decoder.decode(event, atMs),
    remake: () => ({ run: null, divergence: null }),
    ...over,
  });
}
