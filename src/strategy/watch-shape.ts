import { z } from 'zod';

import { HISTORY_BARS_MAX } from '../model/history.ts';
import { type Watch } from '../model/input.ts';
import { contractShape } from './command-shape.ts';

/** More strikes on each side than any expiry has. */
const STRIKES_MAX = 1_000;

const underlying = z.string();

/** The shape of what a strategy wants watched: it names contracts and underlyings itself. */
const shape: z.ZodType<Watch> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('index'), underlying }),
  z.object({ kind: z.literal('contract'), contract: contractShape }),
  z.object({ kind: z.literal('contracts'), underlying }),
  z.object({
    kind: z.literal('chain'),
    underlying,
    expiry: z.string(),
    strikesEachSide: z.number().positive().max(STRIKES_MAX),
  }),
  z.object({
    kind: z.literal('history'),
    underlying,
    minutes: z.int().min(1),
    count: z.int().min(1).max(HISTORY_BARS_MAX),
    beforeMs: z.int(),
  }),
]);

/** Where a watch has not the shape of its kind, and what belongs there; null when it has. */
export function watchProblem(watch: unknown): string | null {
  const [issue] = shape.safeParse(watch).error?.issues ?? [];
  return issue === undefined ? null : `${issue.path.map(String).join('.')}: ${issue.message}`;
}
