import { beforeEach, describe, expect, it } from 'vitest';

import { EMPTY_VIEW, type EngineView } from '../../engine/engine-view.ts';
import { ACTIVE } from '../../model/orders/halt-and-lock.ts';
import { type AccountStanding, type FollowedDay } from '../account-board.ts';
import { AccountHealth } from './account-health.ts';

let books: EngineView;
let nowMs: number;
let realMs: number;
let day: FollowedDay | null;
let standing: AccountStanding;

beforeEach(() => {
  nowMs = 1_000_000;
  realMs = 0;
  const lastGoodPolls = { ordersAtMs: nowMs - 1_000, quotesAtMs: null };
  books = { ...EMPTY_VIEW, atMs: nowMs, isInSession: true, lastGoodPolls };
  day = {
    clock: { nowMs: () => nowMs },
    picture: () => ({ books }),
  } as unknown as FollowedDay;
  standing = { state: 'trading', sinceMs: 0, date: null, opensAtMs: null, detail: null };
});

function aHealth(): AccountHealth {
  const board = {
    get standing(): AccountStanding {
      return standing;
    },
    get day(): FollowedDay | null {
      return day;
    },
  };
  return new AccountHealth({ board, monotonicMs: () => realMs });
}

describe('readyz', () => {
  it('is fit to trade with fresh polls, and reports stale ones until they are fresh again', () => {
    const health = aHealth();
    expect(health.readyz()).toEqual({ ok: true, reasons: [] });
    nowMs += 15_000;
    expect(health.readyz()).toEqual({
      ok: false,
      reasons: ['the last good poll of the orders is 16 s old'],
    });
    books = { ...books, lastGoodPolls: { ordersAtMs: nowMs, quotesAtMs: null } };
    expect(health.readyz().ok).toBe(true);
  });

  it('reports a halt with its reason, in session alone', () => {
    const health = aHealth();
    books = { ...books, halt: { ...ACTIVE, state: 'reducing', reason: 'a loss' } };
    expect(health.readyz()).toEqual({ ok: false, reasons: ['reducing: a loss'] });
    expect(health.healthz().ok).toBe(true);
    books = { ...books, isInSession: false };
    expect(health.readyz().ok).toBe(true);
  });

  it('is not ready while it opens, and says how that goes', () => {
    day = null;
    standing = { ...standing, state: 'opening', detail: 'the login fails' };
    expect(aHealth().readyz()).toEqual({ ok: false, reasons: ['opening: the login fails'] });
    standing = { ...standing, state: 'waiting' };
    expect(aHealth().readyz().ok).toBe(true);
  });
});

describe('healthz', () => {
  it('reports a day in session in which nothing happens any more, and that it moves again', () => {
    const health = aHealth();
    expect(health.healthz().ok).toBe(true);
    realMs = 65_001;
    expect(health.healthz()).toEqual({
      ok: false,
      reasons: ['nothing has happened for 65 s in session'],
    });
    expect(health.readyz().ok).toBe(false);
    books = { ...books, atMs: nowMs + 1 };
    expect(health.healthz().ok).toBe(true);
  });

  it('takes quiet for granted out of session, and between days', () => {
    const health = aHealth();
    books = { ...books, isInSession: false };
    expect(health.healthz().ok).toBe(true);
    realMs = 600_000;
    expect(health.healthz().ok).toBe(true);
    day = null;
    expect(health.healthz().ok).toBe(true);
  });

  it('is over once the process ends', () => {
    standing = { ...standing, state: 'stopped' };
    expect(aHealth().healthz().ok).toBe(false);
  });
});
