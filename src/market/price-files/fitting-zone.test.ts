import { expect, it } from 'vitest';

import { instantAt, IST_OFFSET_MS } from '../../model/time/ist.ts';
import { fittingZone, zoneOffset } from './time-zone.ts';

/** Every tenth minute of four sessions over a year, as they read when their local times count as Indian. */
function readIn(zone: string): readonly number[] {
  const offset = zoneOffset(zone);
  return ['2024-01-02', '2024-04-02', '2024-07-02', '2024-12-03'].flatMap((date) =>
    Array.from({ length: 37 }, (_, tenth) => {
      const atMs = instantAt(date, '09:15') + tenth * 600_000;
      // The local time that this instant has in the zone.
      const localMs = [-14, -13, -12, -11, -10, -9, -8, -7, -6, -5, -4, -3, -2, -1, 0]
        .concat([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14])
        .flatMap((hours) => [hours, hours + 0.5])
        .map((hours) => atMs + hours * 3_600_000)
        .find((local) => local - (offset?.(local) ?? 0) === atMs);
      return (localMs ?? NaN) - IST_OFFSET_MS;
    }),
  );
}

it.each([
  ['UTC', 'UTC'],
  ['America/New_York', 'America/New_York'],
  ['America/Chicago', 'America/Chicago'],
  ['Europe/London', 'Europe/London'],
  ['Asia/Hong_Kong', 'Asia/Singapore'],
  ['+03:00', '+03:00'],
])('times of %s fit %s', (zone, told) => {
  expect(fittingZone(readIn(zone))).toBe(told);
});

it('times all around the clock fit none', () => {
  const all = Array.from(
    { length: 48 },
    (_, half) => instantAt('2024-01-02', '00:00') + half * 1_800_000,
  );
  expect(fittingZone(all)).toBeNull();
  expect(fittingZone([])).toBeNull();
});
