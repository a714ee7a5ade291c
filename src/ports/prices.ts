import { type Quote } from '../model/quote.ts';
import { type Outcome } from './outcome.ts';

/** Where quotes come from. The platform's interface has none, so this is a source of its own. */
export interface Prices {
  /** Quotes of the symbols that it knows; unknown or not yet traded ones are left out. */
  readonly quotes: (symbols: readonly string[]) => Promise<Outcome<readonly Quote[]>>;
}
