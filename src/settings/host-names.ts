import { type Hosts } from './settings.ts';

/** The host roles, in the order in which they are shown. */
export const HOST_NAMES: readonly (keyof Hosts)[] = [
  'auth',
  'orders',
  'prices',
  'ordersWebhook',
  'webhook',
];
