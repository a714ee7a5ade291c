/** The rules of the gate. */
export type RiskRule =
  | 'closed-day'
  | 'unverified-day'
  | 'outside-session'
  | 'entries-ended'
  | 'stale-orders'
  | 'no-quote'
  | 'stale-quote'
  | 'market-order'
  | 'quantity'
  | 'lot'
  | 'price'
  | 'tick'
  | 'leg-name'
  | 'expired'
  | 'not-listed'
  | 'not-held'
  | 'exceeds-position'
  | 'other-product'
  | 'orders-per-run'
  | 'orders-per-day'
  | 'halted'
  | 'locked'
  | 'vetoed'
  | 'stage'
  | 'unknown-orders'
  | 'working-entries'
  | 'lots'
  | 'open-premium'
  | 'order-lots'
  | 'order-value'
  | 'price-distance'
  | 'leg-entries'
  | 'duplicate'
  | 'outside-window'
  | 'position-name'
  | 'position-state'
  | 'position-legs'
  | 'mode'
  | 'signal'
  | 'unknown-leg'
  | 'squaring-off'
  | 'paused-leg'
  | 'unresolved-entry'
  | 'run-over';

/** Why something is not done. */
export interface Refusal {
  readonly rule: RiskRule;
  readonly what: string;
  readonly found: string;
  readonly allowed: string;
  /** The key of the configuration that allows more. @default none does */
  readonly key?: string;
}

/** A refusal of its parts; `key` is that of the configuration that allows more. */
export function refusalBy(
  rule: RiskRule,
  what: string,
  ...[found, allowed, key]: readonly [found: string, allowed: string, key?: string]
): Refusal {
  return { rule, what, found, allowed, ...(key === undefined ? {} : { key }) };
}

/** One line for people: what, found, allowed. */
export function describeRefusal(refusal: Refusal): string {
  const { what, found, allowed, key } = refusal;
  const remedy = key === undefined ? '' : `; "${key}" allows more`;
  return `${what}: found ${found}, allowed ${allowed}${remedy}`;
}

const ABOUT_ADDED_RISK: ReadonlySet<RiskRule> = new Set([
  'unverified-day',
  'entries-ended',
  'halted',
  'locked',
  'vetoed',
  'unknown-orders',
  'working-entries',
  'lots',
  'open-premium',
  'duplicate',
]);

/** Whether the refusal speaks of added risk, so that it does not hold for an order that reduces the risk of the whole. */
export function isAboutAddedRisk({ rule }: Refusal): boolean {
  return ABOUT_ADDED_RISK.has(rule);
}

/** Whether waiting a moment can lift the refusal: data that a poll may bring. */
export function isForWantOfData(refusal: Refusal): boolean {
  return (
    refusal.rule === 'stale-orders' || refusal.rule === 'no-quote' || refusal.rule === 'stale-quote'
  );
}

/** Something that the gate has let through. Only the functions of this room make it. */
export type RiskApproved<Proposal> = Brand<Proposal, 'RiskApproved'>;

declare const brand: unique symbol;

/** A type that only its own constructor can make, so that a plain string or number does not pass for it. */
type Brand<Base, Name extends string> = Base & { readonly [brand]: Name };
