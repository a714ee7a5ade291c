/** A broker connection of the account, for what a run sends. */
export interface RunBroker {
  /** What the configuration calls it; empty for the account's own connection of the day. */
  readonly name: string;
  /** The platform's identifier, 1 to 32 characters of a-z, A-Z, 0-9 and _. */
  readonly brokerId: string;
}

/** The form of a broker connection's name: as that of an account. */
export const BROKER_NAME = /^[a-z0-9][a-z0-9_-]{0,31}$/;

/** {@link BROKER_NAME} for people. */
export const BROKER_NAME_ALLOWED = '1 to 32 characters of a-z 0-9 _ -';
