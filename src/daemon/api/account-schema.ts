import { z } from 'zod';

/** What a process does, and how its API is used. */
export const accountSchema = z
  .object({
    account: z.string(),
    mode: z.enum(['paper', 'live']),
    standing: z
      .object({
        state: z.enum(['waiting', 'opening', 'trading', 'closing', 'stopped']),
        sinceMs: z.int().describe('epoch milliseconds'),
        date: z.iso.date().nullable().describe('the trading day that it is about'),
        opensAtMs: z.int().nullable().describe('when the next day opens; only while waiting'),
        detail: z.string().nullable(),
      })
      .meta({ id: 'Standing' }),
    day: z.iso.date().nullable().describe('the day under way; null between days'),
    api: z.object({
      readers: z.int().describe('readers of events'),
      refusals: z.record(z.string(), z.int()).describe('refused requests by code, since the start'),
    }),
  })
  .meta({ id: 'Account' });
