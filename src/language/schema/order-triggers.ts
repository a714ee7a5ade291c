import { type Role } from '../../model/orders/order.ts';

/** What of a leg's orders can start a rule, as a key of `when`. */
export const ORDER_TRIGGERS = [
  'fill',
  'partial-fill',
  'rejection',
  'cancellation',
  'placement',
] as const;

/** One of {@link ORDER_TRIGGERS}. */
export type OrderTriggerName = (typeof ORDER_TRIGGERS)[number];

/** Orders that start a rule. */
export interface OrderTrigger {
  readonly what: OrderTriggerName;
  readonly leg: string;
  readonly role: Role;
}

/** The orders that start a rule; null where something else does. */
export function orderTrigger(
  when: Readonly<Partial<Record<OrderTriggerName, string | undefined>>> & {
    readonly role?: Role | undefined;
  },
): OrderTrigger | null {
  const what = ORDER_TRIGGERS.find((name) => when[name] !== undefined);
  const leg = what === undefined ? undefined : when[what];
  return what === undefined || leg === undefined ? null : { what, leg, role: when.role ?? 'entry' };
}
