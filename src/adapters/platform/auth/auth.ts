import { type Auth } from '../../../ports/auth.ts';
import { type Session } from '../../shared/session.ts';

/** The Auth port on a session that other adapters share. */
export function createAuth(options: { readonly session: Session }): Auth {
  return { login: options.session.login };
}
