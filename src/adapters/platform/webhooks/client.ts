import { type z } from 'zod';

import { type Json } from '../../../base/json.ts';
import { fail, ok } from '../../../base/result.ts';
import { type Secret } from '../../../base/secret.ts';
import { type Profile, type WebhookRole } from '../../../model/orders/platform-profile.ts';
import { type Outcome } from '../../../ports/outcome.ts';
import { type Transport } from '../../../ports/transport.ts';
import { answerRules, type ErrorForm, mismatch, readAnswer } from '../../shared/answer.ts';
import { describeIssue } from '../../shared/describe-issue.ts';
import { createScrub, scrubJson } from '../../shared/scrub.ts';

/** What the adapters of the webhook hosts need. No session: each call carries its token. */
export interface WebhookOptions {
  readonly transport: Transport;
  readonly profile: Profile;
  readonly token: Secret;
}

interface WebhookCall {
  readonly role: WebhookRole;
  readonly path: string;
  /** @default application/json */
  readonly contentType?: string;
  readonly body: string;
}

/** Makes what sends one call, once, and reads its answer by a schema. The token is masked in all that the platform says. */
export function webhookCaller<Answer>(
  { transport, profile, token }: WebhookOptions,
  answer: z.ZodType<Answer>,
  errors: readonly (readonly [status: number, form: ErrorForm])[],
): (call: WebhookCall) => Promise<Outcome<Answer>> {
  const scrub = createScrub(() => [token.reveal()]);
  const rules = answerRules(profile, scrub, errors);
  return async ({ role, path, contentType = 'application/json', body }) => {
    const headers = { accept: 'application/json', 'content-type': contentType };
    const result = await transport.send({ role, method: 'POST', path, headers, body });
    return readAnswer(result, rules, (answered) => {
      const read = answer.safeParse(scrubJson(answered as Json, scrub));
      return read.success ? ok(read.data) : fail(describeIssue(read.error));
    });
  };
}

/** What an answer says beside its success. One that denies it leaves open what was done: some of it may have been. */
export function whereSuccessful<Answer extends { success: boolean; message: string }, Value>(
  outcome: Outcome<Answer>,
  valueOf: (answer: Answer) => Value,
): Outcome<Value> {
  if (outcome.kind !== 'accepted') return outcome;
  const { value } = outcome;
  if (!value.success) return mismatch(`No success: ${value.message}`);
  return { kind: 'accepted', value: valueOf(value) };
}
