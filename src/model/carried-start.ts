/** A position start or a text signal of an earlier day whose outcome nothing has settled. */
export type CarriedStart = {
  /** The run of that day. */
  readonly runId: string;
  /** When it was sent, epoch milliseconds. */
  readonly sentAtMs: number;
  readonly detail: string;
} & (
  | {
      readonly kind: 'position';
      readonly position: string;
      /** When the platform was told to close it by itself; null for no such time. */
      readonly exitAtMs: number | null;
    }
  | {
      readonly kind: 'signal';
      /** Number of its command in the run, from 0. */
      readonly commandIndex: number;
    }
);
