import { type PaperPositions } from '../../../ports/webhooks.ts';
import { type WebhookOptions } from './client.ts';
import { positionStarter } from './position-start.ts';

/** The one path that paper runs may ask for. No live path stands in this file or in any that it imports. */
const START_PATH = '/api/webhook/custom-position/execution/start/paper';

/** Starts paper positions. `token` is the access token. */
export function createPaperPositions(options: WebhookOptions): PaperPositions {
  return { start: positionStarter(options, START_PATH) };
}
