import { type Desk } from './desk.ts';

/** Whether the orders were polled since the process was away: what is held may have changed meanwhile. */
export function isBookKnown({ awayUntilMs, polls }: Desk): boolean {
  return awayUntilMs === null || (polls.state('orders').lastReadAtMs ?? -Infinity) >= awayUntilMs;
}
