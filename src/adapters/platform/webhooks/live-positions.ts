import { type LivePositions } from '../../../ports/webhooks.ts';
import { invalidRequest } from '../../shared/answer.ts';
import { webhookCaller, type WebhookOptions, whereSuccessful } from './client.ts';
import { positionStarter } from './position-start.ts';
import { positionIdWire, positionSquareOffWire, squaredOffWire } from './wire.ts';

const START_PATH = '/api/webhook/custom-position/execution/start/live';
const SQUARE_OFF_PATH = '/api/webhook/custom-position/execution/square-off/';

/** Starts and squares off live positions. `token` is the access token. Paper runs never construct this. */
export function createLivePositions(options: WebhookOptions): LivePositions {
  const { profile, token } = options;
  const call = webhookCaller(options, squaredOffWire, [[404, 'error-envelope']]);
  return {
    start: positionStarter(options, START_PATH),
    squareOff: async (positionId) => {
      const id = positionIdWire.safeParse(positionId);
      if (!id.success) return invalidRequest(id.error);
      const body = positionSquareOffWire.safeParse({ access_token: token.reveal() });
      if (!body.success) return invalidRequest(body.error);
      const answered = await call({
        role: profile.webhooks.squareOffHost,
        path: SQUARE_OFF_PATH + encodeURIComponent(id.data),
        body: JSON.stringify(body.data),
      });
      return whereSuccessful(answered, ({ message }) => ({ message }));
    },
  };
}
