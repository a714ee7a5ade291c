/** Which of the platform's hosts a request is for. */
export type HostRole = 'auth' | 'orders' | 'prices' | 'ordersWebhook' | 'webhook';

/** All host roles. */
export const HOST_ROLES: readonly HostRole[] = [
  'auth',
  'orders',
  'prices',
  'ordersWebhook',
  'webhook',
];

/** One request to the platform, before it is bytes. */
export interface TransportRequest {
  readonly role: HostRole;
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Path below the role's base address, starting with `/`, with the query. Values are already encoded. */
  readonly path: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** What came back. Never a throw. */
export type TransportResult =
  | {
      readonly kind: 'response';
      readonly status: number;
      /** Lower-case names; one entry a header line, so `set-cookie` may repeat. */
      readonly headers: readonly (readonly [name: string, value: string])[];
      /** The whole body. */
      readonly body: Uint8Array;
    }
  | {
      /** Certainly not one byte was written. */
      readonly kind: 'not-sent';
      readonly reason: string;
      /** The same request may be sent again soon. */
      readonly isTransient?: true;
      /** No request can leave before this time, epoch milliseconds. */
      readonly retryAtMs?: number;
    }
  | {
      /** At least a byte may have been written and no whole response arrived. */
      readonly kind: 'interrupted';
      readonly reason: 'timeout' | 'connection-lost' | 'body-truncated' | 'body-too-large';
      readonly status: number | null;
      readonly detail: string;
    };

/** Carries requests to the platform: over HTTP, or to the simulator in process. Follows no redirects, repeats nothing. */
export interface Transport {
  readonly send: (request: TransportRequest) => Promise<TransportResult>;
}
