import { type Attempt } from '../../src/engine/effect.ts';

/** Tags of a place, order ids of a change; null for webhooks. */
export function keysOf(attempt: Attempt): readonly string[] | null {
  switch (attempt.kind) {
    case 'place':
      return attempt.request.elements.map(({ tag }) => tag);
    case 'modify':
      return attempt.elements.map(({ orderId }) => orderId);
    case 'cancel':
      return attempt.orderIds;
    case 'start-position':
    case 'square-off-position':
    case 'signal':
      return null;
  }
}
