import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatInstant, InstantReader, offsetMs } from './instant.ts';

const IST = offsetMs('+05:30');
const NOON = Date.parse('2026-11-20T06:30:00Z');

describe('reading instants', () => {
  it.each([
    '2026-11-20T12:00:00+05:30',
    '2026-11-20T12:00:00+0530',
    '2026-11-20T12:00:00',
    '2026-11-20 12:00:00',
    '2026-11-20T12:00',
    '2026-11-20T06:30:00Z',
    '2026-11-20t06:30:00z',
    '2026-11-20T06:30:00.0009Z',
    '2026-11-19T22:30:00.000-08:00',
  ])('%s is noon in India', (text) => {
    const reader = new InstantReader(IST);
    expect(reader.read(text)).toBe(NOON);
    expect(reader.read(text)).toBe(NOON);
  });

  it.each([
    '',
    '2026-11-20',
    '2026-02-30T12:00:00Z',
    '2026-13-01T12:00:00Z',
    '2026-11-20T24:00:00Z',
    '2026-11-20T12:60:00Z',
    '2026-11-20T12:00:60Z',
    '2026-11-20T12:00:00.Z',
    '2026-11-20T12:00:00.1234567890Z',
    '2026-11-20T12:00:00+5:30',
    '2026-11-20T12:00:00Z ',
    '2026-11-20T1a:00:00Z',
    '1763620200',
    'Fri Nov 20 2026',
  ])('%j is none', (text) => {
    const reader = new InstantReader(IST);
    reader.read('2026-11-20T12:00:00Z');
    expect(reader.read(text)).toBeNaN();
  });

  it('agrees with the engine on every form that both know, whatever was read before', () => {
    const reader = new InstantReader(IST);
    const instant = fc.date({
      min: new Date('2000-01-01T00:00:00Z'),
      max: new Date('2099-12-31T23:59:59Z'),
      noInvalidDate: true,
    });
    const form = fc.constantFrom('iso-ist', 'iso-utc');
    fc.assert(
      fc.property(instant, form, (date, format) => {
        expect(reader.read(formatInstant(date.getTime(), format))).toBe(date.getTime());
      }),
    );
  });
});

describe('writing instants', () => {
  it.each([
    ['ist-minute', '2026-11-20T12:00'],
    ['iso-ist-second', '2026-11-20T12:00:00+05:30'],
    ['iso-ist', '2026-11-20T12:00:00.000+05:30'],
    ['iso-utc', '2026-11-20T06:30:00.000Z'],
    ['epoch-seconds', '1795156200'],
    ['epoch-ms', '1795156200000'],
  ] as const)('as %s', (format, text) => {
    expect(formatInstant(NOON, format)).toBe(text);
  });
});
