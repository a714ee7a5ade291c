import { expect, it } from 'vitest';

import { operatorCommands } from './operator-commands.ts';

it.each([
  ['run@2026-11-20/live/condor', 'run@2026-11-20/live/condor'],
  ['morning condor', "'morning condor'"],
  ["it's", "'it'\\''s'"],
  ['$(x)', "'$(x)'"],
])('a position named %s is quoted as a shell needs it', (name, quoted) => {
  expect(operatorCommands.resolveStart(name, ['absent', 'started'])).toEqual([
    `sauda resolve ${quoted} --as absent --reason "…"`,
    `sauda resolve ${quoted} --as started --id POSITION_ID --reason "…"`,
  ]);
});
