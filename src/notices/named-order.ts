/** An order of a leg, as people find it. */
export interface NamedOrder {
  readonly role: string;
  readonly leg: string;
  /** Of its contract. */
  readonly symbol: string;
}

/** An order with the tag that it carries at the platform. */
export interface TaggedOrder extends NamedOrder {
  readonly tag: string;
}

/** What a notice says of an order. */
export function namedOrder(order: {
  readonly role: string;
  readonly leg: string;
  readonly contract: { readonly symbol: string };
}): NamedOrder {
  const { role, leg, contract } = order;
  return { role, leg, symbol: contract.symbol };
}

/** `The stop order of leg "ce" (NIFTY…CE)`. */
export function orderName({ role, leg, symbol }: NamedOrder): string {
  return `The ${role} order of leg "${leg}" (${symbol})`;
}

/** `The stop order of leg "ce" (NIFTY…CE, tag T)`. */
export function taggedName({ role, leg, symbol, tag }: TaggedOrder): string {
  return `The ${role} order of leg "${leg}" (${symbol}, tag ${tag})`;
}

/** Legs a square-off is of: all of a run, or some by name. */
export type LegsNamed = 'all' | readonly string[];

/** `all legs`, or `leg "ce", leg "pe"`. */
export function legsText(scope: LegsNamed): string {
  return scope === 'all' ? 'all legs' : scope.map((leg) => `leg "${leg}"`).join(', ');
}

/** Names in quotes, with commas. */
export function inQuotes(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}
