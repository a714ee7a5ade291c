import { type OrderStatus } from '../../model/order.ts';

/** The platform's words for where an order stands. */
export const STATUS_WORDS: Readonly<Record<Exclude<OrderStatus, 'unrecognised'>, string>> = {
  'place-pending': 'Place Pending',
  open: 'Open',
  'trigger-pending': 'Trigger Pending',
  'modify-pending': 'Modify Pending',
  'cancel-pending': 'Cancel Pending',
  cancelled: 'Canceled',
  rejected: 'Rejected',
  completed: 'Completed',
};

/** A status that the simulator itself can give. */
export type KnownStatus = keyof typeof STATUS_WORDS;
