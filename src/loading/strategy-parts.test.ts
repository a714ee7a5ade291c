import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { valueOf } from '../../test/support/simulated-day.ts';
import { formatProblem } from '../base/problem.ts';
import { recallFiles } from './files-as-they-were.ts';
import { loadStrategy } from './load-strategy.ts';
import { hashOnDisk } from './source-on-disk.ts';
import { StrategyParts } from './strategy-parts.ts';

const BLUEPRINT = await readFile(
  join(import.meta.dirname, '../../strategies/short-straddle.yaml'),
  'utf8',
).then((text) =>
  text
    .replace('stop: 30%', 'stop: { input: away }')
    .replace('entry:', 'blueprint: { inputs: { away: { type: percent, default: 30% } } }\nentry:'),
);

let top: string;
let folder: string;
let path: string;

beforeEach(async () => {
  top = await mkdtemp(join(tmpdir(), 'parts-'));
  folder = join(top, 'mine');
  path = join(folder, 'mine.yaml');
  await save('mine/blueprints/straddle.yaml', BLUEPRINT);
});

afterEach(() => rm(top, { recursive: true }));

async function save(name: string, text: string | Uint8Array): Promise<void> {
  await mkdir(dirname(join(top, name)), { recursive: true });
  await writeFile(join(top, name), text);
}

async function use(asked: string): Promise<string> {
  const text = `name: mine\nschemaVersion: 1\nuse: ${JSON.stringify(asked)}\n`;
  await save('mine/mine.yaml', text);
  const loaded = await loadStrategy(path);
  return loaded.ok ? 'loaded' : loaded.error.map(formatProblem).join('\n');
}

describe('a file that names another', () => {
  it('has a hash of both, and says what it read', async () => {
    expect(await use('./blueprints/straddle.yaml')).toBe('loaded');
    const loaded = valueOf(await loadStrategy(path));
    const part = join(folder, 'blueprints/straddle.yaml');
    expect(loaded.imports).toEqual([pathToFileURL(part).href]);
    expect(hashOnDisk(loaded)).toBe(loaded.sourceHash);

    await save('mine/blueprints/straddle.yaml', `${BLUEPRINT}# Another line.\n`);
    expect(hashOnDisk(loaded)).not.toBe(loaded.sourceHash);
    expect(valueOf(await loadStrategy(path)).sourceHash).toBe(hashOnDisk(loaded));
  });

  it('gets what was kept of it in place of what is on the disk', async () => {
    await use('blueprints/straddle.yaml');
    const before = valueOf(await loadStrategy(path));
    const part = join(folder, 'blueprints/straddle.yaml');
    recallFiles([{ path: part, content: Buffer.from(BLUEPRINT) }]);
    await rm(part);
    expect(valueOf(await loadStrategy(path)).sourceHash).toBe(before.sourceHash);
  });

  it('may stand in a folder that a link leads to', async () => {
    await use('./blueprints/straddle.yaml');
    await symlink(folder, join(top, 'link'));
    expect(await loadStrategy(join(top, 'link/mine.yaml'))).toMatchObject({ ok: true });
  });

  it.each([
    ['/etc/passwd.yaml', 'named by its path from this file'],
    ['https://example.org/a.yaml', 'named by its path from this file'],
    ['file:///tmp/a.yaml', 'named by its path from this file'],
    ['~/a.yaml', 'named by its path from this file'],
    ['a\0.yaml', 'named by its path from this file'],
    ['../other.yaml', 'outside the folder of the strategy'],
    ['./blueprints/../../other.yaml', 'outside the folder of the strategy'],
    ['./.hidden/a.yaml', 'A hidden file'],
    ['./blueprints/straddle.ts', 'Only a file in YAML'],
    ['./mine.yaml', 'cannot name itself'],
    ['./blueprints/stradle.yaml', 'nearest  ./blueprints/straddle.yaml'],
    ['./folder.yaml', 'Name a file in it, such as ./folder.yaml/a.yaml'],
    ['./blueprints/', 'nearest  ./blueprints/binary.yaml'],
    ['./blueprints', 'This is a folder, not a file'],
    ['./blueprint/straddle.yaml', 'nearest  ./blueprints/straddle.yaml'],
    ['./linked.yaml', 'a link that leads out of the folder'],
    ['./env.yaml', 'A hidden file'],
    ['./shown/a.yaml', 'A hidden file'],
    ['./blueprints/straddle.yaml/', 'named by its path from this file'],
    ['./blueprints/straddle.yaml/.', 'named by its path from this file'],
    ['./blueprints/binary.yaml', 'blueprints/binary.yaml'],
    ['./blueprints/huge.yaml', 'The file is too big'],
    ['./blueprints/plain.yaml', 'This file is not a blueprint'],
  ])('cannot name %j', async (asked, message) => {
    await save('other.yaml', BLUEPRINT);
    await save('mine/folder.yaml/a.yaml', BLUEPRINT);
    await save('mine/blueprints/binary.yaml', Uint8Array.from([0, 255, 254, 7, 10, 0]));
    await save('mine/blueprints/huge.yaml', `a: ${'x'.repeat(200_000)}\n`);
    await save('mine/blueprints/plain.yaml', 'name: s\nschemaVersion: 1\n');
    await symlink(join(top, 'other.yaml'), join(folder, 'linked.yaml'));
    await save('mine/.env', 'TOKEN=x');
    await save('mine/blueprints/.hidden/a.yaml', BLUEPRINT);
    await symlink('.env', join(folder, 'env.yaml'));
    await symlink('blueprints/.hidden', join(folder, 'shown'));
    const said = await use(asked);
    expect(said).toContain(message);
    expect(said).not.toContain('x'.repeat(100));
  });

  it('has parts of at most 256 KiB together, and 17 at most', async () => {
    const including = async (names: readonly string[]): Promise<string> => {
      const include = names.map((name) => `./${name}.yaml`);
      await save(
        'mine/mine.yaml',
        `name: mine\nschemaVersion: 1\ninclude: ${JSON.stringify(include)}\n`,
      );
      const loaded = await loadStrategy(path);
      return loaded.ok ? 'loaded' : loaded.error.map(formatProblem).join('\n');
    };
    const large = `schemaVersion: 1\n${`# ${'x'.repeat(200)}\n`.repeat(300)}`;
    const names = ['a', 'b', 'c', 'd', 'e'];
    for (const name of names) await save(`mine/${name}.yaml`, large);
    expect(await including(names.slice(0, 4))).not.toContain('too large together');
    expect(await including(names)).toMatch(
      /:3:55: The parts of the strategy are too large together\n[^]* {2}allowed {2}at most 262144 bytes\n/,
    );
    // Those who read parts one by one, as a migration does, are stopped as well.
    const parts = new StrategyParts(path, 'mine.yaml');
    const read = async (at: number): Promise<boolean> => {
      await save(`mine/small-${String(at)}.yaml`, 'schemaVersion: 1\n');
      return parts.read(`./small-${String(at)}.yaml`, null).ok;
    };
    for (let at = 0; at < 17; at += 1) expect(await read(at)).toBe(true);
    expect(await read(17)).toBe(false);
    expect(parts.read('./small-3.yaml', null).ok).toBe(true);
  });
});
