import { expect, test } from 'vitest';

import { aDay } from '../../../test/support/engine-rig.ts';
import { endLost } from '../../adapters/journal/journal-failures.ts';
import { noticeOf } from '../../notices/notice.ts';
import { whetherBegunAnew } from './open-day-journal.ts';

const day = aDay();
const openMs = day.sessions[0]?.startMs ?? 0;
const noMark = noticeOf('journal-unmarked', null, { path: 'j' });
const startsFresh = noticeOf('journal-starts-fresh', null, { path: 'j', lost: null });
const whole = { isNew: false, warning: null, lost: null };
const platform = { venue: { kind: 'platform' } } as Parameters<typeof whetherBegunAnew>[1];
const simulator = { venue: { kind: 'simulator' } } as Parameters<typeof whetherBegunAnew>[1];

test.each([
  { title: 'that goes on whole', found: whole, said: null },
  { title: 'that goes on without a mark', found: { ...whole, warning: noMark }, said: null },
  {
    title: 'that is new before the open',
    found: { ...whole, isNew: true },
    nowMs: openMs - 1,
    said: null,
  },
  {
    title: 'that is new from the open on',
    found: { ...whole, isNew: true },
    nowMs: openMs,
    said: 'starts fresh at 09:15',
  },
  {
    title: 'that a program has run with, before the open',
    found: { ...whole, isNew: true, warning: startsFresh },
    nowMs: openMs - 1,
    said: 'starts fresh at 09:14',
  },
  {
    title: 'that has lost its end, at any time',
    found: { ...whole, lost: endLost('3 blocks are missing') },
    nowMs: openMs - 1,
    said: 'the journal has lost its end: 3 blocks are missing',
  },
])('a journal $title', ({ found, nowMs = openMs + 1, said }) => {
  const why = whetherBegunAnew(found, platform, { day, nowMs });
  expect(why ?? 'null').toContain(said ?? 'null');
  expect(whetherBegunAnew(found, simulator, { day, nowMs })).toBeNull();
});

test('a journal that is new on a day without a session stops nothing', () => {
  const closed = { ...day, sessions: [] };
  const found = { ...whole, isNew: true };
  expect(whetherBegunAnew(found, platform, { day: closed, nowMs: openMs })).toBeNull();
});
