import { expect, it } from 'vitest';

import {
  AccountBoard,
  type AccountFollower,
  type AccountStanding,
  type FollowedDay,
} from './account-board.ts';

function aDay(date: string): FollowedDay {
  return { date } as unknown as FollowedDay;
}

function aFollower(): { readonly heard: string[]; readonly follower: AccountFollower } {
  const heard: string[] = [];
  return {
    heard,
    follower: {
      onStanding: ({ state }) => heard.push(state),
      onDay: ({ date }) => {
        heard.push(`begins ${date}`);
        return () => heard.push(`ends ${date}`);
      },
    },
  };
}

const WAITING: AccountStanding = {
  state: 'waiting',
  sinceMs: 1,
  date: null,
  opensAtMs: 2,
  detail: null,
};

it('tells a follower how the account stands, and each day from its beginning to its end', () => {
  const board = new AccountBoard({ account: 'default', mode: 'paper' });
  const { heard, follower } = aFollower();
  board.follow(follower);
  board.stand(WAITING);
  const close = board.openDay(aDay('2026-10-29'));
  expect(board.day?.date).toBe('2026-10-29');
  close();
  board.openDay(aDay('2026-10-30'));
  // Closed again, after another has begun: that one stays.
  close();
  expect(board.day?.date).toBe('2026-10-30');
  expect(heard).toEqual([
    'opening',
    'waiting',
    'begins 2026-10-29',
    'ends 2026-10-29',
    'begins 2026-10-30',
  ]);
});

it('catches a late follower up, and ends its day when it leaves', () => {
  const board = new AccountBoard({ account: 'default', mode: 'paper' });
  board.stand(WAITING);
  const close = board.openDay(aDay('2026-10-29'));
  const { heard, follower } = aFollower();
  const leave = board.follow(follower);
  leave();
  close();
  board.stand(WAITING);
  expect(heard).toEqual(['waiting', 'begins 2026-10-29', 'ends 2026-10-29']);
});
