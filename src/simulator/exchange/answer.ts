/** What the platform answers about one order of a call. */
export type Answer =
  | { readonly kind: 'accepted'; readonly orderId: string }
  | { readonly kind: 'refused'; readonly reason: string };

/** No order can be made of it. */
export function refused(reason: string): Answer {
  return { kind: 'refused', reason };
}
