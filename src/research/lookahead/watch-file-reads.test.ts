import { execFileSync } from 'node:child_process';

import { expect, it } from 'vitest';

it('ends where strategies were loaded meanwhile, which make what it watches read-only', () => {
  const program = `
import { guardProcess, protectBuiltIns } from ${JSON.stringify(new URL('../../loading/guard-process.ts', import.meta.url).href)};
import { watchFileReads } from ${JSON.stringify(new URL('watch-file-reads.ts', import.meta.url).href)};
const watch = watchFileReads();
protectBuiltIns();
guardProcess();
watch[Symbol.dispose]();
process.stdout.write(String(watch.reads().length));`;
  const args = ['--input-type=module', '--eval', program];
  const options = { cwd: import.meta.dirname, encoding: 'utf8' } as const;
  expect(execFileSync(process.execPath, args, options)).toBe('0');
});
