import { istTimeOfDayMs, IST_OFFSET_MS } from '../../../model/ist.ts';
import { zoneOffset } from './time-zone.ts';

/** When Indian index derivatives trade on any date, 09:15 to 15:40. */
const OPEN_MS = (9 * 60 + 15) * 60_000;
const CLOSE_MS = (15 * 60 + 40) * 60_000;
const SHARE_MIN = 0.95;

/** Zones that data is kept in, those first that more of it is. */
const ZONES: readonly string[] = [
  'UTC',
  'America/New_York',
  'America/Chicago',
  'Europe/London',
  'Europe/Berlin',
  'Asia/Singapore',
  'Asia/Tokyo',
  'Asia/Dubai',
  'America/Los_Angeles',
  'Australia/Sydney',
  ...Array.from({ length: 53 }, (_, half) => shownOffset(half * 30 - 12 * 60)),
];

/** The zone in which times that were read as Indian lie in trading hours; null where nearly all do in none. */
export function fittingZone(readMs: readonly number[]): string | null {
  let best: string | null = null;
  let most = SHARE_MIN * readMs.length;
  for (const zone of readMs.length === 0 ? [] : ZONES) {
    const inside = insideIn(zone, readMs);
    if (inside <= most) continue;
    best = zone;
    most = inside;
  }
  return best;
}

/** How many lie in trading hours when they are taken for local times of a zone. */
function insideIn(zone: string, readMs: readonly number[]): number {
  const offset = zoneOffset(zone);
  if (offset === null) return 0;
  return readMs.filter((atMs) => {
    const localMs = atMs + IST_OFFSET_MS;
    const timeMs = istTimeOfDayMs(localMs - offset(localMs));
    return timeMs >= OPEN_MS && timeMs < CLOSE_MS;
  }).length;
}

function shownOffset(minutes: number): string {
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`;
}
