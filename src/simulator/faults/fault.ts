import { type FaultName } from './fault-catalogue.ts';

/** A fault that befalls one request. */
export interface Fault {
  readonly name: FaultName;
  /** Names this very fault among all of a plan, so that it alone can be left out. */
  readonly id: string;
  /** One of the variants that the catalogue names. */
  readonly variant: string;
  /**
   * Milliseconds. F5: from the start of the request until it is taken. F20: how long the answer is held. F21: how old it
   * is. F32: how long logins are locked. F33: after how long the cookie expires. Else 0.
   */
  readonly afterMs: number;
  /** 32 random bits for all that is left to choose: which order, which field, where to cut. */
  readonly draw: number;
}
