import fc from 'fast-check';
import nodeCron from 'node-cron';
import { describe, expect, test } from 'vitest';

import { type CronSchedule, nextCronMs, parseCron } from './cron.ts';
import { instantAt, istTimestamp } from './ist.ts';

function scheduleOf(expression: string): CronSchedule {
  const parsed = parseCron(expression);
  if (!parsed.ok) expect.fail(`${expression}: ${parsed.error.found}`);
  return parsed.value;
}

function times(expression: string, after: string, count: number): string[] {
  const schedule = scheduleOf(expression);
  const found: string[] = [];
  let atMs: number | null = Date.parse(after);
  while (found.length < count) {
    atMs = nextCronMs(schedule, atMs);
    if (atMs === null) break;
    found.push(istTimestamp(atMs).slice(0, 19));
  }
  return found;
}

const AFTER = '2026-11-20T09:20:00+05:30';

test.each([
  ['20 9 * * mon-fri', ['2026-11-23T09:20:00', '2026-11-24T09:20:00']],
  ['30 20 9 * * *', ['2026-11-20T09:20:30', '2026-11-21T09:20:30']],
  ['*/15 9-15 * * *', ['2026-11-20T09:30:00', '2026-11-20T09:45:00']],
  ['0,45 22-1 * * *', ['2026-11-20T22:00:00', '2026-11-20T22:45:00']],
  ['0 9 * * 7', ['2026-11-22T09:00:00', '2026-11-29T09:00:00']],
  ['0 9 * * fri-mon', ['2026-11-21T09:00:00', '2026-11-22T09:00:00']],
  ['0 9 1 january,march *', ['2027-01-01T09:00:00', '2027-03-01T09:00:00']],
  ['0 9 L * ?', ['2026-11-30T09:00:00', '2026-12-31T09:00:00']],
  ['0 9 L-2 * *', ['2026-11-28T09:00:00', '2026-12-29T09:00:00']],
  ['0 9 LW * *', ['2026-11-30T09:00:00', '2026-12-31T09:00:00']],
  ['0 9 1W * *', ['2026-12-01T09:00:00', '2027-01-01T09:00:00']],
  ['0 9 1W 5 *', ['2027-05-03T09:00:00', '2028-05-01T09:00:00']],
  ['15 15 * * tueL', ['2026-11-24T15:15:00', '2026-12-29T15:15:00']],
  ['15 15 * * 4#2', ['2026-12-10T15:15:00', '2027-01-14T15:15:00']],
  ['@daily', ['2026-11-21T00:00:00', '2026-11-22T00:00:00']],
  ['0 9 29 2 *', ['2028-02-29T09:00:00', '2032-02-29T09:00:00']],
])('%s', (expression, expected) => {
  expect(times(expression, AFTER, expected.length)).toEqual(expected);
});

test('day of month and weekday must both fit: Friday the 13th', () => {
  expect(times('0 9 13 * fri', AFTER, 2)).toEqual(['2027-08-13T09:00:00', '2028-10-13T09:00:00']);
});

test('the next time is strictly later, to the millisecond', () => {
  const schedule = scheduleOf('20 9 * * *');
  const dueMs = instantAt('2026-11-20', '09:20');
  expect(nextCronMs(schedule, dueMs - 1)).toBe(dueMs);
  expect(nextCronMs(schedule, dueMs)).toBe(instantAt('2026-11-21', '09:20'));
  expect(nextCronMs(schedule, dueMs + 1)).toBe(instantAt('2026-11-21', '09:20'));
});

test('a day that no month has never comes', () => {
  expect(nextCronMs(scheduleOf('0 9 L-30 2 *'), Date.parse(AFTER))).toBeNull();
});

