import { type HostRole, type Transport, type TransportResult } from '../ports/transport.ts';

/** Where a host is, and where that is written. */
export interface NamedHost {
  readonly address: string;
  /** Key of the configuration: `platform.hosts.auth`. */
  readonly key: string;
}

/** A transport whose failures say which host they are about: its role, its address and the key that names it. */
export function nameHosts(transport: Transport, hostOf: (role: HostRole) => NamedHost): Transport {
  return {
    send: async (request) => {
      const { role } = request;
      const { address, key } = hostOf(role);
      return named(await transport.send(request), `${role} host ${address}, "${key}"`);
    },
  };
}

function named(result: TransportResult, host: string): TransportResult {
  switch (result.kind) {
    case 'response':
      return result;
    case 'not-sent':
      return { ...result, reason: `${result.reason} at ${host}` };
    case 'interrupted':
      return { ...result, detail: `${result.detail} at ${host}` };
  }
}
