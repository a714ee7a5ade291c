import { type Desk } from './desk.ts';

/** Whether the orders were polled since the process began: what is held may have changed while nobody looked. */
export function isBookKnown({ restartedAtMs, polls }: Desk): boolean {
  return restartedAtMs === null || polls.state('orders').lastReadAtMs !== null;
}
