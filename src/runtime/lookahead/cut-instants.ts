import { type Session } from '../../model/calendar.ts';
import { BAR_MS } from '../../simulator/market/bar.ts';

/** What cuts of a day are chosen from. */
export interface CutChoice {
  readonly sessions: readonly Session[];
  /** When something was decided, ascending. */
  readonly decidedAtMs: readonly number[];
  /** How many cuts at most. */
  readonly count: number;
}

/**
 * Starts of minutes within a day's sessions, ascending. Half of them come right after decisions, where a look ahead
 * would have paid most; the others are spread evenly.
 */
export function cutInstants({ sessions, decidedAtMs, count }: CutChoice): readonly number[] {
  const minutes = sessions.flatMap(minutesOf);
  const known = new Set(minutes);
  const after = [...new Set(decidedAtMs.map(nextMinuteMs))].filter((atMs) => known.has(atMs));
  const chosen = new Set(spread(after, Math.ceil(count / 2)));
  for (const atMs of spread(minutes, count)) {
    if (chosen.size < count) chosen.add(atMs);
  }
  return [...chosen].sort((one, other) => one - other);
}

/** The minute that begins next after an instant: of it nothing can have been known. */
function nextMinuteMs(atMs: number): number {
  return Math.floor(atMs / BAR_MS + 1) * BAR_MS;
}

function minutesOf({ startMs, endMs }: Session): readonly number[] {
  const count = Math.max(0, Math.ceil((endMs - startMs) / BAR_MS) - 1);
  return Array.from({ length: count }, (_, place) => startMs + (place + 1) * BAR_MS);
}

/** At most so many of a list, in equal distances. */
function spread(all: readonly number[], count: number): readonly number[] {
  if (all.length <= count) return all;
  return Array.from(
    { length: count },
    (_, place) => all[Math.floor(((place + 0.5) * all.length) / count)] ?? 0,
  );
}
