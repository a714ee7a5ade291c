import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { simulatedDay, valueOf } from '../../../test/support/simulated-day.ts';
import { evidenceKey } from './evidence-key.ts';
import { verifyEvidence } from './verify-evidence.ts';

const directory = mkdtempSync(join(tmpdir(), 'sauda-packed-modules-'));
afterAll(() => {
  rmSync(directory, { recursive: true, force: true });
});

function write(name: string, text: string): string {
  mkdirSync(join(directory, 'lib'), { recursive: true });
  writeFileSync(join(directory, name), text);
  return join(directory, name);
}

it('a pack has the modules that a YAML file names, and runs them under a known key only', async () => {
  write(
    'lib/levels.js',
    'export const LEVELS = [{ level: 13 }, { level: "high" }, { level: 21 }];\n',
  );
  write(
    'lib/vix.js',
    `import { from } from 'rxjs';
import { defineSource } from 'sauda';
import { LEVELS } from './levels.js';
export default defineSource({ name: 'vix', open: () => from(LEVELS) });
`,
  );
  const strategy = write(
    'mine.yaml',
    `name: mine
schemaVersion: 1
underlying: NIFTY
exit: '15:10'
sources: { vix: { file: ./lib/vix.js, fields: { level: number }, staleAfter: 24h } }
rules:
  - { when: { source: vix }, if: vix.level < 14, then: [{ alert: calm }] }
  - { when: { at: 09:20 }, if: vix.level > 20, then: [{ alert: wild }] }
`,
  );
  const state = join(directory, 'state');
  const { notices, summary } = await simulatedDay({
    strategies: [strategy],
    pollEvery: '1m',
    journalPath: join(directory, 'day.journal'),
    more: `evidence: on\nstate: {directory: ${JSON.stringify(state)}}`,
  });
  const said = notices.map(({ message }) => message);
  for (const alert of ['calm', 'brought a value that does not fit', 'wild']) {
    expect(said.filter((message) => message.includes(alert))).toHaveLength(1);
  }
  const path = join(state, 'evidence', 'default.paper.2026-10-30.tar.gz');
  const { publicKey } = valueOf(evidenceKey(join(state, 'evidence', 'signing-key.pem')));
  const known = valueOf(await verifyEvidence({ path, publicKey }));
  expect(known.problems).toEqual([]);
  expect(known.replayed).toEqual({ runs: 1, decisions: summary.commands, differences: [] });
  const unknown = valueOf(await verifyEvidence({ path, publicKey: null }));
  expect(unknown.replayed).toBeNull();
  expect(unknown.warnings.join('\n')).toContain('Not replayed: it has code');
});
