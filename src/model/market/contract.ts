import { isIstDate, type IstDate } from '../time/ist.ts';

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

/** Whether two records are of one contract: by its symbol or, where the platform writes that otherwise, its identifier. */
export function isSameContract(
  one: Pick<Contract, 'symbol' | 'instrumentId'>,
  other: Pick<Contract, 'symbol' | 'instrumentId'>,
): boolean {
  return one.symbol === other.symbol || one.instrumentId === other.instrumentId;
}

/** What the name of an option or future says. */
export type SymbolParts =
  | {
      readonly kind: 'option';
      readonly underlying: string;
      readonly expiry: IstDate;
      readonly optionType: OptionType;
      readonly strikePaise: number;
    }
  | { readonly kind: 'future'; readonly underlying: string; readonly expiry: IstDate };

const SYMBOL =
  /^([A-Z][A-Z0-9&-]*?)(\d{2})(\d{2})(\d{2})(?:F|FUT|([CP])([1-9]\d{0,8}(?:\.\d{1,2})?))$/;

/**
 * The platform's name of a contract: underlying, expiry `YYMMDD`, then `C` or `P` and the strike in rupees, or `F`
 * for a future: `NIFTY250417C23000`, `NIFTY250424F`.
 */
export function formatSymbol(parts: SymbolParts): string {
  const { underlying, expiry } = parts;
  const head = `${underlying}${expiry.slice(2, 4)}${expiry.slice(5, 7)}${expiry.slice(8, 10)}`;
  if (parts.kind === 'future') return `${head}F`;
  return `${head}${parts.optionType === 'CE' ? 'C' : 'P'}${strikeText(parts.strikePaise)}`;
}

/** Reads such a name (and `FUT` for `F`); null for any other, which is then an index, a share or unknown. */
export function parseSymbol(symbol: string): SymbolParts | null {
  const [, underlying, year, month, day, type, strike] = SYMBOL.exec(symbol) ?? [];
  if (underlying === undefined) return null;
  const expiry = `20${String(year)}-${String(month)}-${String(day)}`;
  if (!isIstDate(expiry)) return null;
  if (type === undefined) return { kind: 'future', underlying, expiry };
  const [whole = '', fraction = ''] = (strike ?? '').split('.');
  const strikePaise = Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
  return {
    kind: 'option',
    underlying,
    expiry,
    optionType: type === 'C' ? 'CE' : 'PE',
    strikePaise,
  };
}

function strikeText(strikePaise: number): string {
  const paise = strikePaise % 100;
  const rupees = String((strikePaise - paise) / 100);
  if (paise === 0) return rupees;
  return `${rupees}.${String(paise).padStart(2, '0').replace(/0$/, '')}`;
}
