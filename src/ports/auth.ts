import { type Outcome } from './outcome.ts';

/** Logging in to the platform. The session itself stays inside the adapter. */
export interface Auth {
  /** Logs in; concurrent calls share one request. */
  readonly login: () => Promise<Outcome<{ readonly message: string }>>;
}
