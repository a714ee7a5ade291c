import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { readRegularFile } from './regular-file.ts';

const WITHIN_MS = 60_000;
const LOADER = pathToFileURL(join(import.meta.dirname, 'load-strategy.ts')).href;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'regular-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** What loading a strategy says, from a process that a read without an end would not stop this one with. */
async function loading(file: string): Promise<string> {
  const program = `const { loadStrategy } = await import(${JSON.stringify(LOADER)});
console.log(JSON.stringify(await loadStrategy(${JSON.stringify(join(folder, file))})));`;
  const args = ['--input-type=module', '--eval', program];
  const options = { timeout: WITHIN_MS, killSignal: 'SIGKILL' } as const;
  const { stdout } = await promisify(execFile)(process.execPath, args, options);
  return stdout;
}

describe('a file that is read', () => {
  it('holds what it holds', async () => {
    await writeFile(join(folder, 'a.yaml'), 'name: a\n');
    expect(readRegularFile(join(folder, 'a.yaml')).toString()).toBe('name: a\n');
  });

  it('is no device, no directory, and there', () => {
    expect(() => readRegularFile('/dev/null')).toThrow('Not a regular file: /dev/null');
    expect(() => readRegularFile(folder)).toThrow('EISDIR');
    expect(() => readRegularFile(join(folder, 'b.yaml'))).toThrow('ENOENT');
  });

  it('is no pipe, which would be waited for without an end', { timeout: WITHIN_MS }, async () => {
    execFileSync('mkfifo', [join(folder, 'pipe.yaml')]);
    await writeFile(join(folder, 'a.yaml'), 'name: a\nschemaVersion: 1\nuse: ./pipe.yaml\n');
    expect(await loading('pipe.yaml')).toContain('a pipe or a device, not a file');
    expect(await loading('a.yaml')).toContain('a pipe or a device, not a file');
  });
});
