import { applyParams } from '../../src/loading/apply-params.ts';
import { type LoadedStrategy, readStrategy } from '../../src/loading/load-strategy.ts';
import { createHost } from '../../src/loading/planned-run.ts';
import { type RunHost, type RunRecipe } from '../../src/ports/run-host.ts';
import { HOSTED_STRATEGY } from './run-host-contract.ts';

const source = await readStrategy(HOSTED_STRATEGY);
if (!source.ok) throw new TypeError(JSON.stringify(source.error));
const { value: read } = source;

/**
 * The strategy with the parameters of a recipe.
 *
 * @throws {TypeError} when it does not take them
 */
export function hostedStrategy({ path, given }: RunRecipe): LoadedStrategy {
  const params = applyParams(read.strategy, given, path);
  if (!params.ok) throw new TypeError(JSON.stringify(params.error));
  return { ...read, params: params.value };
}

/** An in-process host that has loaded the strategy of the contract. */
export function loadingHost(): RunHost {
  return createHost(hostedStrategy);
}
