import { type IstDate } from './ist.ts';

/** Whether an option is a call or a put. */
export type OptionType = 'CE' | 'PE';

/** A tradable contract of one underlying. */
export interface Contract {
  /** What an order names; resolved from the platform's record by a profile rule. */
  readonly instrumentId: string;
  readonly symbol: string;
  /** The platform's word, kept as it came: NSE, NFO, BSE, BFO. */
  readonly exchange: string;
  readonly kind: 'option' | 'future' | 'other';
  /** Underlying symbol: NIFTY, BANKNIFTY, SENSEX and so on. Open: unknown ones are kept. */
  readonly underlying: string;
  readonly expiry: IstDate;
  /** Null for what has no strike. */
  readonly strikePaise: number | null;
  readonly optionType: OptionType | null;
  /** Units of one lot, at least 1. */
  readonly lotSizeUnits: number;
  /** Smallest price step, at least 1. */
  readonly tickSizePaise: number;
  /** Most units that one order may carry; null when not known. */
  readonly freezeUnits: number | null;
}
