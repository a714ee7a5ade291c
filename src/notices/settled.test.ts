import { describe, expect, it } from 'vitest';

import { isSettledBy, isSlip } from './settled.ts';
import { type Notice, noticeOf } from './notice.ts';

const RUN = 'a@2026-11-20/paper';
const asked = (question: string): Notice =>
  noticeOf('question-asked', RUN, { question, message: 'Go on?', replacedAtMs: null });
const answered = (question: string, runId = RUN): Notice =>
  noticeOf('question-answered', runId, { question, answer: 'yes', reason: 'looked' });
const failed = noticeOf('poll-failed', null, {
  ...{ subject: 'contracts', underlying: 'NIFTY', detail: 'timeout', isBlind: false },
});

describe('a problem is settled', () => {
  it('by the answer to its question, and to no other, nor of another run', () => {
    expect(isSettledBy(asked('go-on'), answered('go-on'))).toBe(true);
    expect(isSettledBy(asked('go-on'), answered('go-on.2'))).toBe(false);
    expect(isSettledBy(asked('go-on'), answered('go-on', 'b@2026-11-20/paper'))).toBe(false);
  });

  it('by what works again, of the same kind', () => {
    const again = (underlying: string): Notice =>
      noticeOf('polls-succeed-again', null, { subject: 'contracts', underlying });
    expect(isSettledBy(failed, again('NIFTY'))).toBe(true);
    expect(isSettledBy(failed, again('BANKNIFTY'))).toBe(false);
    expect(isSettledBy(failed, answered('go-on'))).toBe(false);
  });

  it('by what the operator says became of it, whatever run that is told of', () => {
    const order = { role: 'entry', leg: 'ce', symbol: 'X', tag: 't1', detail: 'gone' };
    const resolved = noticeOf('resolved', null, { name: 't1', as: 'absent' });
    expect(isSettledBy(noticeOf('entry-held', RUN, order), resolved)).toBe(true);
    expect(isSettledBy(noticeOf('entry-held', RUN, { ...order, tag: 't2' }), resolved)).toBe(false);
  });
});

it('what hurt stays a problem, however it ended', () => {
  const trouble = { path: 'a', detail: 'full', next: 'make room' };
  const unwritable = noticeOf('journal-unwritable', null, trouble as never);
  expect(isSettledBy(unwritable, noticeOf('journal-writable', null, {}))).toBe(false);
});

it('what an operator mistyped is no problem of the day', () => {
  const mistyped = noticeOf('answer-declined', RUN, { question: 'g', open: [], nearest: null });
  expect([mistyped, asked('go-on'), failed].map(isSlip)).toEqual([true, false, false]);
});
