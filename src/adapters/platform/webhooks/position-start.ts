import { type PaperPositions } from '../../../ports/webhooks.ts';
import { invalidRequest, readAnswer } from '../../shared/answer.ts';
import { answerReader, postWebhook, type WebhookOptions, webhookRules } from './client.ts';
import { positionStartBody } from './map.ts';
import { positionStartedWire, positionStartWire } from './wire.ts';

/** Starts positions at a path, which the caller alone knows. A start is sent once: it has no look-up. */
export function positionStarter(options: WebhookOptions, path: string): PaperPositions['start'] {
  const { transport, profile, token } = options;
  const { positionStartHost: role, exitTimeFormat } = profile.webhooks;
  const wire = positionStartWire(profile.limits.positionLegsMax);
  const rules = webhookRules(options, [
    // Not in the interface, but how a server refuses a body before it does anything else.
    [422, 'any-object'],
    [503, 'message'],
  ]);
  const read = answerReader(positionStartedWire, rules, ({ id }) => ({ positionId: id }));
  return async (start) => {
    const body = wire.safeParse(positionStartBody(start, token.reveal(), exitTimeFormat));
    if (!body.success) return invalidRequest(body.error);
    const result = await postWebhook(transport, {
      role,
      path,
      contentType: 'application/json',
      body: JSON.stringify(body.data),
    });
    return readAnswer(result, rules, read);
  };
}
