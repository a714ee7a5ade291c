import { describe, expect, it } from 'vitest';

import { type Notice } from '../kernel/notice.ts';
import { NoticeBoard } from './notice-board.ts';

function said(severity: Notice['severity'], message: string): Notice {
  return { atMs: 0, severity, runId: null, message };
}

describe('NoticeBoard', () => {
  it('keeps a problem however much is said after it', () => {
    const board = new NoticeBoard();
    board.add(said('critical', 'an order is unknown'));
    for (let count = 0; count < 500; count += 1) board.add(said('info', String(count)));
    expect(board.problems).toEqual(['an order is unknown']);
    expect(board.recent).toHaveLength(200);
    expect(board.recent.at(-1)?.message).toBe('499');
  });

  it('counts what is beyond its bound', () => {
    const board = new NoticeBoard();
    for (let count = 0; count < 1_003; count += 1) board.add(said('warning', String(count)));
    expect(board.problems).toHaveLength(1_001);
    expect(board.problems.at(-1)).toBe('and 3 more');
  });

  it('keeps a refusal once, and at the end how often it came', () => {
    const board = new NoticeBoard();
    const refused = said('warning', 'Refused leg "l": halted');
    expect(board.add(refused)).toEqual(refused);
    expect(board.add(refused)).toBeNull();
    expect(board.add(refused)).toBeNull();
    expect(board.recent).toHaveLength(1);
    expect(board.problems).toEqual([
      'Refused leg "l": halted',
      'Refused leg "l": halted (× 2 since it was told last)',
    ]);
  });
});

it('keeps what strategies tell themselves apart from problems', () => {
  const board = new NoticeBoard();
  const of = { atMs: 1, runId: 'r', severity: 'warning' } as const;
  board.add({ ...of, message: 'ours' });
  board.add({ ...of, message: 'theirs', topic: 'alert' });
  expect(board.problems).toEqual(['ours']);
  expect(board.alerts).toMatchObject([{ message: 'theirs' }]);
});

it('takes tables that have ended for no problem of the day', () => {
  const board = new NoticeBoard();
  board.add({ ...said('warning', 'Market tables were checked through'), topic: 'tables' });
  expect(board.problems).toEqual([]);
  expect(board.recent).toHaveLength(1);
});
