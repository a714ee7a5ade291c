import { describe, expect, it } from 'vitest';

import { formatProblem } from '../../base/problem.ts';
import { compileStrategy } from '../compile-strategy.ts';
import { migrateText } from './migrate-text.ts';
import { LANGUAGE_VERSION, type Migration } from './migrations.ts';

/** A language in which `exitAt` became `exit`, and after that `lot` of a leg `lots`. */
const RENAMED: readonly Migration[] = [
  {
    change: '"exitAt" is "exit" now',
    apply: (file) => {
      file.rename([], 'exitAt', 'exit');
    },
  },
  {
    change: '"legs.*.lot" is "lots" now',
    apply: (file) => {
      for (const leg of file.keys(['legs'])) file.rename(['legs', leg], 'lot', 'lots');
    },
  },
];

const OLD = `# Why this strategy is here.
name: old
schemaVersion: 1
underlying: NIFTY # the index
entry: 09:20

exitAt: 15:10
legs:
  # The call.
  ce: { side: sell, type: CE, strike: ATM, lot: 2 }
`;

function migrated(text: string, migrations = RENAMED): string {
  const result = migrateText(text, 's.yaml', migrations);
  return result.ok ? result.value.text : result.error.map(formatProblem).join('\n');
}

describe('a migration', () => {
  it('takes a file through every version after its own, comments and order kept', () => {
    const expected = OLD.replace('Version: 1', 'Version: 3')
      .replace('exitAt', 'exit')
      .replace('lot:', 'lots:');
    expect(migrated(OLD)).toBe(expected);
    const result = migrateText(OLD, 's.yaml', RENAMED);
    expect(result).toMatchObject({ ok: true, value: { from: 1, to: 3, changes: { length: 2 } } });
    const second = OLD.replace('Version: 1', 'Version: 2');
    expect(migrated(second)).toBe(expected.replace('exit:', 'exitAt:'));
  });

  it('leaves a file of the current version as it is, byte for byte', () => {
    const text = `${OLD.replace('Version: 1', 'Version: 3')}   # odd   spacing\n`;
    expect(migrated(text)).toBe(text);
  });

  it('refuses a newer version, and what is none', () => {
    expect(migrated(OLD.replace('Version: 1', 'Version: 4')))
      .toBe(`s.yaml:3:16: The file is of a newer version of the language
    schemaVersion: 4
                   ^
  found    4
  allowed  1 to 3
  next     Update sauda: this one does not know its words`);
    expect(migrated(OLD.replace('Version: 1', 'Version: one'))).toContain(
      'Wrong value of "schemaVersion"',
    );
    expect(migrated('name: x\n')).toContain('"schemaVersion" is missing');
    expect(migrated('name: [')).toContain('a bracket is not closed');
  });
});

it('check says of a newer file that it is newer', () => {
  const newer = OLD.replace('exitAt', 'exit')
    .replace('lot:', 'lots:')
    .replace('Version: 1', `Version: ${String(LANGUAGE_VERSION + 1)}`);
  const compiled = compileStrategy(newer, 's.yaml');
  const said = compiled.ok ? [] : compiled.error.map(({ message }) => message);
  expect(said).toEqual(['The file is of a newer version of the language']);
});
