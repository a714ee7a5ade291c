import { type PriceColumns } from './price-columns.ts';

const INDEX_NAME = 'indexname';
/** Columns of traded instruments, which no volatility index has; lower case without marks. */
const TRADED = new Set([
  ...['volume', 'vol', 'v', 'qty', 'quantity', 'tradedquantity', 'totaltradedquantity'],
  ...['turnover', 'trades', 'nooftrades', 'oi', 'openinterest', 'delivery', 'sharestraded'],
]);

/** The columns that identify the values of a file; -1 and none where there are none. */
export interface IdentityColumns {
  readonly symbol: number;
  readonly traded: readonly { readonly at: number; readonly name: string }[];
}

/** Finds the columns that identify the values of a file. */
export function identityColumns({ names, symbol }: PriceColumns): IdentityColumns {
  const plain = names.map((name) => name.toLowerCase().replaceAll(/[^a-z]/g, ''));
  return {
    symbol: symbol === -1 ? plain.indexOf(INDEX_NAME) : symbol,
    traded: names.flatMap((name, at) => (TRADED.has(plain[at] ?? '') ? [{ at, name }] : [])),
  };
}

/** The sign that a row is not of India VIX; null without one. */
export function foreignIn(
  { symbol, traded }: IdentityColumns,
  textOf: (cell: number) => string,
): string | null {
  const named = symbol === -1 ? '' : textOf(symbol);
  if (named !== '' && !isVixSymbol(named)) return named;
  const found = traded.find(({ at }) => Number(textOf(at)) > 0);
  return found === undefined ? null : `${found.name} ${textOf(found.at)}`;
}

/** Whether a symbol is that of India VIX: `INDIAVIX`, `NSE:INDIA VIX`, `^INDIAVIX`, `VIX`. */
function isVixSymbol(symbol: string): boolean {
  return /^(?:VIX|(?:NSE)?(?:INDIA|NIFTY)VIX(?:INDEX|NS)?)$/.test(
    symbol.toUpperCase().replaceAll(/[^A-Z]/g, ''),
  );
}
