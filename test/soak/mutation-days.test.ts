import { expect, it } from 'vitest';

import { drill } from '../../src/drill/drill.ts';
import { drillStrategies } from '../../src/drill/strategies/drill-strategies.ts';
import { loadMarketKnowledge } from '../../src/settings/market/market-knowledge.ts';

/** The first days of those of `test/simulation/drill.test.ts`: what fails here fails there, for a tenth of the time. */
it.each([
  { from: 1001, to: 1030, drillMode: 'safety' },
  { from: 2001, to: 2012, drillMode: 'liveness' },
] as const)('judges find nothing on $from..$to', async (days) => {
  const { violations, doubled, lost } = await drill({
    knowledge: loadMarketKnowledge(),
    strategiesOf: await shipped(),
    mode: 'live',
    faults: null,
    areSelfChecksShown: false,
    ...days,
  });
  expect({ violations, doubled, lost }).toEqual({ violations: 0, doubled: 0, lost: 0 });
});

async function shipped() {
  const loaded = await drillStrategies();
  if (!loaded.ok) throw new TypeError('The strategies that ship cannot be loaded');
  return loaded.value;
}
