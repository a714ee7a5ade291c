import { expect, it } from 'vitest';

import { type Notice } from '../kernel/notice.ts';
import { RefusalFold } from './notice-board.ts';

function said(atMs: number, message: string): Notice {
  return { atMs, severity: 'warning', runId: 'r', message };
}

function told(fold: RefusalFold, notices: readonly Notice[]): readonly string[] {
  return notices.flatMap((notice) => fold.take(notice)?.message ?? []);
}

it('tells a refusal that comes every second once a minute, with a count', () => {
  const seconds = Array.from({ length: 121 }, (_, second) => second);
  const notices = seconds.map((at) =>
    said(at * 1000, `Refused leg "l": found ${String(at)} s, allowed 5 s`),
  );
  const fold = new RefusalFold();
  expect(told(fold, notices)).toEqual([
    'Refused leg "l": found 0 s, allowed 5 s',
    'Refused leg "l": found 60 s, allowed 5 s (× 60 since it was told last)',
    'Refused leg "l": found 120 s, allowed 5 s (× 60 since it was told last)',
  ]);
});

it('tells other legs, other reasons and all that is no refusal', () => {
  const messages = [
    'Refused leg "1": a',
    'Refused leg "2": a',
    'Refused leg "1": b',
    'Squaring off',
    'Squaring off',
  ];
  const fold = new RefusalFold();
  const notices = messages.map((message) => said(0, message));
  expect(told(fold, notices)).toEqual(messages);
});

it('tells at the end what was counted', () => {
  const fold = new RefusalFold();
  for (let at = 0; at < 4; at += 1) fold.take(said(at, `Refused leg "l": ${String(at)}`));
  expect(fold.rest().map(({ message }) => message)).toEqual([
    'Refused leg "l": 3 (× 3 since it was told last)',
  ]);
});
