import { EMPTY } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { type JournalEntry } from '../ports/journal.ts';
import { defineStrategy } from '../strategy/define-strategy.ts';
import { type LeftOut, namedBeside } from './left-out.ts';
import { type LoadedStrategy } from './load-strategy.ts';

function loaded(name: string): LoadedStrategy {
  const strategy = defineStrategy({ name, run: () => EMPTY });
  return { path: `/${name}.js`, strategy, params: {}, sourceHash: '' };
}

/** A journal whose last day ran these files under these names. */
function journal(runs: Readonly<Record<string, string>>) {
  const entries = Object.entries(runs).map(([name, path]) => ({
    kind: 'run-described',
    runId: `${name}@2026-10-29/paper`,
    about: { path },
  }));
  return {
    dates: () => (entries.length === 0 ? [] : ['2026-10-29']),
    entriesOf: () => entries as unknown as JournalEntry[],
  };
}

function names(leftOut: readonly LeftOut[], runs: Readonly<Record<string, string>> = {}) {
  const strategies = [loaded('straddle'), loaded('condor')];
  return namedBeside(strategies, leftOut, journal(runs)).map(
    ({ runName, strategy }) => runName ?? strategy.name,
  );
}

describe('strategies beside one that is left out', () => {
  it('keep the names that they have with it', () => {
    expect(names([{ path: '/a.js', before: 0, name: 'straddle' }])).toEqual([
      'straddle#2',
      'condor',
    ]);
    expect(names([{ path: '/a.js', before: 1, name: 'straddle' }])).toEqual(['straddle', 'condor']);
  });

  it('keep them where only the journal knows what it was called', () => {
    const leftOut = [{ path: '/a.js', before: 0, name: null }];
    const runs = { straddle: '/a.js', 'straddle#2': '/straddle.js', condor: '/condor.js' };
    expect(names(leftOut, runs)).toEqual(['straddle#2', 'condor']);
    expect(names(leftOut, { straddle: '/straddle.js' })).toEqual(['straddle', 'condor']);
    expect(names(leftOut)).toEqual(['straddle', 'condor']);
  });
});
