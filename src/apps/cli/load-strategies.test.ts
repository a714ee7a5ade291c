import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { formatProblem } from '../../base/problem.ts';
import { loadSettings } from '../../settings/load-settings.ts';
import { type CliContext } from './cli-context.ts';
import { loadUsable } from './load-strategies.ts';

const directory = mkdtempSync(join(tmpdir(), 'sauda-params-'));
afterAll(() => {
  rmSync(directory, { recursive: true });
});

const STRATEGY = `name: straddle
schemaVersion: 1
underlying: NIFTY
entry: 09:20
exit: 15:10
legs:
  ce: { side: sell, type: CE, strike: ATM }
`;

async function problemsOf(params: string): Promise<readonly string[]> {
  writeFileSync(join(directory, 'straddle.yaml'), STRATEGY);
  const text = `strategies:\n  - path: straddle.yaml\n    params:\n${params}`;
  writeFileSync(join(directory, 'sauda.yaml'), text);
  const options = { environment: {}, workingDirectory: directory };
  const settings = loadSettings('sauda.yaml', options);
  const entries = settings.ok ? settings.value.strategies : [];
  expect(entries).toHaveLength(1);
  const context = { workingDirectory: directory } as CliContext;
  const { unusable } = await loadUsable(context, entries);
  return unusable.map((of) => formatProblem(of).split('\n', 1)[0] ?? '');
}

it.each([
  ['a value', '      lots: 2\n      entry: 9h20\n', /^sauda\.yaml:5:14: Parameter "entry" of/],
  ['a name', '      lotts: 2\n', /^sauda\.yaml:4:7: Strategy "straddle" has no parameter "lotts"/],
  ['an index', '      underlying: NFTY\n', /^sauda\.yaml:4:19: .*underlying/],
])('a configuration that gives %s that is wrong is pointed at, not the strategy', async (...of) => {
  const [, params, told] = of;
  expect(await problemsOf(params)).toEqual([expect.stringMatching(told)]);
});
