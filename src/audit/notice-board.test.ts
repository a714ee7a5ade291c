import { describe, expect, it } from 'vitest';

import { noticeOf } from '../notices/notice.ts';
import { toldAt, type ToldNotice, toldText } from '../notices/told-notice.ts';
import { NoticeBoard } from './notice-board.ts';

function info(name: string): ToldNotice {
  return toldAt(0, noticeOf('resolved', null, { name, as: 'absent' }));
}

function warning(detail: string): ToldNotice {
  return toldAt(0, noticeOf('control-fails', null, { what: 'answer', detail }));
}

describe('NoticeBoard', () => {
  it('keeps a problem however much is said after it', () => {
    const board = new NoticeBoard();
    board.add(warning('an order is unknown'));
    for (let count = 0; count < 500; count += 1) board.add(info(String(count)));
    expect(board.problems).toEqual([warning('an order is unknown')]);
    expect(board.recent).toHaveLength(200);
    expect(board.recent.at(-1)).toEqual(info('499'));
  });

  it('knows which problems were settled since, and which were only mistakes of the operator', () => {
    const board = new NoticeBoard();
    const about = { subject: 'orders', underlying: '' };
    const failed = toldAt(
      0,
      noticeOf('poll-failed', null, { ...about, detail: 'timeout', isBlind: false }),
    );
    const slip = toldAt(0, noticeOf('run-unknown', null, { name: 'x', runIds: [], nearest: null }));
    board.add(failed);
    board.add(warning('an order is unknown'));
    board.add(slip);
    expect(board.settled).toEqual([slip]);
    board.add(toldAt(1, noticeOf('polls-succeed-again', null, about)));
    expect(board.problems).toEqual([failed, warning('an order is unknown'), slip]);
    expect(board.settled).toEqual([slip, failed]);
    board.add({ ...failed, atMs: 2 });
    expect(board.settled).toHaveLength(2);
  });

  it('counts what is beyond its bound', () => {
    const board = new NoticeBoard();
    for (let count = 0; count < 1_003; count += 1) board.add(warning(String(count)));
    expect(board.problems).toHaveLength(1_000);
    expect(board.problemsLeftOut).toBe(3);
  });

  it('keeps a refusal once, and at the end how often it came', () => {
    const board = new NoticeBoard();
    const why = { kind: 'not-sent', detail: 'halted' } as const;
    const facts = { leg: 'l', why, isOrdinary: false, isUrgent: false };
    const refused = toldAt(0, noticeOf('refused', 'r', facts));
    expect(board.add(refused)).toEqual(refused);
    expect(board.add(refused)).toBeNull();
    expect(board.add(refused)).toBeNull();
    expect(board.recent).toHaveLength(1);
    expect(board.problems.map((told) => toldText(told))).toEqual([
      'Refused leg "l": Not sent: halted',
      'Refused leg "l": Not sent: halted (× 2 since the last notice)',
    ]);
  });
});

it('keeps what strategies tell themselves apart from problems', () => {
  const board = new NoticeBoard();
  const alert = { severity: 'warning', message: 'theirs' } as const;
  board.add(warning('ours'));
  board.add(toldAt(1, noticeOf('alert', 'r', alert)));
  expect(board.problems).toEqual([warning('ours')]);
  expect(board.alerts).toMatchObject([{ facts: alert }]);
});

it('takes tables that have ended for no problem of the day', () => {
  const board = new NoticeBoard();
  const facts = { tables: ['charges'], through: '2026-01-01', isOver: true };
  board.add(toldAt(0, noticeOf('table-ends', null, facts)));
  expect(board.problems).toEqual([]);
  expect(board.recent).toHaveLength(1);
});
