import { type PaperPositions } from '../../../ports/webhooks.ts';
import { invalidRequest } from '../../shared/answer.ts';
import { webhookCaller, type WebhookOptions } from './client.ts';
import { positionStartBody } from './map.ts';
import { positionStartedWire, positionStartWire } from './wire.ts';

/** Starts positions at a path, which the caller alone knows. A start is sent once: it has no look-up. */
export function positionStarter(options: WebhookOptions, path: string): PaperPositions['start'] {
  const { profile, token } = options;
  const { positionStartHost: role, exitTimeFormat } = profile.webhooks;
  const wire = positionStartWire(profile.limits.positionLegsMax);
  const call = webhookCaller(options, positionStartedWire, [
    // Not in the interface, but how a server refuses a body before it does anything else.
    [422, 'any-object'],
    [503, 'message'],
  ]);
  return async (start) => {
    const body = wire.safeParse(positionStartBody(start, token.reveal(), exitTimeFormat));
    if (!body.success) return invalidRequest(body.error);
    const outcome = await call({ role, path, body: JSON.stringify(body.data) });
    if (outcome.kind !== 'accepted') return outcome;
    return { kind: 'accepted', value: { positionId: outcome.value.id } };
  };
}
