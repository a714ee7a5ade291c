import { type Secret } from '../../../base/secret.ts';
import { type Profile, type WebhookRole } from '../../../model/orders/platform-profile.ts';
import { type Transport, type TransportResult } from '../../../ports/transport.ts';
import { type AnswerRules, type ErrorForm } from '../../shared/answer.ts';
import { createScrub } from '../../shared/scrub.ts';

/** What the adapters of the webhook hosts are made of. They need no session: each call carries its token. */
export interface WebhookOptions {
  readonly transport: Transport;
  readonly profile: Profile;
  readonly token: Secret;
}

/** One call of a webhook. Which paths there are is the business of the files that use it. */
export interface WebhookCall {
  readonly role: WebhookRole;
  readonly path: string;
  readonly contentType: string;
  readonly body: string;
}

/** Sends one call, once. */
export function postWebhook(transport: Transport, call: WebhookCall): Promise<TransportResult> {
  const { role, path, contentType, body } = call;
  return transport.send({
    role,
    method: 'POST',
    path,
    headers: { accept: 'application/json', 'content-type': contentType },
    body,
  });
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
