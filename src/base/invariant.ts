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

/**
 * Marks a place that the types say cannot be reached.
 *
 * @throws {InvariantViolation} always
 */
export function unreachable(value: never, what: string): never {
  throw new InvariantViolation(`Unexpected ${what}: ${JSON.stringify(value)}`);
}
