import { type LivePositions } from '../../../ports/webhooks.ts';
import { invalidRequest, mismatch, readAnswer } from '../../shared/answer.ts';
import { answerReader, postWebhook, type WebhookOptions, webhookRules } from './client.ts';
import { positionStarter } from './position-start.ts';
import { positionIdWire, positionSquareOffWire, squaredOffWire } from './wire.ts';

const START_PATH = '/api/webhook/custom-position/execution/start/live';
const SQUARE_OFF_PATH = '/api/webhook/custom-position/execution/square-off/';

/** Starts and squares off live positions. `token` is the access token. Paper runs never construct this. */
export function createLivePositions(options: WebhookOptions): LivePositions {
  const { transport, profile, token } = options;
  const rules = webhookRules(options, [[404, 'error-envelope']]);
  const read = answerReader(squaredOffWire, rules, ({ success, message }) => ({
    success,
    message: rules.scrub(message),
  }));
  return {
    start: positionStarter(options, START_PATH),
    squareOff: async (positionId) => {
      const id = positionIdWire.safeParse(positionId);
      if (!id.success) return invalidRequest(id.error);
      const body = positionSquareOffWire.safeParse({ access_token: token.reveal() });
      if (!body.success) return invalidRequest(body.error);
      const result = await postWebhook(transport, {
        role: profile.webhooks.squareOffHost,
        path: SQUARE_OFF_PATH + encodeURIComponent(id.data),
        contentType: 'application/json',
        body: JSON.stringify(body.data),
      });
      const outcome = readAnswer(result, rules, read);
      if (outcome.kind !== 'accepted') return outcome;
      const { success, message } = outcome.value;
      return success
        ? { kind: 'accepted', value: { message } }
        : mismatch(`No success: ${message}`);
    },
  };
}
