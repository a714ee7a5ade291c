import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

import { Cells } from './cells.ts';
import { DateOrder, StampReader } from './stamp-reader.ts';
import { zoneOffset } from './time-zone.ts';

const COMMA = 0x2c;

/** Reads one cell, or a date and a time that a comma parts. */
function read(text: string, zone = 'UTC'): number {
  const cells = new Cells();
  const bytes = Buffer.from(text);
  cells.split({ bytes, from: 0, to: bytes.length }, COMMA);
  const reader = new StampReader(zoneOffset(zone) ?? (() => NaN));
  return text.includes(',') ? reader.read(cells, 1, 0) : reader.read(cells, 0);
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const FORMS: readonly ((iso: string) => string)[] = [
  (iso) => iso,
  (iso) => iso.replace('Z', ''),
  (iso) => iso.replace('T', ' ').replace('Z', '+00:00'),
  (iso) => `${iso.slice(0, 23)}000+0000`,
  (iso) => iso.replaceAll('-', '/').replace('Z', ''),
  (iso) => `${iso.slice(8, 10)}-${iso.slice(5, 7)}-${iso.slice(0, 4)} ${iso.slice(11, 23)}`,
  (iso) => `${iso.slice(8, 10)}/${iso.slice(5, 7)}/${iso.slice(0, 4)},${iso.slice(11, 23)}`,
  (iso) =>
    `${iso.slice(8, 10)}-${MONTHS[Number(iso.slice(5, 7)) - 1] ?? ''}-${iso.slice(0, 4)} ${iso.slice(11, 23)}`,
  (iso) => `${iso.slice(0, 10).replaceAll('-', '')},${iso.slice(11, 23)}`,
  (iso) => String(Date.parse(iso)),
  (iso) => `${String(Date.parse(iso))}000`,
];
const ANY_MS = fc.integer({ min: Date.UTC(2001, 8, 10), max: Date.UTC(2100, 11, 31) });

test('every instant is read from every form, as Date reads it', () => {
  fc.assert(
    fc.property(ANY_MS, fc.constantFrom(...FORMS), (atMs, form) => {
      expect(read(form(new Date(atMs).toISOString()))).toBe(atMs);
    }),
  );
});

test('every offset is taken off', () => {
  const offsets = fc.integer({ min: -56, max: 56 }).map((quarters) => quarters * 15);
  fc.assert(
    fc.property(ANY_MS, offsets, (atMs, minutes) => {
      const local = new Date(atMs + minutes * 60_000).toISOString().slice(0, 23);
      const size = Math.abs(minutes);
      const two = (value: number): string => String(value).padStart(2, '0');
      const zone = `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
      expect(read(`${local}${zone}`)).toBe(atMs);
    }),
  );
});

describe('no instant', () => {
  it.each([
    '',
    '2024',
    '2024-01-01',
    '2024-02-30 09:15',
    '2023-02-29 09:15',
    '2024-13-01 09:15',
    '2024-00-10 09:15',
    '2024-01-01 24:00',
    '2024-01-01 09:60',
    '2024-01-01 9:15',
    '2024-01-01 09:15 IST',
    '2024-01-01 09:15:00+25:00',
    '2024-01-01T09:15:00+05:30x',
    '2024-01-01T09:15:00.',
    '12/31/2024 09:15',
    '01-Foo-2024 09:15',
    '1999-12-31 09:15',
    '2101-01-01 09:15',
    '0000000000',
    '170408070',
    'today',
    '2024-01-01,',
    '2024-01-01 00:00,09:15',
  ])('"%s"', (text) => {
    expect(read(text)).toBeNaN();
  });
});

describe('local time', () => {
  it.each([
    ['America/New_York', '2024-03-08 23:45', '2024-03-09T04:45:00Z'],
    ['America/New_York', '2024-03-11 00:00', '2024-03-11T04:00:00Z'],
    ['America/New_York', '2024-03-10 01:59', '2024-03-10T06:59:00Z'],
    ['America/New_York', '2024-03-10 03:00', '2024-03-10T07:00:00Z'],
    ['America/New_York', '2024-11-03 01:30', '2024-11-03T05:30:00Z'],
    ['America/New_York', '2024-11-03 02:00', '2024-11-03T07:00:00Z'],
    ['Europe/London', '2024-07-01 04:45', '2024-07-01T03:45:00Z'],
    ['Asia/Kolkata', '2024-07-01 09:15', '2024-07-01T03:45:00Z'],
    ['IST', '2024-07-01 09:15', '2024-07-01T03:45:00Z'],
    ['-03:30', '2024-07-01 00:15', '2024-07-01T03:45:00Z'],
  ])('of %s: %s', (zone, text, iso) => {
    expect(read(text, zone)).toBe(Date.parse(iso));
  });

  it.each(['', 'Mars/Olympus', '5:30', '+5:30', '+15:00', '+05:99'])('"%s" is no zone', (zone) => {
    expect(zoneOffset(zone)).toBeNull();
  });
});

function whyOf(dates: readonly string[], unreadable: readonly string[] = []): string | null {
  const order = new DateOrder();
  dates.forEach((date) => {
    order.note(date);
  });
  unreadable.forEach((stamp) => {
    order.noteUnreadable(stamp);
  });
  return order.whyMonthFirst();
}

it('dates that jump by months look written with the month first', () => {
  // 3, 4, 5 and 8 January.
  const dates = ['2024-03-01', '2024-03-01', '2024-04-01', '2024-05-01', '2024-08-01'];
  expect(whyOf(dates)).toContain('2024-03-01 and then 2024-04-01');
});

it('so do dates whose second number is no month', () => {
  const stamps = Array.from({ length: 40 }, () => '04/16/2024 09:15');
  expect(whyOf([], stamps)).toContain('40 rows such as "04/16/2024"');
});

it.each([
  ['days that follow each other', ['2024-01-03', '2024-01-04', '2024-01-05', '2024-01-08'], 0],
  ['a day above 12', ['2024-03-01', '2024-04-01', '2024-05-01', '2024-05-13'], 40],
  ['first days of months', ['2024-01-01', '2024-02-01'], 0],
  ['slips of the pen', ['2024-01-03', '2024-01-04', '2024-01-05'], 3],
])('%s do not', (_what, dates, slips) => {
  const stamps = Array.from({ length: slips }, () => '04/16/2024 09:15');
  expect(whyOf(dates, stamps)).toBeNull();
});
