/** What a simulator says of itself when it listens. */
export interface SimulatorLine {
  readonly auth: string;
  readonly orders: string;
  readonly prices: string;
  readonly ordersWebhook: string;
  readonly webhook: string;
  readonly brokerId: string;
  readonly credentials: { readonly phoneNumber: string; password: string };
  readonly clock: { startAtMs: number };
}

/** What a page has of a platform, with what the simulator has in its place. */
export function withPlatform(
  text: string,
  line: SimulatorLine,
  { isRehearsal }: { readonly isRehearsal: boolean },
): string {
  const { credentials, brokerId, ...hosts } = line;
  const here: Readonly<Record<string, string>> = {
    PHONE: credentials.phoneNumber,
    PASSWORD: credentials.password,
    BROKER: brokerId,
    'https://auth.example.test': hosts.auth,
    'https://orders.example.test': hosts.orders,
    'https://prices.example.test': hosts.prices,
    'https://orders-webhook.example.test': hosts.ordersWebhook,
    'https://webhook.example.test': hosts.webhook,
    '/usr/local/bin/call-me': '/bin/true',
  };
  let written = text;
  for (const [theirs, ours] of Object.entries(here)) written = written.replaceAll(theirs, ours);
  // A rehearsal has a journal of its own.
  return isRehearsal
    ? written.replaceAll(/main\.live\.(?=journal|[-\d]+\.journal)/g, 'main.live.rehearsal.')
    : written;
}
