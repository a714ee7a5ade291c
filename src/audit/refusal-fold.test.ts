import { expect, it } from 'vitest';

import { noticeOf } from '../notices/notice.ts';
import { type WhyNot } from '../notices/refusals.ts';
import { toldAt, type ToldNotice, toldText } from '../notices/told-notice.ts';
import { RefusalFold } from './notice-board.ts';

function refused(atMs: number, why: WhyNot, leg = 'l'): ToldNotice {
  const facts = { leg, why, isOrdinary: false, isUrgent: false };
  return toldAt(atMs, noticeOf('refused', 'r', facts));
}

function stale(second: number): WhyNot {
  return { rule: 'stale-quote', what: 'Quote', found: `${String(second)} s`, allowed: '5 s' };
}

function told(fold: RefusalFold, notices: readonly ToldNotice[]): readonly string[] {
  return notices.flatMap((notice) => {
    const shown = fold.take(notice);
    return shown === null ? [] : toldText(shown);
  });
}

it('tells a refusal that comes every second once a minute, with a count', () => {
  const seconds = Array.from({ length: 121 }, (_, second) => second);
  const notices = seconds.map((at) => refused(at * 1000, stale(at)));
  const fold = new RefusalFold();
  expect(told(fold, notices)).toEqual([
    'Refused leg "l": Quote: found 0 s, allowed 5 s',
    'Refused leg "l": Quote: found 60 s, allowed 5 s (× 60 since the last notice)',
    'Refused leg "l": Quote: found 120 s, allowed 5 s (× 60 since the last notice)',
  ]);
});

it('tells other legs, other rules and all that is no refusal', () => {
  const alert = toldAt(0, noticeOf('alert', 'r', { severity: 'warning', message: 'Refused' }));
  const notices = [
    refused(0, stale(1)),
    refused(0, stale(1), '2'),
    refused(0, { kind: 'rejected', detail: 'no margin' }),
    refused(0, { kind: 'not-sent', detail: 'no margin' }),
    alert,
    alert,
  ];
  expect(told(new RefusalFold(), notices)).toHaveLength(notices.length);
});

it('tells at the end what was counted', () => {
  const fold = new RefusalFold();
  for (let at = 0; at < 4; at += 1) fold.take(refused(at, stale(at)));
  expect(fold.rest().map((told) => toldText(told))).toEqual([
    'Refused leg "l": Quote: found 3 s, allowed 5 s (× 3 since the last notice)',
  ]);
});
