import { expect, it } from 'vitest';

import { type JournalBlock } from '../../ports/journal.ts';
import { ApiDesk, NotedDay } from './testing/api-desk.ts';

function blockOf(sequence: number, characters: number): JournalBlock {
  return { sequence, date: '2026-10-30', entries: '1'.repeat(characters), hash: String(sequence) };
}

/** Numbers of the blocks that an API answers with whose day has these. */
async function answered(blocks: readonly JournalBlock[], query = ''): Promise<unknown> {
  const day = Object.assign(new NotedDay(), {
    blocks: {
      after: (_: string | null, sequence: number) =>
        blocks.filter((block) => block.sequence > sequence),
      hashAt: String,
    },
  });
  await using desk = await new ApiDesk().open(day);
  const { status, text } = await desk.get(`/v1/journal/blocks${query}`);
  const answer = JSON.parse(text) as { readonly blocks?: readonly JournalBlock[] };
  return status === 200 ? answer.blocks?.map(({ sequence }) => sequence) : status;
}

it('answers with the blocks of the day after a number, all of them by default', async () => {
  const blocks = [blockOf(4, 10), blockOf(5, 10), blockOf(6, 10)];
  expect(await answered(blocks)).toEqual([4, 5, 6]);
  expect(await answered(blocks, '?after=5')).toEqual([6]);
  expect(await answered(blocks, '?after=6')).toEqual([]);
  expect(await answered(blocks, '?after=-1')).toBe(400);
});

it('answers with so much as it can in a moment, and with one block at least', async () => {
  const large = 1_500_000;
  const blocks = [blockOf(1, 2 * large), blockOf(2, large), blockOf(3, 10)];
  expect(await answered(blocks)).toEqual([1]);
  expect(await answered(blocks, '?after=1')).toEqual([2, 3]);
});

it('knows who stands by from what it asks, between days too', async () => {
  await using desk = await new ApiDesk().open(new NotedDay());
  await desk.get('/v1/journal/blocks?after=0');
  expect(desk.board.standbys.all()).toEqual([]);
  await desk.get('/v1/journal/blocks?after=0&pid=7&state=level&to=1000');
  const { standbys } = JSON.parse((await desk.get('/v1/account')).text) as {
    readonly standbys: readonly object[];
  };
  expect(standbys).toMatchObject([{ pid: 7, state: 'level', followedToMs: 1_000 }]);
  expect((await desk.get('/v1/journal/blocks?pid=0')).status).toBe(400);
  await using between = await new ApiDesk().open(null);
  await between.get('/v1/journal/blocks?pid=8');
  expect(between.board.standbys.all()).toMatchObject([
    { pid: 8, state: 'waiting', followedToMs: null },
  ]);
});

it('has none where no day is open, or nothing is kept', async () => {
  await using between = await new ApiDesk().open(null);
  expect((await between.get('/v1/journal/blocks')).status).toBe(409);
  const keepsNothing = Object.assign(new NotedDay(), { blocks: null });
  await using unkept = await new ApiDesk().open(keepsNothing);
  expect((await unkept.get('/v1/journal/blocks')).status).toBe(409);
});
