import { type Json } from '../../base/json.ts';
import { type HostRole } from '../../ports/transport.ts';

/** A request as it reaches the platform. */
export interface SimulatedRequest {
  readonly role: HostRole;
  readonly method: string;
  /** Path below the role's base address with the query, still encoded. */
  readonly path: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** The answer, before it is bytes. */
export interface SimulatedResponse {
  readonly status: number;
  /** Lower-case names; `set-cookie` may repeat. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/** One entry of a validation error body. */
export interface ValidationDetail {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
}

const JSON_TYPE: readonly (readonly [string, string])[] = [['content-type', 'application/json']];

/** An answer whose body is already JSON text. */
export function jsonText(status: number, body: string): SimulatedResponse {
  return { status, headers: JSON_TYPE, body };
}

/** An answer with a JSON body. */
export function jsonAnswer(status: number, body: Json): SimulatedResponse {
  return jsonText(status, JSON.stringify(body));
}

/** The error envelope of the login, contracts and webhook endpoints. */
export function errorEnvelope(status: number, code: string, message: string): SimulatedResponse {
  return jsonAnswer(status, { success: false, error: { code, message, details: {} } });
}

/** The validation error body of the orders endpoints. */
export function validationError(detail: readonly ValidationDetail[]): SimulatedResponse {
  return jsonText(422, JSON.stringify({ detail }));
}

type Header = readonly [name: string, value: string];

const SECOND_MS = 1_000;
let made: { readonly second: number; readonly header: Header } | null = null;

/** The `date` header of an answer at an instant, epoch milliseconds. */
export function dateHeader(atMs: number): Header {
  const second = Math.floor(atMs / SECOND_MS);
  if (made?.second !== second) {
    made = { second, header: ['date', new Date(second * SECOND_MS).toUTCString()] };
  }
  return made.header;
}
