import { type Attempt, type PollRequest } from '../engine/effect.ts';
import { type AttemptResult, type PollResult } from '../engine/event.ts';

/**
 * What stands behind the ports in one mode: it carries out attempts and polls. An answer is there at once
 * (in process) or later (over a network); it is never a throw or a rejected promise.
 */
export interface Venue {
  /** One line for people: `built-in simulator`, `platform`, `recorded prices`. */
  readonly name: string;
  readonly attempt: (attempt: Attempt) => AttemptResult | Promise<AttemptResult>;
  readonly poll: (poll: PollRequest) => PollResult | Promise<PollResult>;
}
