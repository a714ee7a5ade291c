import { type Json } from '../base/json.ts';

/**
 * The outcome of a request. Never a throw.
 *
 * - `accepted`: the documented success, parsed.
 * - `rejected`: certainly without effect, with the documented reason.
 * - `unknown`: anything else. It may have had an effect.
 */
export type Outcome<Value> =
  | { readonly kind: 'accepted'; readonly value: Value }
  | { readonly kind: 'rejected'; readonly rejection: Rejection }
  | { readonly kind: 'unknown'; readonly cause: UnknownCause };

/** Why a request certainly had no effect. `status` is the HTTP status. */
export type Rejection =
  | {
      /** Checked here and never sent. */
      readonly form: 'invalid-request';
      readonly problems: readonly { readonly path: string; readonly message: string }[];
    }
  | {
      /** Not one byte was written: refused connection, unknown host, failed TLS handshake, a host not on the allow-list. */
      readonly form: 'not-sent';
      readonly reason: string;
      /** Only the moment was wrong, since a login is under way: the same request may be made again soon. */
      readonly isTransient?: true;
      /** No request can leave before this time, epoch milliseconds: no login may be tried until then. */
      readonly retryAtMs?: number;
    }
  | {
      readonly form: 'validation';
      readonly status: number;
      readonly detail: readonly {
        readonly loc: readonly (string | number)[];
        readonly msg: string;
        readonly type: string;
      }[];
    }
  | {
      readonly form: 'error-envelope';
      readonly status: number;
      readonly code: string;
      readonly message: string;
      readonly details: Json;
    }
  | { readonly form: 'message'; readonly status: number; readonly msg: string }
  | {
      /** The mode of the run has no such route. */
      readonly form: 'refused-by-mode';
      readonly reason: string;
    };

/** Why the outcome of a request is unknown. */
export interface UnknownCause {
  readonly reason:
    | 'timeout'
    | 'connection-lost'
    | 'body-truncated'
    | 'body-too-large'
    | 'body-malformed'
    | 'redirected'
    | 'unexpected-status'
    | 'response-mismatch';
  /** HTTP status when a status line arrived, else null. */
  readonly status: number | null;
  /** One line for people, without secrets. */
  readonly detail: string;
}

/** One line for people about an outcome that is not accepted. */
export function describeFailure(outcome: Exclude<Outcome<unknown>, { kind: 'accepted' }>): string {
  if (outcome.kind === 'unknown') {
    const { reason, status, detail } = outcome.cause;
    return `${reason}${status === null ? '' : ` (HTTP ${String(status)})`}: ${detail}`;
  }
  const { rejection } = outcome;
  switch (rejection.form) {
    case 'invalid-request':
      return rejection.problems
        .map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
        .join('; ');
    case 'not-sent':
    case 'refused-by-mode':
      return rejection.reason;
    case 'validation':
      return rejection.detail.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ');
    case 'error-envelope':
      return `${rejection.code}: ${rejection.message} (HTTP ${String(rejection.status)})`;
    case 'message':
      return `${rejection.msg} (HTTP ${String(rejection.status)})`;
  }
}

/** Whether a call never left and may be repeated. */
export function neverLeft(outcome: Outcome<unknown>): boolean {
  if (outcome.kind !== 'rejected') return false;
  return outcome.rejection.form === 'not-sent' && outcome.rejection.isTransient === true;
}

/** A port that answers at once, such as the simulator in process. */
export type Synchronous<Port> = {
  readonly [Name in keyof Port]: Port[Name] extends (...args: infer Args) => Promise<infer Answer>
    ? (...args: Args) => Answer
    : Port[Name];
};
