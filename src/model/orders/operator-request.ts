/**
 * What happened to an order, a position start or a text signal.
 *
 * - `absent`: it never arrived.
 * - `resend`: an entry that never arrived: send it again.
 * - `started`: the platform has the position, under the given identifier.
 * - `closed`: the custom position, or the carried leg, is closed, by hand, by the broker or by the platform.
 * - `open`: the carried leg is still open at the broker.
 * - `arrived`: the platform took the text signal.
 */
export type ResolveAs = 'absent' | 'resend' | 'started' | 'closed' | 'open' | 'arrived';

/** What the operator answers to a question of a run. */
export type Answer = 'yes' | 'no';

/** A request of the operator to a running account. `reason` is kept in the journal. */
export type OperatorRequest = { readonly reason: string } & (
  | { readonly action: 'halt'; readonly state: 'reducing' | 'halted' }
  | {
      /** Takes no new entry of a run, or of any; exits, stops and entries that work go on. In force until the day ends. */
      readonly action: 'pause';
      /** Null: every run. */
      readonly runId: string | null;
    }
  | {
      /** Ends a halt, a pause of every run, and lets flattened runs enter again; a run by its name ends what is of it alone. */
      readonly action: 'resume';
      /** @default the account */
      readonly runId?: string;
    }
  | {
      /** Squares off a run; null squares off all runs and takes no new risk. */
      readonly action: 'flatten';
      readonly runId: string | null;
    }
  | {
      /** States the outcome of an unknown. */
      readonly action: 'resolve';
      /** The tag of an order, or the name of a position start, a text signal or a carried leg. */
      readonly tag: string;
      readonly as: ResolveAs;
      /** With `started` alone: the position's identifier, as the platform shows it. */
      readonly id?: string;
      /** With `open` alone: units that are still open, without sign. @default all */
      readonly units?: number;
    }
  | {
      /** Answers a question of a run, which then continues by it. */
      readonly action: 'answer';
      readonly runId: string;
      readonly question: string;
      readonly answer: Answer;
    }
  | {
      /** What to do with a run that is held because its replay differed. */
      readonly action: 'release';
      readonly runId: string;
      readonly how: 'adopt' | 'flatten' | 'stop';
    }
);
