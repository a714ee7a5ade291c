import { expect, it } from 'vitest';

import { drill } from '../../src/drill/drill.ts';
import { loadStrategy } from '../../src/loading/load-strategy.ts';
import { loadMarketKnowledge } from '../../src/settings/market/market-knowledge.ts';
import { readLedger } from '../soak/ledger.ts';
import { shippedFiles, STRATEGIES_FOLDER } from '../support/shipped-strategies.ts';
import { valueOf } from '../support/simulated-day.ts';

const knowledge = loadMarketKnowledge();
const SHIPPED = shippedFiles();
/** Of those that `npm run soak -- --strategies` runs, another one after each long drill that is recorded. */
const SEED = 1 + (readLedger().length % 500);

/** A day each, and days that broke before. */
const DAYS = [
  ...SHIPPED.map((name) => [name, SEED, SEED] as const),
  // A restart after a full disk: its first exit was priced by quotes of 24 minutes before.
  ['iron-condor.ts', 318, 318] as const,
];

it.each(DAYS)(
  '%s goes through days of faults, %i to %i',
  { timeout: 60_000 },
  async (name, from, to) => {
    const loaded = valueOf(await loadStrategy(`${STRATEGIES_FOLDER}${name}`));
    const summary = await drill({
      knowledge,
      strategiesOf: () => [loaded],
      from,
      to,
      mode: 'live',
      drillMode: 'safety',
      faults: null,
      isShrinking: false,
      // They know of no strategy: once is enough.
      areSelfChecksShown: name === SHIPPED[0],
    });
    const failures = Object.values(summary.byStrategy).map(({ firstFailure }) => firstFailure);
    expect({ violations: summary.failures, failures }).toEqual({
      violations: [],
      failures: [null],
    });
  },
);
