import { z } from 'zod';

import { type DayStatus } from '../../day/day-status.ts';
import { STAGES } from '../../model/runs/stage.ts';

const epochMs = z.int().describe('epoch milliseconds');
const paise = z.number().describe('paise');
const units = z.int().describe('units, not lots');
const next = z.array(z.string()).describe('whole commands, of which one is to be chosen');
const side = z.enum(['buy', 'sell']);
const leg = { runId: z.string(), leg: z.string() };

/** What an order asks for. */
export const termsSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('market'), referencePricePaise: paise }),
  z.object({ kind: z.literal('limit'), pricePaise: paise }),
  z.object({ kind: z.literal('stop'), triggerPricePaise: paise, limitPricePaise: paise }),
]);

const asked = {
  ...leg,
  tag: z.string(),
  role: z.enum(['entry', 'exit', 'stop', 'target']),
  side,
  symbol: z.string(),
};

const halt = z.object({
  state: z.enum(['active', 'reducing', 'halted']),
  sinceMs: epochMs,
  reason: z.string(),
  by: z.enum(['start', 'operator', 'comparator', 'protection', 'clock']),
  next,
});

const unprotected = z.object({
  ...leg,
  symbol: z.string(),
  state: z.string(),
  problem: z.string(),
  units,
  sinceMs: epochMs,
  next,
});

const customPosition = z.object({
  name: z.string(),
  runId: z.string(),
  state: z.string(),
  positionId: z.string().nullable(),
  sinceMs: epochMs,
  exitAtMs: epochMs.nullable(),
  squareOffs: z.int(),
  detail: z.string(),
  next,
});

const lock = z.object({
  runId: z.string().nullable(),
  protection: z.string(),
  reason: z.string(),
  sinceMs: epochMs,
  untilMs: epochMs.nullable(),
  next,
});

/** What keeps entries back. */
export const vetoSchema = z.object({
  by: z.string(),
  code: z.string(),
  runId: z.string().nullable(),
  found: z.string(),
  next: z.string().describe('what to do about it, for people'),
});

const broker = z.string().nullable().describe("name of its broker; null for the account's own");
const stage = z.enum(STAGES).describe('how far it may go; see docs/stages.md');
const runs = z.array(
  z.object({ runId: z.string(), state: z.string(), detail: z.string(), stage, broker, next }),
);
const working = z.array(
  z.object({ ...asked, leftUnits: units, terms: termsSchema, status: z.string() }),
);
const positions = z.array(z.object({ ...leg, netUnits: units, symbol: z.string() }));

const status = {
  atMs: epochMs.nullable(),
  isInSession: z.boolean(),
  halt,
  runs,
  unresolved: z
    .array(
      z.object({
        ...asked,
        state: z.string(),
        quantityUnits: units,
        terms: termsSchema.nullable(),
        detail: z.string(),
        isHeld: z.boolean(),
        next,
      }),
    )
    .describe('orders that may exist though no poll has shown them'),
  working,
  positions,
  unprotected: z.array(unprotected).describe('legs without the stop that was asked for'),
  customPositions: z.array(customPosition),
  unknownPositions: z
    .array(
      z.object({
        kind: z.enum(['position', 'signal']),
        name: z.string(),
        runId: z.string(),
        state: z.enum(['under-way', 'unknown']),
        sinceMs: epochMs,
        detail: z.string(),
        next,
      }),
    )
    .describe('starts and signals without a certain outcome: each may have traded'),
  orphans: z
    .array(
      z.object({
        symbol: z.string(),
        netUnits: units,
        isWorking: z.boolean(),
        sinceMs: epochMs,
        orderIds: z.array(z.string()),
      }),
    )
    .describe('what the platform holds by orders of ours that no book knows'),
  heldBaskets: z.array(
    z.object({ runId: z.string(), legs: z.array(z.string()), isNaked: z.boolean() }),
  ),
  questions: z.array(
    z.object({
      runId: z.string(),
      question: z.string().describe('what an answer names'),
      name: z.string().describe('what the run calls it'),
      message: z.string(),
      askedAtMs: epochMs,
      untilMs: epochMs.nullable(),
      next,
    }),
  ),
  pausedLegs: z.array(z.object({ ...leg, sinceMs: epochMs, reason: z.string(), next })),
  staleSources: z
    .array(
      z.object({
        runId: z.string(),
        source: z.string(),
        heardAtMs: epochMs.nullable().describe('when its last value came'),
        staleAfterMs: z.int().describe('how long a value counts, milliseconds'),
      }),
    )
    .exactOptional()
    .describe('own sources of runs that are silent for too long'),
  locks: z.array(lock),
  weeks: z
    .array(
      z.object({
        runId: z.string().nullable().describe('null: the account'),
        monday: z.iso.date(),
        since: z.iso.date(),
        earlierPaise: z.int(),
        todayPaise: z.int(),
        lossPaiseMax: z.int(),
      }),
    )
    .exactOptional()
    .describe('of what has a limit of the week'),
  vetoes: z.array(vetoSchema).describe('what keeps entries back while a condition holds'),
  shadow: z
    .object({ runs, working, positions })
    .optional()
    .describe('runs that send nothing; paper rules fill their orders'),
} satisfies Readonly<Record<keyof DayStatus, z.ZodType>>;

/** How an account stands: what an operator decides by. */
export const statusSchema = z.object(status).meta({ id: 'Status' });
