import { expect, it } from 'vitest';

import { type Json } from '../base/json.ts';
import { type EngineEvent } from '../engine/event.ts';
import { type JournalEntry } from '../ports/journal.ts';
import { instantsOf } from './instants-of.ts';

function answered(
  atMs: number,
  attemptId: string,
  form: 'not-sent' | 'error-envelope',
): EngineEvent {
  const envelope = {
    form: 'error-envelope',
    status: 422,
    code: 'X',
    message: '',
    details: {},
  } as const;
  const rejection = form === 'not-sent' ? { form, reason: 'no connection' } : envelope;
  const result = { kind: 'cancel', outcome: { kind: 'rejected', rejection } } as const;
  return { kind: 'attempt-ended', atMs, attemptId, result };
}

function asked(attemptId: string, atMs: number): JournalEntry {
  return { kind: 'attempt', atMs, attemptId, attempt: {} };
}

function instants(...entries: readonly (JournalEntry | EngineEvent)[]): readonly unknown[] {
  const journaled = entries.map((entry): JournalEntry => {
    if (entry.kind === 'attempt') return entry;
    return { kind: 'event', atMs: entry.atMs, event: JSON.parse(JSON.stringify(entry)) as Json };
  });
  return [...instantsOf(journaled)].map(({ entries: together, neverSent }) => [
    together.map(({ atMs }) => atMs),
    [...neverSent],
  ]);
}

it('groups entries by the instant of their events, with what was made of them', () => {
  const passed = (atMs: number): EngineEvent => ({ kind: 'time-passed', atMs });
  expect(instants()).toEqual([]);
  expect(instants(passed(1), asked('a0', 1), passed(1), passed(2), asked('a1', 2))).toEqual([
    [[1, 1, 1], []],
    [[2, 2], []],
  ]);
});

it('names what was answered as never sent at the instant at which it was tried, and nothing else', () => {
  const tried = { kind: 'time-passed', atMs: 1 } as const;
  expect(
    instants(
      tried,
      asked('a0', 1),
      asked('a1', 1),
      answered(1, 'a0', 'not-sent'),
      answered(1, 'a1', 'error-envelope'),
      answered(2, 'a1', 'not-sent'),
    ),
  ).toEqual([
    [[1, 1, 1, 1, 1], ['a0']],
    [[2], ['a1']],
  ]);
});
