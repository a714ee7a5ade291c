import { type PriceColumns } from './price-columns.ts';

const INDEX_NAME = 'indexname';
/** Columns of what is traded, which no volatility index is; in small letters without marks. */
const TRADED = new Set([
  ...['volume', 'vol', 'v', 'qty', 'quantity', 'tradedquantity', 'totaltradedquantity'],
  ...['turnover', 'trades', 'nooftrades', 'oi', 'openinterest', 'delivery', 'sharestraded'],
]);

/** Where a file tells whose values it has; -1 and none where it does not. */
export interface IdentityColumns {
  readonly symbol: number;
  readonly traded: readonly { readonly at: number; readonly name: string }[];
}

/** Finds the columns that tell whose values a file has. */
export function identityColumns({ names, symbol }: PriceColumns): IdentityColumns {
  const plain = names.map((name) => name.toLowerCase().replaceAll(/[^a-z]/g, ''));
  return {
    symbol: symbol === -1 ? plain.indexOf(INDEX_NAME) : symbol,
    traded: names.flatMap((name, at) => (TRADED.has(plain[at] ?? '') ? [{ at, name }] : [])),
  };
}

/** What in a row says that it is not India VIX; null where nothing does. */
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
