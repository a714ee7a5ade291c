import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { PLANTED_BUGS } from './bugs.ts';

const SCRIPT = fileURLToPath(new URL('./drill-planted.ts', import.meta.url));
const SEEDS_MAX = '40';

describe('planted bugs', () => {
  it.each(PLANTED_BUGS.map(({ name }, index) => ({ name, index })))(
    'catches: $name',
    { timeout: 60_000 },
    ({ index }) => {
      const run = spawnSync(process.execPath, [SCRIPT, String(index), SEEDS_MAX], {
        encoding: 'utf8',
      });
      expect(run.stderr.replace(/^.*Warning.*$/gm, '').trim()).toBe('');
      expect(JSON.parse(run.stdout.trim() || '{}')).toHaveProperty('invariant');
    },
  );
});
