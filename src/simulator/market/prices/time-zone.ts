import { IST_OFFSET_MS } from '../../../model/ist.ts';

/** How far local time is ahead of UTC, milliseconds, by local time written as if it were UTC. */
export type ZoneOffset = (localMs: number) => number;

const FIXED = /^([+-])(\d\d):?(\d\d)$/;
const QUARTER_MS = 15 * 60_000;
const HOUR_MS = 3_600_000;

/**
 * The offset of a zone: `IST`, `UTC`, `+05:30` or a name such as `America/New_York`; null for what is none. Where clocks
 * are turned back, the earlier of the two instants is meant.
 */
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
  // Zones change on quarters of an hour, and rows of one quarter come together.
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
