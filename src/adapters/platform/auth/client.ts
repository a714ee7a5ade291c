import { type Transport, type TransportResult } from '../../../ports/transport.ts';

/** Sends a login, with the session held before it where the profile wants that. */
export function postLogin(
  transport: Transport,
  body: { readonly phoneNumber: string; readonly password: string },
  held: Readonly<Record<string, string>>,
): Promise<TransportResult> {
  return transport.send({
    role: 'auth',
    method: 'POST',
    path: '/login',
    headers: { ...held, accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}
