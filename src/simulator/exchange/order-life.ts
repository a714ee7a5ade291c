import { type KnownStatus } from './status-words.ts';

/** Which status may follow which. Staying in a working status is allowed (a partial fill); a terminal one is for ever. */
const FOLLOWS: Readonly<Record<KnownStatus, readonly KnownStatus[]>> = {
  'place-pending': ['open', 'trigger-pending', 'rejected'],
  'trigger-pending': ['open', 'modify-pending', 'cancel-pending', 'cancelled'],
  open: ['open', 'completed', 'modify-pending', 'cancel-pending', 'cancelled'],
  'modify-pending': ['modify-pending', 'open', 'trigger-pending', 'completed', 'cancelled'],
  'cancel-pending': ['cancel-pending', 'cancelled', 'completed', 'open', 'trigger-pending'],
  completed: [],
  cancelled: [],
  rejected: [],
};

/** Whether an order may go from one status to another. */
export function mayFollow(from: KnownStatus, to: KnownStatus): boolean {
  return FOLLOWS[from].includes(to);
}
