import { type OptionType } from '../../../model/contract.ts';
import { type IstDate } from '../../../model/ist.ts';

/** What is known of an option when its volatility is asked for. */
export interface SurfaceFacts {
  readonly underlying: string;
  readonly date: IstDate;
  /** Epoch milliseconds. */
  readonly atMs: number;
  readonly expiry: IstDate;
  readonly type: OptionType;
  readonly strikePaise: number;
  /** Price at which the index is exchanged at expiry, paise. */
  readonly forwardPaise: number;
  /** Time to expiry in years of 250 trading days, scheduled events with their weight. */
  readonly years: number;
  /** The model's volatility at the money for this expiry, a year: 0.12 is 12 %. */
  readonly atTheMoney: number;
  /** What the model's smile makes of it at this strike. */
  readonly usual: number;
}

/** A volatility model in place of the usual smile and term: a year's volatility of one option, above 0 and below 10. */
export type VolatilitySurface = (facts: SurfaceFacts) => number;

/** Whether a number can be a volatility of a year. */
export function isVolatility(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value < 10;
}
