import { type OptionType } from '../../model/market/contract.ts';
import { type IstDate } from '../../model/time/ist.ts';

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

/** A volatility model in place of the usual smile and term: a year's volatility of one option, above 0 and below 5. */
export type VolatilitySurface = (facts: SurfaceFacts) => number;

/** 500 %: no index has it, and a volatility in percent is mostly above. */
const VOLATILITY_MAX = 5;

/** Whether a number can be a volatility of a year. */
export function isVolatility(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value < VOLATILITY_MAX;
}

/** What a volatility of a year may be, in words, with what was meant by one that is written in percent. */
export function allowedVolatility(found: unknown): string {
  const allowed = `a number above 0 and below ${String(VOLATILITY_MAX)}`;
  if (typeof found !== 'number' || !(found >= VOLATILITY_MAX && found <= 200)) return allowed;
  return `${allowed}; ${String(found)} % is ${String(Number((found / 100).toFixed(6)))}`;
}
