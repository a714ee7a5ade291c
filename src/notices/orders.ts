import { counted } from '../base/counted.ts';
import { type ResolveAs } from '../model/orders/operator-request.ts';
import { type NamedOrder, orderName, taggedName, type TaggedOrder } from './named-order.ts';
import {
  critical,
  type Flags,
  info,
  type Lists,
  type Numbers,
  type Texts,
  warning,
} from './notice-kind.ts';
import { type OperatorCommands } from './operator-commands.ts';

/** What one order came to: sent, not sent, seen, not seen. */
export const ORDERS = {
  'order-unknown': critical<Texts<'leg' | 'symbol' | 'detail'>>(
    ({ leg, symbol, detail }) =>
      `Order of leg "${leg}" (${symbol}) is unknown: it may exist and is being looked up (${detail})`,
  ),
  'rejection-contradicted': critical<Texts<'leg' | 'symbol' | 'detail'>>(
    ({ leg, symbol, detail }) =>
      `Order of leg "${leg}" (${symbol}) was answered as rejected, but a poll has shown it: ${detail}`,
  ),
  'order-rejected': warning<Texts<'leg' | 'symbol' | 'reason'>>(
    ({ leg, symbol, reason }) => `Order of leg "${leg}" (${symbol}) was rejected: ${reason}`,
  ),
  'order-contradicted': critical<Texts<'orderId' | 'leg' | 'symbol' | 'was' | 'shown'>>(
    ({ orderId, leg, symbol, was, shown }) =>
      `Order ${orderId} of leg "${leg}" (${symbol}) was ${was} and is now shown as ${shown}: its fills count, but look at the platform`,
  ),
  'unknown-order-found': info<Texts<'orderId' | 'leg'>>(
    ({ orderId, leg }) => `Order ${orderId} of leg "${leg}" was unknown and has been found`,
  ),
  'order-seen-unsent': warning<Texts<'orderId' | 'leg'>>(
    ({ orderId, leg }) => `Order ${orderId} of leg "${leg}" exists before it was sent: taken over`,
  ),
  'order-taken-over': warning<Texts<'leg' | 'tag'>>(
    ({ leg, tag }) => `Leg "${leg}" was sent before under tag "${tag}": its order is taken over`,
  ),
  'two-orders-one-tag': critical<Texts<'leg' | 'tag'> & Flags<'isClosed'> & Lists<'orderIds'>>(
    ({ leg, tag, orderIds, isClosed }, runId, commands) =>
      alarm(
        `Two orders carry the tag of leg "${leg}", ${tag}: ${orderIds.join(', ')}`,
        isClosed ? null : commands.flatten(runId).join(),
      ),
  ),
  'ended-order-alive': critical<Texts<'orderId' | 'leg' | 'state' | 'detail'> & Flags<'isClosed'>>(
    ({ orderId, leg, state, detail, isClosed }, runId, commands) =>
      alarm(
        `Order ${orderId} of leg "${leg}" exists although it counts as ${state}: ${detail}`,
        isClosed ? null : commands.flatten(runId).join(),
      ),
  ),
  'held-order-seen': critical<Texts<'orderId' | 'leg' | 'detail'>>(
    ({ orderId, leg, detail }, runId, commands) =>
      `Order ${orderId} of leg "${leg}" arrived after all: it was held as absent (${detail}) and is booked now. It needs no decision any more; to close the whole run: ${commands.flatten(runId).join()}`,
  ),
  'platform-shows-late': warning<
    Texts<'leg'> & Numbers<'quietSecondsBefore' | 'quietSeconds'> & Numbers<'lateSeconds'>
  >(
    ({ leg, lateSeconds, quietSecondsBefore, quietSeconds }) =>
      `The order of leg "${leg}" was not shown for ${String(lateSeconds)} s after it was sent: from now on an order counts as absent after ${String(quietSeconds)} s, not ${String(quietSecondsBefore)}`,
  ),
  'order-unaccounted': critical<TaggedOrder & Texts<'state'> & Numbers<'seconds'>>(
    ({ state, seconds, ...order }) =>
      `${taggedName(order)} is ${state} and no poll has shown it for ${String(seconds)} s: look at the platform`,
  ),
  'order-sent-again': warning<TaggedOrder>((order) => `${taggedName(order)} is sent once more`),
  'exit-never-arrived': critical<TaggedOrder & Texts<'detail'>>(
    ({ detail, ...order }) => `${taggedName(order)} never arrived: ${detail}`,
  ),
  'entry-held': critical<TaggedOrder & Texts<'detail'>>(
    ({ detail, ...order }, _, commands) =>
      `${taggedName(order)} is absent and held: ${detail}. Decide: ${resolveText(commands, order.tag, ['resend', 'absent'])}`,
  ),
  'entry-still-held': warning<TaggedOrder & Texts<'detail'> & Flags<'isResendAsked'>>(
    ({ detail, isResendAsked, ...order }, _, commands) => {
      const waits = isResendAsked
        ? `It leaves once you have resolved the others of its command; to give it up: ${resolveText(commands, order.tag, ['absent'])}`
        : `Decide: ${resolveText(commands, order.tag, ['resend', 'absent'])}`;
      return `${taggedName(order)} is still held as absent: ${detail}. ${waits}`;
    },
  ),
  'exit-cannot-leave': critical<NamedOrder & Texts<'detail'>>(
    ({ detail, ...order }) => `${orderName(order)} cannot be sent and is retried: ${detail}`,
  ),
  resolved: info<Texts<'name'> & { readonly as: ResolveAs }>(
    ({ name, as }) => `Resolved "${name}" as ${as}`,
  ),
  'cannot-resolve': warning<
    Texts<'name' | 'found'> & {
      readonly as: ResolveAs;
      readonly allowed: string | null;
    }
  >(
    ({ name, as, found, allowed }) =>
      `Cannot resolve "${name}" as ${as}: found ${found}${allowed === null ? '' : `, allowed ${allowed}`}`,
  ),
  'resend-waits-for-others': warning<{
    readonly others: readonly Texts<'leg' | 'tag'>[];
  }>(({ others }) => {
    const names = others.map(({ leg, tag }) => `leg "${leg}" (tag ${tag})`).join(', ');
    return `It leaves together with ${names} of the same command, which you have not resolved yet`;
  }),
  'look-ups-by-tag-fail': warning<Texts<'detail'>>(
    ({ detail }) =>
      `The look-up by tag never answers: absence rests on the list of all orders alone (${detail})`,
  ),
  'orders-missing': warning<Lists<'orderIds'>>(
    ({ orderIds }) =>
      `Orders are missing from the platform's list: ${orderIds.join(', ')}. They keep their last state, and those that worked may still fill`,
  ),
  'orders-back': info<Lists<'orderIds'>>(
    ({ orderIds }) => `Orders are in the platform's list again: ${orderIds.join(', ')}`,
  ),
  'orders-of-no-run': info<Numbers<'orders'>>(
    ({ orders }) => `${counted(orders, 'order')} of the account belong to no run: left alone`,
  ),
};

/** Two orders where one was meant, or one where none was: the worst that can happen here. */
function alarm(what: string, flatten: string | null): string {
  const consequence =
    flatten === null
      ? 'the excess is cancelled or closed'
      : `sauda leaves it: look at the platform; to close the whole run: ${flatten}`;
  return `Duplicate: ${what} (${consequence})`;
}

function resolveText(
  commands: OperatorCommands,
  tag: string,
  as: readonly ('absent' | 'resend')[],
): string {
  return commands.resolve(tag, as).join(', or: ');
}
