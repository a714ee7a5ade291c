import { type Contract } from '../model/market/contract.ts';
import { type Outcome } from './outcome.ts';

/** Contracts of an underlying at one poll. */
export interface ContractsObservation {
  readonly contracts: readonly Contract[];
  /** Records that could not be read; they are left out of `contracts` and shown. */
  readonly malformed: readonly { readonly index: number; readonly problem: string }[];
}

/** The contracts host. */
export interface Contracts {
  readonly list: (underlying: string) => Promise<Outcome<ContractsObservation>>;
}
