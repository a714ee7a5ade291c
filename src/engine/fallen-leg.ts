import { type Intent } from './intent.ts';

const FALLEN: ReadonlySet<Intent['state']> = new Set(['rejected', 'refused', 'unknown', 'absent']);

/** Whether one of the group came to nothing, or cannot be relied on: what would lean on it is not sent. */
export function isFallen(intent: Intent): boolean {
  const { state, orders, isUnresolvedNoticed } = intent;
  if (FALLEN.has(state)) return true;
  if (orders.size === 0) return isUnresolvedNoticed;
  return [...orders.values()].some(
    ({ status, filledUnits }) =>
      status === 'rejected' || (status === 'cancelled' && filledUnits === 0),
  );
}

/** Which leg has fallen and how it stands, for people. */
export function fallenLeg(intent: Intent): string {
  return `leg "${intent.order.leg}" of the same command is ${standingOf(intent)}`;
}

function standingOf({ state, detail, orders }: Intent): string {
  const [order] = orders.values();
  if (order !== undefined) return [order.status, order.rejectionReason].filter(Boolean).join(': ');
  return state === 'accepted' ? 'not shown by any poll' : `${state}: ${detail}`;
}
