import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { createMemoryJournal } from '../../src/day/journal/open-day-journal.ts';
import { replayDay } from '../../src/day/journal/replay-journal.ts';
import { loadMarketKnowledge } from '../../src/settings/market/market-knowledge.ts';
import { ejectedText } from '../strategies/ejected.ts';
import { compiled } from '../strategies/play-both.ts';
import { at, DATE, type GoneProcess, processOf } from '../support/recorded-day.ts';
import { loadAll } from '../support/simulated-day.ts';

/** Speaks once, as it is opened. */
const VIX = `import { concat, NEVER, of } from 'rxjs';
import { defineSource } from 'sauda';
export default defineSource({ name: 'vix', open: () => concat(of({ level: 14 }), NEVER) });
`;
const YAML = `name: by-vix
schemaVersion: 1
underlying: NIFTY
exit: 15:10
sources:
  vix: { file: ./vix.ts, fields: { level: number }, staleAfter: 5m }
rules:
  - { when: { every: 1m }, if: vix.level > 20, then: [{ alert: wild }] }
`;

const directory = mkdtempSync(join(tmpdir(), 'sauda-silent-sources-'));
afterAll(() => {
  rmSync(directory, { recursive: true });
});
writeFileSync(join(directory, 'vix.ts'), VIX);
const files = { yaml: join(directory, 'by-vix.yaml'), ts: join(directory, 'by-vix.ts') };
writeFileSync(files.yaml, YAML);
writeFileSync(files.ts, ejectedText(compiled(YAML)));

function told({ codes }: GoneProcess): readonly string[] {
  return codes.filter((code) => code === 'source-stale' || code === 'source-speaks-again');
}

it.each(['yaml', 'ts'] as const)(
  'a paper day of %s reports a silent source once, knows so after a restart, and is replayed the same',
  async (form) => {
    const strategies = await loadAll([files[form]]);
    const journal = createMemoryJournal();
    const common = { strategies, journal, sources: 'opened' } as const;
    const first = await processOf({ ...common, fromMs: at('10:00'), untilMs: at('10:08') });
    expect(told(first)).toEqual(['source-stale']);
    expect(first.day.view().staleSources).toMatchObject([{ source: 'vix', staleAfterMs: 300_000 }]);

    const second = await processOf({ ...common, fromMs: at('10:09'), untilMs: at('10:13') });
    expect([second.refused, told(second)]).toEqual([null, ['source-speaks-again']]);
    expect(second.day.view().staleSources).toEqual([]);

    const knowledge = loadMarketKnowledge();
    const replaying = strategies.map((loaded) => ({ ...loaded, parameters: [] }));
    const replayed = replayDay(journal, DATE, { knowledge, strategyFor: () => replaying[0] ?? '' });
    expect(replayed).toMatchObject({ program: null, runs: [{ problem: null, changes: [] }] });
  },
);
