import { z } from 'zod';

import { ok } from '../../base/result.ts';
import { type JournalBlock } from '../../ports/journal.ts';
import { FOLLOWING } from '../standby/standbys.ts';
import { getRoute, type JsonRoute, noDay } from './api-route.ts';

/** Characters of entries in one answer, as far as more than one block is in it: it is made while the account trades. */
const CHARACTERS_MAX = 2 * 2 ** 20;

const block = z.object({
  sequence: z.int().describe('number of the commit, without gaps over all dates'),
  date: z.iso.date(),
  entries: z.string().describe('entries of the commit, as the journal has them'),
  hash: z.string().describe('SHA-256 over the hash of the commit before, and all of the above'),
});

/** What the journal of the day under way holds. */
export const journalBlocksSchema = z
  .object({
    date: z.iso.date(),
    blocks: z.array(block).describe('commits in order, as many as one answer takes'),
  })
  .meta({ id: 'JournalBlocks' });

/** What a process that stands by follows. */
export const JOURNAL_ROUTES: readonly JsonRoute[] = [
  getRoute({
    path: '/v1/journal/blocks',
    summary: 'Commits of the day under way, for a process that stands by',
    query: z.strictObject({
      after: z.coerce
        .number()
        .int()
        .min(0)
        .default(0)
        .describe('number of the last commit that is known; 0 for none'),
      pid: z.coerce.number().int().min(1).exactOptional().describe('of the process that asks'),
      state: z.enum(FOLLOWING).default('waiting').describe('how far it has followed the day'),
      to: z.coerce
        .number()
        .int()
        .exactOptional()
        .describe('epoch milliseconds up to which its engine is'),
    }),
    answer: journalBlocksSchema,
    refusals: ['no-day-open'],
    run: ({ board }, { query: { after, pid, state, to = null } }) => {
      if (pid !== undefined) board.standbys.note({ pid, state, followedToMs: to });
      const blocks = board.day?.blocks ?? null;
      if (board.day === null || blocks === null) return noDay(board);
      const { date } = board.day;
      return ok({ date, blocks: fitting(blocks.after(date, after)) });
    },
  }),
];

function fitting(blocks: readonly JournalBlock[]): readonly JournalBlock[] {
  let characters = 0;
  const end = blocks.findIndex(({ entries }, index) => {
    characters += entries.length;
    return index > 0 && characters > CHARACTERS_MAX;
  });
  return end === -1 ? blocks : blocks.slice(0, end);
}
