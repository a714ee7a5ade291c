import { counted } from '../base/counted.ts';
import { type ResolveAs } from '../model/orders/operator-request.ts';
import { type NamedOrder, orderName, taggedName, type TaggedOrder } from './named-order.ts';
import { define } from './notice-kind.ts';
import { operatorCommands } from './operator-commands.ts';

/** What one order came to: sent, not sent, seen, not seen. */
export const ORDERS = {
  'order-unknown': define<{
    readonly leg: string;
    readonly symbol: string;
    readonly detail: string;
  }>({
    severity: 'critical',
    meaning: 'An order was sent and no certain answer came: it may exist.',
    action:
      'Nothing at first: sauda looks for it by its tag. If it stays unknown, `sauda status` shows what to resolve.',
    text: ({ leg, symbol, detail }) =>
      `Order of leg "${leg}" (${symbol}) is unknown: it may exist and is being looked up (${detail})`,
  }),
  'rejection-contradicted': define<{
    readonly leg: string;
    readonly symbol: string;
    readonly detail: string;
  }>({
    severity: 'critical',
    meaning: 'The platform answered that it rejected an order, but a poll shows that order.',
    action: 'Look at the platform. The order counts as live here.',
    text: ({ leg, symbol, detail }) =>
      `Order of leg "${leg}" (${symbol}) was answered as rejected, but a poll has shown it: ${detail}`,
  }),
  'order-rejected': define<{
    readonly leg: string;
    readonly symbol: string;
    readonly reason: string;
  }>({
    severity: 'warning',
    meaning: 'The exchange or the broker rejected an order after the platform had taken it.',
    action:
      'Read the reason: margin and price bands are the usual ones. The run sees the rejection.',
    text: ({ leg, symbol, reason }) => `Order of leg "${leg}" (${symbol}) was rejected: ${reason}`,
  }),
  'order-contradicted': define<{
    readonly orderId: string;
    readonly leg: string;
    readonly symbol: string;
    readonly was: string;
    readonly shown: string;
  }>({
    severity: 'critical',
    meaning: 'A poll shows an order of ours working, or ended in another way, after it had ended.',
    action:
      'Look at the platform. What the order fills counts; if it works there, cancel it there: here it stays ended.',
    text: ({ orderId, leg, symbol, was, shown }) =>
      `Order ${orderId} of leg "${leg}" (${symbol}) was ${was} and is now shown as ${shown}: its fills count, but look at the platform`,
  }),
  'unknown-order-found': define<{ readonly orderId: string; readonly leg: string }>({
    severity: 'info',
    meaning: 'An order of unknown outcome was found at the platform.',
    action: 'Nothing.',
    text: ({ orderId, leg }) => `Order ${orderId} of leg "${leg}" was unknown and has been found`,
  }),
  'order-seen-unsent': define<{ readonly orderId: string; readonly leg: string }>({
    severity: 'warning',
    meaning: 'The platform shows an order under a tag that this process has not sent yet.',
    action: 'Check that no second program trades for the account.',
    text: ({ orderId, leg }) =>
      `Order ${orderId} of leg "${leg}" exists before it was sent: taken over`,
  }),
  'order-taken-over': define<{ readonly leg: string; readonly tag: string }>({
    severity: 'warning',
    meaning: 'An earlier process sent this order: its record is taken over and nothing is sent.',
    action: 'Nothing.',
    text: ({ leg, tag }) =>
      `Leg "${leg}" was sent before under tag "${tag}": its order is taken over`,
  }),
  'two-orders-one-tag': define<{
    readonly leg: string;
    readonly tag: string;
    readonly orderIds: readonly string[];
    /** Whether the excess is cancelled or closed. */
    readonly isClosed: boolean;
  }>({
    severity: 'critical',
    meaning: 'The platform shows two orders under one tag, where one was sent.',
    action: 'Look at the platform, and at what else sends orders for the account.',
    text: ({ leg, tag, orderIds, isClosed }, runId) =>
      alarm(`Two orders carry the tag of leg "${leg}", ${tag}: ${orderIds.join(', ')}`, {
        isClosed,
        runId,
      }),
  }),
  'ended-order-alive': define<{
    readonly orderId: string;
    readonly leg: string;
    readonly state: string;
    readonly detail: string;
    /** Whether the excess is cancelled or closed. */
    readonly isClosed: boolean;
  }>({
    severity: 'critical',
    meaning: 'The platform shows an order that counted as rejected, refused or absent.',
    action: 'Look at the platform. Something else may stand in its place already.',
    text: ({ orderId, leg, state, detail, isClosed }, runId) => {
      const name = `Order ${orderId} of leg "${leg}"`;
      return alarm(`${name} exists although it counts as ${state}: ${detail}`, {
        isClosed,
        runId,
      });
    },
  }),
  'held-order-seen': define<{
    readonly orderId: string;
    readonly leg: string;
    readonly detail: string;
  }>({
    severity: 'critical',
    meaning: 'An entry that was held as absent is at the platform after all, and is booked.',
    action: 'Decide whether you still want it; `sauda flatten` closes it.',
    text: ({ orderId, leg, detail }, runId) =>
      `Order ${orderId} of leg "${leg}" arrived after all: it was held as absent (${detail}) and is booked now. It needs no decision any more; to close the whole run: ${flattenCommand(runId)}`,
  }),
  'platform-shows-late': define<{
    readonly leg: string;
    /** How long a clean poll did not show it. */
    readonly lateSeconds: number;
    readonly quietSecondsBefore: number;
    readonly quietSeconds: number;
  }>({
    severity: 'warning',
    meaning: 'The platform showed an order later than any before: absence takes longer to prove.',
    action: 'Nothing; ask the platform if it persists.',
    text: ({ leg, lateSeconds, quietSecondsBefore, quietSeconds }) =>
      `The order of leg "${leg}" was not shown for ${String(lateSeconds)} s after it was sent: from now on an order counts as absent after ${String(quietSeconds)} s, not ${String(quietSecondsBefore)}`,
  }),
  'order-unaccounted': define<TaggedOrder & { readonly state: string; readonly seconds: number }>({
    severity: 'critical',
    meaning: 'An order was sent and no poll has shown it for long.',
    action: 'Look at the platform for its tag; then `sauda resolve`, if it is not there.',
    text: ({ state, seconds, ...order }) =>
      `${taggedName(order)} is ${state} and no poll has shown it for ${String(seconds)} s: look at the platform`,
  }),
  'order-sent-again': define<TaggedOrder>({
    severity: 'warning',
    meaning: 'An entry that was proven absent is sent once more under its tag.',
    action: 'Nothing.',
    text: (order) => `${taggedName(order)} is sent once more`,
  }),
  'exit-never-arrived': define<TaggedOrder & { readonly detail: string }>({
    severity: 'critical',
    meaning:
      'An exit of the engine never got to the platform: a new one is computed from the open position.',
    action: 'Watch that the next one is sent.',
    text: ({ detail, ...order }) => `${taggedName(order)} never arrived: ${detail}`,
  }),
  'entry-held': define<TaggedOrder & { readonly detail: string }>({
    severity: 'critical',
    meaning: 'An entry never got to the platform and is held for you.',
    action: 'Resolve it: send it once more, or give it up.',
    text: ({ detail, ...order }) =>
      `${taggedName(order)} is absent and held: ${detail}. Decide: ${resolveCommands(order.tag, ['resend', 'absent'])}`,
  }),
  'entry-still-held': define<
    TaggedOrder & { readonly detail: string; readonly isResendAsked: boolean }
  >({
    severity: 'warning',
    meaning: 'After a restart an entry still waits for you.',
    action: 'Resolve it: send it once more, or give it up.',
    text: ({ detail, isResendAsked, ...order }) => {
      const waits = isResendAsked
        ? `It leaves once you have resolved the others of its command; to give it up: ${resolveCommands(order.tag, ['absent'])}`
        : `Decide: ${resolveCommands(order.tag, ['resend', 'absent'])}`;
      return `${taggedName(order)} is still held as absent: ${detail}. ${waits}`;
    },
  }),
  'exit-cannot-leave': define<NamedOrder & { readonly detail: string }>({
    severity: 'critical',
    meaning: 'An exit cannot leave (no session, no connection, no journal) and is retried.',
    action: 'Read the cause; close at the platform what cannot wait.',
    text: ({ detail, ...order }) => `${orderName(order)} cannot be sent and is retried: ${detail}`,
  }),
  resolved: define<{ readonly name: string; readonly as: ResolveAs }>({
    severity: 'info',
    meaning: 'You have said what became of an order, a position start or a signal.',
    action: 'Nothing.',
    text: ({ name, as }) => `Resolved "${name}" as ${as}`,
  }),
  'cannot-resolve': define<{
    readonly name: string;
    readonly as: ResolveAs;
    readonly found: string;
    /** Null where what was found says it all. */
    readonly allowed: string | null;
  }>({
    severity: 'warning',
    meaning: 'What `sauda resolve` asked for cannot be done; nothing has changed.',
    action: 'Ask for what is allowed.',
    text: ({ name, as, found, allowed }) =>
      `Cannot resolve "${name}" as ${as}: found ${found}${allowed === null ? '' : `, allowed ${allowed}`}`,
  }),
  'resend-waits-for-others': define<{
    readonly others: readonly { readonly leg: string; readonly tag: string }[];
  }>({
    severity: 'warning',
    meaning: 'A held entry leaves only with the others of its command, which are not resolved yet.',
    action: 'Resolve the others too.',
    text: ({ others }) => {
      const names = others.map(({ leg, tag }) => `leg "${leg}" (tag ${tag})`).join(', ');
      return `It leaves together with ${names} of the same command, which you have not resolved yet`;
    },
  }),
  'look-ups-by-tag-fail': define<{ readonly detail: string }>({
    severity: 'warning',
    meaning: 'The platform never answers the look-up of orders by their tag.',
    action: 'Tell the platform. Absence rests on the list of all orders meanwhile.',
    text: ({ detail }) =>
      `The look-up by tag never answers: absence rests on the list of all orders alone (${detail})`,
  }),
  'orders-missing': define<{ readonly orderIds: readonly string[] }>({
    severity: 'warning',
    meaning: "The platform's list of orders lacks some that it has shown.",
    action: 'Look at the platform. Those that worked may still fill.',
    text: ({ orderIds }) =>
      `Orders are missing from the platform's list: ${orderIds.join(', ')}. They keep their last state, and those that worked may still fill`,
  }),
  'orders-back': define<{ readonly orderIds: readonly string[] }>({
    severity: 'info',
    meaning: "Orders that were missing are in the platform's list again.",
    action: 'Nothing.',
    text: ({ orderIds }) => `Orders are in the platform's list again: ${orderIds.join(', ')}`,
  }),
  'orders-of-no-run': define<{ readonly orders: number }>({
    severity: 'info',
    meaning: 'The account has orders that no run sent.',
    action: 'Nothing, if they are yours.',
    text: ({ orders }) => `${counted(orders, 'order')} of the account belong to no run: left alone`,
  }),
};

/** Two orders where one was meant, or one where none was: the worst that can happen here. */
function alarm(
  what: string,
  { isClosed, runId }: { readonly isClosed: boolean; readonly runId: string },
): string {
  const consequence = isClosed
    ? 'the excess is cancelled or closed'
    : `sauda leaves it: look at the platform; to close the whole run: ${flattenCommand(runId)}`;
  return `Duplicate: ${what} (${consequence})`;
}

function flattenCommand(runId: string): string {
  return operatorCommands.flatten(runId).join();
}

function resolveCommands(tag: string, as: readonly ('absent' | 'resend')[]): string {
  return operatorCommands.resolve(tag, as).join(', or: ');
}
