import { type z } from 'zod';

import { fail, ok, type Result } from '../../../base/result.ts';
import { type Secret } from '../../../base/secret.ts';
import { type Profile, type WebhookRole } from '../../../model/orders/platform-profile.ts';
import { type Transport, type TransportResult } from '../../../ports/transport.ts';
import { type AnswerRules, type ErrorForm } from '../../shared/answer.ts';
import { describeIssue } from '../../shared/describe-issue.ts';
import { createScrub } from '../../shared/scrub.ts';

/** What the adapters of the webhook hosts need. No session: each call carries its token. */
export interface WebhookOptions {
  readonly transport: Transport;
  readonly profile: Profile;
  readonly token: Secret;
}

/** Sends one call, once. */
export function postWebhook(
  transport: Transport,
  call: {
    readonly role: WebhookRole;
    readonly path: string;
    readonly contentType: string;
    readonly body: string;
  },
): Promise<TransportResult> {
  const { role, path, contentType, body } = call;
  return transport.send({
    role,
    method: 'POST',
    path,
    headers: { accept: 'application/json', 'content-type': contentType },
    body,
  });
}

/** Reads an answer by its schema. */
export function answerReader<Wire, Value>(
  schema: z.ZodType<Wire>,
  { scrub }: AnswerRules,
  valueOf: (wire: Wire) => Value,
): (answer: unknown) => Result<Value, string> {
  return (answer) => {
    const read = schema.safeParse(answer);
    return read.success ? ok(valueOf(read.data)) : fail(scrub(describeIssue(read.error)));
  };
}

/** What the answers of a webhook mean; its token is masked in them. */
export function webhookRules(
  { profile, token }: WebhookOptions,
  errors: readonly (readonly [status: number, form: ErrorForm])[],
): AnswerRules {
  return {
    errors: new Map(errors),
    certainStatuses: profile.rejections.certainStatuses,
    scrub: createScrub(() => [token.reveal()]),
  };
}
