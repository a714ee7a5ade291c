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
      /** Says what became of an intent that evidence alone has not settled: it never got there, or it is to be sent once more. */
      readonly action: 'resolve';
      readonly tag: string;
      readonly as: 'absent' | 'resend';
    }
  | {
      /** What becomes of a run that is held because its replay differed. */
      readonly action: 'release';
      readonly runId: string;
      readonly how: 'adopt' | 'flatten' | 'stop';
    }
);
