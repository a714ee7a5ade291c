import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { EXIT_CODES } from '../../src/apps/cli/exit-codes.ts';
import { spawnSauda } from './spawn-sauda.ts';

const directory = mkdtempSync(join(tmpdir(), 'sauda-endless-'));
afterAll(() => {
  rmSync(directory, { recursive: true });
});

test.each([
  {
    where: 'a turn',
    text: `run: () => { for (;;); return NEVER; } });`,
    told: /"endless@2026-10-30\/paper" has not returned for [\d.]+ s \(at \S+endless\.ts:3:\d+\)/,
  },
  {
    where: 'a timer of a module',
    text: `run: () => NEVER }); setTimeout(() => { for (;;); }, 500);`,
    told: /Code outside of every run has not returned for [\d.]+ s \(at \S+endless\.ts:3:\d+\)/,
  },
])(
  'code that never returns in $where is told, and the process ended',
  async ({ text, told }) => {
    writeFileSync(
      join(directory, 'endless.ts'),
      `import { defineStrategy } from 'sauda';
import { NEVER } from 'rxjs';
export default defineStrategy({ name: 'endless', ${text}
`,
    );
    const { code, err } = await spawnSauda(['run', 'endless.ts', '--at', '2026-10-30T09:14'], {
      cwd: directory,
      env: { SAUDA_TURN_MS_MAX: '3000' },
    });
    expect(err).toMatch(told);
    expect(err).toContain('nothing else is done meanwhile');
    expect(err).toContain('ending the process');
    // Killed on systems that have signals, ended with 1 elsewhere.
    expect(code).not.toBe(0);
  },
  20_000,
);

test.each([
  { file: 'module.ts', text: 'for (;;);\nexport default null;\n', name: 'module.ts', line: 1 },
  {
    file: 'turn.ts',
    text: `import { defineStrategy } from 'sauda';
export default defineStrategy({ name: 'turning', run: () => { for (;;); } });
`,
    name: 'turning',
    line: 2,
  },
])(
  'what never returns in $file is found by check, and named',
  async ({ file, text, name, line }) => {
    writeFileSync(join(directory, file), text);
    const { code, err } = await spawnSauda(['check', '--no-types', file], {
      cwd: directory,
      env: { SAUDA_TURN_MS_MAX: '900' },
    });
    expect(err).toContain(`${file}: The strategy's code of "${name}" has not returned for`);
    expect(err).toContain(`${file}:${String(line)}:`);
    expect(code).toBe(EXIT_CODES.configuration);
  },
  20_000,
);