describe('what cannot be read says which field, what was found and what is allowed', () => {
  test.each([
    ['', 'expression', ''],
    ['* * * *', 'expression', '* * * *'],
    ['* * * * * * *', 'expression', '* * * * * * *'],
    ['60 * * * *', 'minute', '60'],
    ['60 * * * * *', 'second', '60'],
    ['* 24 * * *', 'hour', '24'],
    ['* * 0 * *', 'day of month', '0'],
    ['* * 32 * *', 'day of month', '32'],
    ['* * * 13 *', 'month', '13'],
    ['* * * * 8', 'weekday', '8'],
    ['* * * * funday', 'weekday', 'funday'],
    ['*/0 * * * *', 'minute', '*/0'],
    ['5/10 * * * *', 'minute', '5/10'],
    ['1,,2 * * * *', 'minute', ''],
    ['1-5-9 * * * *', 'minute', '1-5-9'],
    ['70-3 * * * *', 'minute', '70-3'],
    ['-1 * * * *', 'minute', '-1'],
    ['1.5 * * * *', 'minute', '1.5'],
    ['? * * * *', 'minute', '?'],
    ['* * 31 2,4 *', 'day of month', '31 2,4'],
    ['* * L-31 * *', 'day of month', 'l-31'],
    ['* * * * 4#6', 'weekday', '4#6'],
    ['* * * jan1 *', 'month', 'jan1'],
    ['\t* * * * *', 'minute', '\t*'],
  ])('%j', (expression, field, found) => {
    const parsed = parseCron(expression);
    expect(parsed).toMatchObject({ ok: false, error: { field, found } });
    expect(parsed.ok ? '' : parsed.error.allowed).not.toBe('');
  });
});

/** One element of a field, mostly well formed. */
function element(least: number, most: number): fc.Arbitrary<string> {
  const value = fc.integer({ min: least, max: most }).map(String);
  const step = fc.integer({ min: 1, max: most }).map(String);
  return fc.oneof(
    value,
    fc.tuple(value, value).map((both) => both.join('-')),
    fc.tuple(value, value, step).map(([from, to, by]) => `${from}-${to}/${by}`),
    step.map((by) => `*/${by}`),
    fc.constant('*'),
  );
}

function fieldText(...elements: fc.Arbitrary<string>[]): fc.Arbitrary<string> {
  return fc
    .array(fc.oneof(...elements), { minLength: 1, maxLength: 3 })
    .map((list) => list.join(','));
}

const months = fc.constantFrom('jan', 'FEB', 'march', 'Dec', 'jun-aug', 'nov-feb');
const weekdays = fc.constantFrom('sun', 'MON-fri', 'thursday', 'fri-mon', '7', '5-7', '4L', '2#3');
const monthDays = fc.constantFrom('L', 'L-3', '15W', '1W', '31W', 'LW', 'l');
const anyExpression = fc
  .tuple(
    fc.option(fieldText(element(0, 59)), { nil: null }),
    fieldText(element(0, 59)),
    fieldText(element(0, 23)),
    fieldText(element(1, 31), monthDays),
    fieldText(element(1, 12), months),
    fieldText(element(0, 7), weekdays),
  )
  .map((fields) => fields.filter((field) => field !== null).join(' '));

const NOISE = Array.from('0123456789*/,-#?LW @janmofri\t');
const LIMIT_YEARS = 30;
const anyInstant = fc.integer({
  min: Date.parse('2024-01-01T00:00:00Z'),
  max: Date.parse('2027-12-31T00:00:00Z'),
});

/** Node-cron's own reading: whether it takes the expression, and whether an instant fits. */
function matchesInNodeCron(expression: string): (atMs: number) => boolean {
  const task = nodeCron.createTask(expression, () => undefined, { timezone: 'Asia/Kolkata' });
  return (atMs) => task.match(new Date(atMs));
}

describe('agrees with node-cron', () => {
  test('on which well-formed expressions are valid', () => {
    fc.assert(
      fc.property(anyExpression, (expression) => {
        expect(parseCron(expression).ok).toBe(nodeCron.validate(expression));
      }),
      { numRuns: 400 },
    );
  });

  test('never takes a text that node-cron refuses', () => {
    const noise = fc.string({
      unit: fc.constantFrom(...NOISE),
      maxLength: 20,
    });
    fc.assert(
      fc.property(noise, anyExpression, fc.nat(), (extra, expression, at) => {
        const cut = at % (expression.length + 1);
        const text = `${expression.slice(0, cut)}${extra}${expression.slice(cut)}`;
        expect(!parseCron(text).ok || nodeCron.validate(text)).toBe(true);
      }),
      { numRuns: 400 },
    );
  });

  test('on the instants that it names, and on those that it passes over', () => {
    fc.assert(
      fc.property(anyExpression, anyInstant, fc.nat(), (expression, afterMs, share) => {
        const parsed = parseCron(expression);
        fc.pre(parsed.ok);
        const nextMs = nextCronMs(parsed.value, afterMs);
        fc.pre(nextMs !== null && nextMs < afterMs + LIMIT_YEARS * 366 * 86_400_000);
        const matches = matchesInNodeCron(expression);
        expect(matches(nextMs)).toBe(true);
        const firstSecondMs = Math.floor(afterMs / 1_000) * 1_000 + 1_000;
        const between = (nextMs - firstSecondMs) / 1_000;
        for (let probe = 0; probe < Math.min(20, between); probe += 1) {
          const second = (probe * 7_919 + share) % between;
          expect(matches(firstSecondMs + second * 1_000)).toBe(false);
        }
      }),
      { numRuns: 150 },
    );
  });
});

