/** A strategy asked for something that cannot be an order. Thrown while the strategy runs: the run fails and says why. */
export class InvalidCommand extends Error {
  override readonly name = 'InvalidCommand';
}
