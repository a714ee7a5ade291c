/** A broken invariant: a bug of ours, never bad input. It stops the process into the recovery path. */
export class InvariantViolation extends Error {
  override readonly name = 'InvariantViolation';
}

/**
 * Asserts what must hold. Stays on in production.
 *
 * @throws {InvariantViolation} when `condition` is false
 */
export function invariant(condition: boolean, message: string): asserts condition {
  if (!condition) throw new InvariantViolation(message);
}

/** From each state of something, those that it may leave to. */
export type Life<State extends string> = Readonly<Record<State, readonly State[]>>;

/**
 * Asserts that a life has a move. Stays on in production.
 *
 * @throws {InvariantViolation} when it has not
 */
export function assertMove<State extends string>(
  life: Life<State>,
  [from, to]: readonly [from: State, to: State],
  what: string,
): void {
  if (!life[from].includes(to)) {
    throw new InvariantViolation(`${what} is ${from}, and cannot become ${to}`);
  }
}

/**
 * Marks a place that the types say cannot be reached.
 *
 * @throws {InvariantViolation} always
 */
export function unreachable(value: never, what: string): never {
  throw new InvariantViolation(`Unexpected ${what}: ${JSON.stringify(value)}`);
}
