import { IST_OFFSET_MS, istTimeOfDayMs } from '../../model/time/ist.ts';

/** How far local time is ahead of UTC, milliseconds, at a local time written as if it were UTC. */
export type ZoneOffset = (localMs: number) => number;

const FIXED = /^([+-])(\d\d):?(\d\d)$/;
const QUARTER_MS = 15 * 60_000;
const HOUR_MS = 3_600_000;

/** The offset of `IST`, `UTC`, `+05:30` or a zone such as `America/New_York`; null for others. The first of an hour that repeats. */
export function zoneOffset(zone: string): ZoneOffset | null {
  if (zone === 'IST' || zone === 'Asia/Kolkata') return () => IST_OFFSET_MS;
  if (zone === 'UTC' || zone === 'Z') return () => 0;
  const [, sign, hours, minutes] = FIXED.exec(zone) ?? [];
  if (sign !== undefined) return fixedOffset(sign === '-' ? -1 : 1, Number(hours), Number(minutes));
  return namedOffset(zone);
}

function fixedOffset(sign: number, hours: number, minutes: number): ZoneOffset | null {
  const offsetMs = sign * (hours * 60 + minutes) * 60_000;
  return hours > 14 || minutes > 59 ? null : () => offsetMs;
}

function namedOffset(zone: string): ZoneOffset | null {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  } catch {
    return null;
  }
  const offsetAt = (atMs: number): number => {
    const name = format.formatToParts(atMs).find(({ type }) => type === 'timeZoneName')?.value;
    const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(name ?? '') ?? [];
    if (sign === undefined) return 0;
    return (sign === '-' ? -1 : 1) * (Number(hours) * HOUR_MS + Number(minutes) * 60_000);
  };
  // Zones change on quarters of an hour.
  let lastQuarter = NaN;
  let lastOffsetMs = 0;
  return (localMs) => {
    const quarter = Math.floor(localMs / QUARTER_MS);
    if (quarter !== lastQuarter) {
      lastQuarter = quarter;
      const around = [offsetAt(localMs - 12 * HOUR_MS), offsetAt(localMs + 12 * HOUR_MS)];
      const fitting = around.filter((offsetMs) => offsetAt(localMs - offsetMs) === offsetMs);
      lastOffsetMs = Math.max(...(fitting.length > 0 ? fitting : around));
    }
    return lastOffsetMs;
  };
}

/** When Indian index derivatives trade on any date, 09:15 to 15:40. */
const OPEN_MS = (9 * 60 + 15) * 60_000;
const CLOSE_MS = (15 * 60 + 40) * 60_000;
const SHARE_MIN = 0.95;

/** Zones of data, the most common first. */
const ZONES: readonly string[] = [
  ...['UTC', 'America/New_York', 'America/Chicago', 'Europe/London', 'Europe/Berlin'],
  ...['Asia/Singapore', 'Asia/Tokyo', 'Asia/Dubai', 'America/Los_Angeles', 'Australia/Sydney'],
  ...Array.from({ length: 53 }, (_, half) => shownOffset(half * 30 - 12 * 60)),
];

/** The zone in which times read as IST lie in trading hours; null where none fits nearly all. */
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

/** How many lie in trading hours as local times of a zone. */
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
