/** A selection that the listing cannot serve. Thrown inside a strategy: the run fails and says why. */
export class SelectionError extends Error {
  override readonly name = 'SelectionError';
}
