import { z } from 'zod';

import { SERVED_STATES } from '../account-board.ts';
import { FOLLOWING } from '../standby/standbys.ts';

/** The processes that stand by for the account. */
export const standbysSchema = z
  .array(
    z
      .object({
        pid: z.int(),
        state: z.enum([...FOLLOWING, 'gone']).describe('gone: not heard for ten seconds'),
        followedToMs: z
          .int()
          .nullable()
          .describe('epoch milliseconds up to which its engine has followed the day'),
        silentMs: z.int().describe('milliseconds since it asked last'),
      })
      .meta({ id: 'Standby' }),
  )
  .describe('those that stand by now; where none does, the last one that did');

/** What a process does, and how its API is used. */
export const accountSchema = z
  .object({
    account: z.string(),
    mode: z.enum(['paper', 'live']),
    standing: z
      .object({
        state: z.enum(SERVED_STATES),
        sinceMs: z.int().describe('epoch milliseconds'),
        date: z.iso.date().nullable().describe('the trading day that it is about'),
        opensAtMs: z.int().nullable().describe('when the next day opens; only while waiting'),
        detail: z.string().nullable(),
      })
      .meta({ id: 'Standing' }),
    day: z.iso.date().nullable().describe('the day under way; null between days'),
    standbys: standbysSchema,
    api: z.object({
      readers: z.int().describe('readers of events'),
      refusals: z.record(z.string(), z.int()).describe('refused requests by code, since the start'),
    }),
  })
  .meta({ id: 'Account' });
