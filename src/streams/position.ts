import { type Contract } from '../model/contract.ts';

/** What a run holds in one leg of one contract. */
export interface LegPosition {
  readonly leg: string;
  readonly contract: Contract;
  /** Positive when long, negative when short, zero when flat. */
  readonly netUnits: number;
  /** Average price of what is open, rounded to the nearest paisa; 0 when flat. */
  readonly averagePricePaise: number;
  /** Money received less money paid so far, paise. */
  readonly cashPaise: number;
}
