import { z } from 'zod';

import { type OperatorRequest } from '../../model/orders/operator-request.ts';

/** What can be asked of a running program: what an operator can, and how it stands. */
export type ControlRequest = OperatorRequest | { readonly action: 'status' };

/** Whether a request that no program takes stays for the next start; the others are one-shot. */
export function staysLeft({ action }: ControlRequest): boolean {
  return action === 'halt' || action === 'resume';
}

const reason = z.string().trim().min(1).max(500);
const name = z.string().min(1).max(200);

/** A request as a file holds it. Unknown keys are refused. */
export const controlRequestSchema: z.ZodType<ControlRequest> = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('halt'), reason, state: z.enum(['reducing', 'halted']) }),
  z.strictObject({ action: z.literal('resume'), reason }),
  z.strictObject({ action: z.literal('flatten'), reason, runId: name.nullable() }),
  z.strictObject({
    action: z.literal('resolve'),
    reason,
    tag: name,
    as: z.enum(['absent', 'resend', 'started', 'closed', 'arrived']),
    id: z.exactOptional(z.string().min(1).max(128)),
  }),
  z.strictObject({
    action: z.literal('release'),
    reason,
    runId: name,
    how: z.enum(['adopt', 'flatten', 'stop']),
  }),
  z.strictObject({ action: z.literal('status') }),
]);

/** An answer as a file holds it. Programs from before notices had codes gave severity and message of each alone. */
export const controlAnswerSchema = z.object({
  /** What the program told while it did what was asked, oldest first. */
  told: z
    .array(
      z.object({
        severity: z.enum(['info', 'warning', 'critical']),
        message: z.string(),
        runId: z.exactOptional(z.string().nullable()),
        code: z.exactOptional(z.string()),
        facts: z.exactOptional(z.unknown()),
      }),
    )
    .readonly(),
  /** How it stands afterwards, as `DayStatus`. */
  status: z.unknown(),
});

/** What a running program answers. */
export type ControlAnswer = z.infer<typeof controlAnswerSchema>;

/** A notice in an answer. */
export type ToldAnswer = ControlAnswer['told'][number];
