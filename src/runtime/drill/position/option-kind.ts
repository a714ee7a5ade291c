/** What the platform's symbol of an option says. */
export interface OptionKind {
  /** Underlying and type: `NIFTY C`. */
  readonly kind: string;
  /** `YYMMDD`. */
  readonly expiry: string;
}

const OPTION = /^(.+)(\d{6})([CP])\d+$/;

/** Reads a symbol like `NIFTY260915C20750`; null of what is no option. */
export function optionKind(symbol: string): OptionKind | null {
  const [, underlying = '', expiry = '', type = ''] = OPTION.exec(symbol) ?? [];
  return underlying === '' ? null : { kind: `${underlying} ${type}`, expiry };
}
