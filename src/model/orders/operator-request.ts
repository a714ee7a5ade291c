/**
 * What became of an order, a position start or a text signal.
 *
 * - `absent`: it never got there.
 * - `resend`: of an entry: it never got there, and is to be sent once more.
 * - `started`: of a position start: the platform holds it, under the identifier given.
 * - `closed`: of a custom position: it is closed, by hand or by the platform.
 * - `arrived`: of a text signal: the platform took it.
 */
export type ResolveAs = 'absent' | 'resend' | 'started' | 'closed' | 'arrived';

/** What an operator can ask of a running account. `reason` is kept in the journal. */
export type OperatorRequest = { readonly reason: string } & (
  | { readonly action: 'halt'; readonly state: 'reducing' | 'halted' }
  | { readonly action: 'resume' }
  | {
      /** Squares off a run, or all of them; null takes no new risk either. */
      readonly action: 'flatten';
      readonly runId: string | null;
    }
  | {
      /** Says what became of something that evidence alone has not settled. */
      readonly action: 'resolve';
      /** The tag of an order, or the name of a position start or a text signal. */
      readonly tag: string;
      readonly as: ResolveAs;
      /** With `started` alone: the position's identifier, as the platform shows it. */
      readonly id?: string;
    }
  | {
      /** What becomes of a run that is held because its replay differed. */
      readonly action: 'release';
      readonly runId: string;
      readonly how: 'adopt' | 'flatten' | 'stop';
    }
);
