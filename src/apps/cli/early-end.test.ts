import { spawnSync } from 'node:child_process';

import { expect, it } from 'vitest';

const EARLY_END = new URL('./process-signals.ts', import.meta.url).href;

it.each([
  ['ends by itself', '', 1],
  ['is ended as a success', 'process.exit(0);', 1],
  ['is ended otherwise', 'process.exit(7);', 7],
])('a process that %s is no success', (_, rest, code) => {
  const program = `import { tellEarlyEnd } from '${EARLY_END}'; tellEarlyEnd('sauda run'); ${rest}`;
  const ended = spawnSync(process.execPath, ['--input-type=module', '-e', program]);
  expect(ended.stderr.toString()).toContain('ended while "sauda run" was under way');
  expect(ended.status).toBe(code);
});

it('nothing is told of a command that has ended', () => {
  const program = `import { tellEarlyEnd } from '${EARLY_END}'; tellEarlyEnd('sauda run')();`;
  const ended = spawnSync(process.execPath, ['--input-type=module', '-e', program]);
  expect([ended.stderr.toString(), ended.status]).toEqual(['', 0]);
});
