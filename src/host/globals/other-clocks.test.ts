import { map, of } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { alert } from '../../strategy/commands.ts';
import { ist } from '../testing/inputs.ts';
import { runOf } from '../testing/scripted-run.ts';
import { type Turn } from '../../ports/run-host.ts';

const START = ist('09:00');
type Now = Readonly<Record<string, () => unknown>>;
const temporal = (): Now => (Reflect.get(globalThis, 'Temporal') as { readonly Now: Now }).Now;

function said(text: () => unknown): Turn {
  return runOf(() => of(null).pipe(map(() => alert('info', String(text()))))).start(START);
}

describe('inside a run', () => {
  it.each<readonly [what: string, text: () => unknown, expected: string]>([
    ['Temporal.Now.instant', () => temporal()['instant']?.(), '2026-11-20T03:30:00Z'],
    [
      'Temporal.Now.plainDateTimeISO',
      () => temporal()['plainDateTimeISO']?.(),
      '2026-11-20T09:00:00',
    ],
    ['Temporal.Now.plainDateISO', () => temporal()['plainDateISO']?.(), '2026-11-20'],
    ['Temporal.Now.plainTimeISO', () => temporal()['plainTimeISO']?.(), '09:00:00'],
    ['Temporal.Now.timeZoneId', () => temporal()['timeZoneId']?.(), 'Asia/Kolkata'],
    [
      'a formatter without a date',
      () => new Intl.DateTimeFormat('en-GB', { timeStyle: 'long' }).format(),
      '09:00:00 GMT+5:30',
    ],
    ['a formatter without anything', () => Intl.DateTimeFormat().format(), '20/11/2026'],
    [
      'parts of a format',
      () =>
        new Intl.DateTimeFormat('en-GB')
          .formatToParts()
          .map(({ value }) => value)
          .join(''),
      '20/11/2026',
    ],
    [
      'the zone of a formatter',
      // As ICU calls it.
      () => Intl.DateTimeFormat().resolvedOptions().timeZone,
      'Asia/Calcutta',
    ],
    ['process.hrtime', () => process.hrtime(), `${String(START / 1_000)},0`],
    ['a span of process.hrtime', () => process.hrtime([START / 1_000 - 1, 1]), '0,999999999'],
    ['process.hrtime.bigint', () => process.hrtime.bigint(), `${String(START)}000000`],
    ['performance.timeOrigin', () => performance.timeOrigin + performance.now(), String(START)],
    ['an event', () => new Event('x').timeStamp, String(START)],
    ['a file', () => new File([], 'x').lastModified, String(START)],
    ['a file of another time', () => new File([], 'x', { lastModified: 7 }).lastModified, '7'],
  ])('%s follows the clock', (what, text, expected) => {
    // Node 24 has no Temporal.
    if (what.startsWith('Temporal') && !('Temporal' in globalThis)) return;
    const [decided] = said(text).commands;
    expect(decided?.command).toEqual(alert('info', expected));
  });

  it.each<readonly [what: string, call: () => unknown]>([
    ['performance.mark', () => performance.mark('x')],
    ['performance.measure', () => performance.measure('x')],
    ['performance.nodeTiming', () => Reflect.get(performance, 'nodeTiming')],
    ['performance.getEntries', () => performance.getEntries()],
    ['process.uptime', () => process.uptime()],
    ['process.memoryUsage', () => process.memoryUsage()],
    ['AbortSignal.timeout', () => AbortSignal.timeout(1)],
  ])('%s is refused', (name, call) => {
    const { state, failure } = said(call);
    expect(state).toBe('failed');
    expect(failure).toContain(`A strategy cannot call ${name}()`);
  });
});

it('outside of every run all of them tell of the machine', () => {
  const before = Date.now();
  expect(Number(process.hrtime.bigint())).toBeGreaterThan(0);
  expect(process.uptime()).toBeGreaterThan(0);
  expect(performance.timeOrigin).toBeGreaterThan(START / 2);
  expect(performance.mark('x').startTime).toBeLessThan(START);
  expect(new File([], 'x').lastModified).toBeGreaterThanOrEqual(before);
  expect(new Event('x').timeStamp).toBeLessThan(START);
  expect(new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC' }).format(0)).toBe('01/01/1970');
  expect(new Intl.DateTimeFormat() instanceof Intl.DateTimeFormat).toBe(true);
});
