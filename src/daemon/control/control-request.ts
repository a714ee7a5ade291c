import { z } from 'zod';

import { QUESTION_NAME_MAX } from '../../model/orders/command.ts';
import { type OperatorRequest } from '../../model/orders/operator-request.ts';
import { type ReloadAsked } from '../reload/reload-desk.ts';

/** What can be done to a day: what its engine takes, and that a run continues under its changed file. */
export type DayRequest = OperatorRequest | ReloadRequest;

/** A run is to continue under its file as it is now; see `ReloadAsked`. */
export type ReloadRequest = { readonly action: 'reload' } & Pick<
  ReloadAsked,
  'runId' | 'attempt' | 'sourceHash' | 'mayDiffer'
>;

/** What can be asked of a running program: what can be done to its day, and how it stands. */
export type ControlRequest = DayRequest | { readonly action: 'status' };

/** Whether a request that no program takes stays for the next start; the others are one-shot. */
export function staysLeft(
  request: ControlRequest,
): request is Extract<OperatorRequest, { action: 'halt' | 'resume' }> {
  const { action } = request;
  return action === 'halt' || (action === 'resume' && request.runId === undefined);
}

/** Why: kept in the journal. */
export const reasonSchema = z.string().trim().min(1).max(500);
const reason = reasonSchema;
const name = z.string().min(1).max(200);

/** Most characters of what follows the name of a question that is not the first of its name: `.12`. */
const QUESTION_NUMBER_MAX = 10;

/** What each request of the operator holds beside its action. Unknown keys are refused. */
export const requestBodies = {
  halt: z.strictObject({ reason, state: z.enum(['reducing', 'halted']) }),
  pause: z.strictObject({ reason, runId: name.nullable() }),
  resume: z.strictObject({ reason, runId: z.exactOptional(name) }),
  flatten: z.strictObject({ reason, runId: name.nullable() }),
  resolve: z.strictObject({
    reason,
    tag: name,
    as: z.enum(['absent', 'resend', 'started', 'closed', 'open', 'arrived']),
    id: z.exactOptional(z.string().min(1).max(128)),
    units: z.exactOptional(z.int().min(1)),
  }),
  answer: z.strictObject({
    reason,
    runId: name,
    question: z
      .string()
      .min(1)
      .max(QUESTION_NAME_MAX + QUESTION_NUMBER_MAX),
    answer: z.enum(['yes', 'no']),
  }),
  release: z.strictObject({ reason, runId: name, how: z.enum(['adopt', 'flatten', 'stop']) }),
  reload: z.strictObject({
    runId: name,
    attempt: z.string().min(8).max(64).nullable(),
    sourceHash: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .nullable(),
    mayDiffer: z.boolean(),
  }),
} as const satisfies Readonly<Record<DayRequest['action'], z.ZodType>>;

/** A request as a file holds it. */
export const controlRequestSchema: z.ZodType<ControlRequest> = z.discriminatedUnion('action', [
  requestBodies.halt.extend({ action: z.literal('halt') }),
  requestBodies.pause.extend({ action: z.literal('pause') }),
  requestBodies.resume.extend({ action: z.literal('resume') }),
  requestBodies.flatten.extend({ action: z.literal('flatten') }),
  requestBodies.resolve.extend({ action: z.literal('resolve') }),
  requestBodies.answer.extend({ action: z.literal('answer') }),
  requestBodies.release.extend({ action: z.literal('release') }),
  requestBodies.reload.extend({ action: z.literal('reload') }),
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
  /** How it stands afterwards, as `DayStatus`; between days, how the last day ended, or null. */
  status: z.unknown(),
  /** What the process does, as `AccountStanding`; only between days. */
  standing: z.exactOptional(z.unknown()),
});

/** What a running program answers. */
export type ControlAnswer = z.infer<typeof controlAnswerSchema>;

/** A notice in an answer. */
export type ToldAnswer = ControlAnswer['told'][number];
