import { fail, ok } from '../../../base/result.ts';
import { type Outcome } from '../../../ports/outcome.ts';
import { type PositionStart } from '../../../ports/webhooks.ts';
import { invalidRequest, readAnswer } from '../../shared/answer.ts';
import { describeIssue } from '../../shared/describe-issue.ts';
import { postWebhook, type WebhookOptions, webhookRules } from './client.ts';
import { positionStartBody } from './map.ts';
import { positionStartedWire, positionStartWire } from './wire.ts';

/** Starts positions at one path. */
export type StartPosition = (
  start: PositionStart,
) => Promise<Outcome<{ readonly positionId: string }>>;

/** Makes the start for a path, which the caller alone knows. A start is sent once: it has no look-up. */
export function positionStarter(options: WebhookOptions, path: string): StartPosition {
  const { transport, profile, token } = options;
  const { positionStartHost: role, exitTimeFormat } = profile.webhooks;
  const wire = positionStartWire(profile.limits.positionLegsMax);
  const rules = webhookRules(options, [
    // Not in the interface, but what a server that checks its bodies says before it looks at anything else.
    [422, 'any-object'],
    [503, 'message'],
  ]);
  return async (start) => {
    const body = wire.safeParse(positionStartBody(start, token.reveal(), exitTimeFormat));
    if (!body.success) return invalidRequest(body.error);
    const result = await postWebhook(transport, {
      role,
      path,
      contentType: 'application/json',
      body: JSON.stringify(body.data),
    });
    return readAnswer(result, rules, (answer) => {
      const read = positionStartedWire.safeParse(answer);
      return read.success
        ? ok({ positionId: read.data.id })
        : fail(rules.scrub(describeIssue(read.error)));
    });
  };
}
