import { pathToFileURL } from 'node:url';

import { expect, it } from 'vitest';

import { type VariantRun } from '../../results/sweep-result.ts';
import { placesOf, withoutPlaces, withPlaces } from './places.ts';

interface Lies {
  readonly strategy: string;
  readonly files: readonly string[];
}

function placesAt({ strategy, files }: Lies): ReturnType<typeof placesOf> {
  const folder = pathToFileURL(strategy).href;
  const imports = ['bots/near.ts', 'lib/signal.ts', 'own%20name.ts'].map(
    (file) => `${folder}/${file}`,
  );
  return placesOf({ path: `${strategy}/bots/a.ts`, imports }, files);
}

/** What runs name where files lie so. */
function runAt({ strategy, files: [first = '', second = ''] }: Lies): VariantRun {
  const used = { sha256: 'a'.repeat(64), underlyings: ['NIFTY'], contracts: 0, rows: 1 };
  const money = { grossPaise: 1, costsPaise: 1, netPaise: 0, worstFillsNetPaise: -1 };
  const day = { date: '2024-01-02', ...money, trades: 2 };
  const url = pathToFileURL(`${strategy}/bots/a.ts`).href;
  const failure = `no strike (at ${strategy}/lib/signal.ts:3:4, ${url})`;
  return {
    days: [
      { ...day, hasProblems: false, hasRun: true, failure: null },
      { ...day, hasProblems: true, hasRun: true, failure },
    ],
    decisionsSha256: 'b'.repeat(64),
    about: {
      capitalPaise: 1,
      underlyings: ['NIFTY'],
      prices: [
        { ...used, source: first },
        { ...used, source: second },
      ],
      assumptions: [`The name of ${second} tells no index`, 'Nothing else $& is assumed'],
    },
  };
}

const here: Lies = {
  // An address tells a space in another way than a path does.
  strategy: '/home/my own',
  files: ['/home/my own/nifty.csv', '/home/my own/nifty.csv.2'],
};
const there: Lies = { strategy: '/srv/$&/strategies', files: ['/data/nifty.csv', '/nifty.csv.2'] };

it('a run that was kept tells the places of who asks', () => {
  const kept = withoutPlaces(runAt(here), placesAt(here));
  expect(JSON.stringify(kept)).not.toContain('home');
  expect(withPlaces(kept, placesAt(there))).toEqual(runAt(there));
  expect(withPlaces(kept, placesAt(here))).toEqual(runAt(here));
  expect(withoutPlaces(runAt(there), placesAt(there))).toEqual(kept);
});

it('leaves texts alone where files have no folder in common', () => {
  const places = placesOf({ path: '/a/s.ts', imports: ['file:///b/x.ts'] }, []);
  const run = runAt(here);
  expect(withoutPlaces(run, places)).toEqual(run);
});