test.each([
  [2, 29],
  [4, 30],
  [6, 30],
  [9, 30],
  [11, 30],
])('month %i has %i days at most: a day beyond is refused', (month, days) => {
  expect(parseCron(`0 9 ${String(days)} ${String(month)} *`).ok).toBe(true);
  expect(parseCron(`0 9 ${String(days + 1)} ${String(month)} *`).ok).toBe(false);
});

test.each([1, 3, 5, 7, 8, 10, 12])('month %i has a 31st', (month) => {
  expect(parseCron(`0 9 31 ${String(month)} *`).ok).toBe(true);
});

test('each month and weekday has its name, in full and by three letters', () => {
  const months = 'january february march april may june july august september october november';
  for (const [index, name] of `${months} december`.split(' ').entries()) {
    expect(scheduleOf(`0 9 1 ${name} *`).month.numbers).toEqual([index + 1]);
    expect(scheduleOf(`0 9 1 ${name.slice(0, 3)} *`).month.numbers).toEqual([index + 1]);
  }
  const days = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');
  for (const [index, name] of days.entries()) {
    expect(scheduleOf(`0 9 * * ${name}`).weekday.numbers).toEqual([index]);
    expect(scheduleOf(`0 9 * * ${name.slice(0, 3)}`).weekday.numbers).toEqual([index]);
  }
});

test.each([
  ['0 9 ? * mon', '2026-11-23T09:00:00'],
  ['0 9 * * monL', '2026-11-30T09:00:00'],
  ['0 9 * * 7L', '2026-11-29T09:00:00'],
  ['0 9 * * 6#4', '2026-11-28T09:00:00'],
  ['0 9 * 11 0#2', '2027-11-14T09:00:00'],
  ['0 9 * 8 0#2', '2027-08-08T09:00:00'],
  ['0 9 21W 2 *', '2027-02-22T09:00:00'],
  ['0 9 LW 1 *', '2027-01-29T09:00:00'],
  ['0 9 31W 4,5 *', '2027-05-31T09:00:00'],
])('%s comes first on %s', (expression, expected) => {
  expect(times(expression, AFTER, 1)).toEqual([expected]);
});

test.each([
  ['61 9 * * *', 'minute', '0-59, *, lists (1,3), ranges (1-3), steps (*/5, 1-9/2)'],
  ['0 9 * 13 *', 'month', '1-12, jan…, *, lists (1,3), ranges (1-3), steps (*/5, 1-9/2)'],
  [
    '0 9 * * 8',
    'weekday',
    '0-7, sun…, *, lists (1,3), ranges (1-3), steps (*/5, 1-9/2), ?, 4L, 4#2',
  ],
])('%s is refused in its %s with what is allowed', (expression, field, allowed) => {
  expect(parseCron(expression)).toMatchObject({ ok: false, error: { field, allowed } });
});

test('a year that ends a century has a leap day where it is one of four hundred', () => {
  expect(times('0 9 L 2 *', '2000-02-01T00:00:00+05:30', 2)).toEqual([
    '2000-02-29T09:00:00',
    '2001-02-28T09:00:00',
  ]);
});

test.each(['__proto__', 'constructor', 'toString'])(
  'a word that every object has is no schedule: %s',
  (word) => {
    expect(parseCron(word)).toMatchObject({
      ok: false,
      error: { field: 'expression', found: word },
    });
  },
);
