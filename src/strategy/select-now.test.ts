import { Subject } from 'rxjs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { type Seen } from '../model/orders/order.ts';
import { SelectionError } from '../streams/chain.ts';
import { type Moment } from './context.ts';
import { selectNow } from './select-now.ts';

const NINE_TWENTY = Date.parse('2026-11-20T09:20:00+05:30');
const MOMENT: Moment = { atMs: NINE_TWENTY, dueAtMs: NINE_TWENTY };

beforeEach(() => {
  vi.useFakeTimers({ now: NINE_TWENTY });
});
afterEach(() => {
  vi.useRealTimers();
});

interface Value {
  readonly name: string;
  readonly seen: Seen;
}

interface Followed {
  readonly stream: Subject<Value>;
  readonly moments: Subject<unknown>;
  readonly log: string[];
}

function value(name: string, secondsBefore: number): Value {
  return { name, seen: { observedAtMs: NINE_TWENTY - secondsBefore * 1_000, ageMsMax: 200 } };
}

function follow(): Followed {
  const moments = new Subject<unknown>();
  const stream = new Subject<Value>();
  const log: string[] = [];
  moments.pipe(selectNow(stream)).subscribe({
    next: ({ name }) => log.push(name),
    error: (error: unknown) => log.push(`error ${String(error)}`),
    complete: () => log.push('complete'),
  });
  return { stream, moments, log };
}

it('takes what was seen just before the moment, at once', () => {
  const { stream, moments, log } = follow();
  stream.next(value('older', 3));
  stream.next(value('latest', 1));
  expect(log).toEqual([]);
  moments.next(MOMENT);
  expect(log).toEqual(['latest']);
});

it('waits for the next value when the latest is too old', () => {
  const { stream, moments, log } = follow();
  stream.next(value('old', 5));
  moments.next(MOMENT);
  expect(log).toEqual([]);
  stream.next(value('fresh', -2));
  stream.next(value('too late to matter', -4));
  expect(log).toEqual(['fresh']);
});

it('takes anything that is emitted for a moment', () => {
  const { stream, moments, log } = follow();
  stream.next(value('old', 5));
  moments.next('a fill without a time');
  expect(log).toEqual([]);
  stream.next(value('fresh', 1));
  expect(log).toEqual(['fresh']);
});

it('waits for quotes that were asked for, though the value is fresh', () => {
  const moments = new Subject<unknown>();
  const stream = new Subject<Value & { readonly isQuoted: boolean }>();
  const log: string[] = [];
  moments.pipe(selectNow(stream)).subscribe({
    next: ({ name }) => log.push(name),
    error: (error: unknown) => log.push(String(error)),
  });
  stream.next({ ...value('bare', 1), isQuoted: false });
  moments.next(MOMENT);
  stream.next({ ...value('still bare', -1), isQuoted: false });
  expect(log).toEqual([]);
  stream.next({ ...value('quoted', -2), isQuoted: true });
  expect(log).toEqual(['quoted']);
});

it('gives a moment up when nothing fresh comes in time', () => {
  const { stream, moments, log } = follow();
  moments.next(MOMENT);
  vi.advanceTimersByTime(120_000);
  stream.next(value('too late', -120));
  expect(log).toEqual([]);
});

it('lets the stream go with the last moment', () => {
  const { stream, moments, log } = follow();
  expect(stream.observed).toBe(true);
  stream.next(value('latest', 1));
  moments.next(MOMENT);
  moments.complete();
  expect(log).toEqual(['latest', 'complete']);
  expect(stream.observed).toBe(false);
});

it('ends without a value when there is no moment', () => {
  const { stream, moments, log } = follow();
  moments.complete();
  expect(log).toEqual(['complete']);
  expect(stream.observed).toBe(false);
});

it('does not hide an error of the stream until the moment', () => {
  const { stream, log } = follow();
  stream.error(new SelectionError('not listed'));
  expect(log).toEqual(['error SelectionError: not listed']);
});
