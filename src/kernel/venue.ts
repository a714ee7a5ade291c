import { type Attempt, type PollRequest } from '../engine/effect.ts';
import { type AttemptResult, type EngineEvent, type PollResult } from '../engine/event.ts';

/**
 * What stands behind the ports in one mode: it carries out attempts and polls. An answer is there at once
 * (in process) or later (over a network); it is never a throw or a rejected promise.
 */
export interface Venue {
  /** One line for people: `built-in simulator`, `platform`, `recorded prices`. */
  readonly name: string;
  /** `atMs` is the instant at which the engine asked, as everything of that step. */
  readonly attempt: (attempt: Attempt, atMs: number) => AttemptResult | Promise<AttemptResult>;
  readonly poll: (poll: PollRequest, atMs: number) => PollAnswer | Promise<PollAnswer>;
  /** What of the venue lives in this process and dies with it. Absent where all is elsewhere. */
  readonly local?: LocalBook;
}

/** What a poll brought, with what is known of later ones: see `poll-ended`. */
export type PollAnswer = PollResult & { readonly holdsUntilMs?: number };

/** A book in this process. Made of the same answers and attempts at the same instants, it is the same again. */
export interface LocalBook {
  /** Takes in what a poll brought, before the engine does. */
  readonly observe: (event: Extract<EngineEvent, { kind: 'poll-ended' }>) => void;
  /** Carries out here what was carried out before; nothing else is asked again. */
  readonly repeat: (attempt: Attempt, atMs: number) => void;
}
