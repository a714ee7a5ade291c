import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { deflateRawSync } from 'node:zlib';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { valueOf } from '../../../test/support/simulated-day.ts';
import { sha256Hex } from '../../base/hash.ts';
import { type EvidenceKey, evidenceKey } from './evidence-key.ts';
import { packEvidence } from './evidence-pack.ts';
import { gunzipped, gzipped } from './gzip.ts';
import { filesInTar, tarOf } from './tar.ts';
import { verifyEvidence } from './verify-evidence.ts';

const OUTSIDE = 'canary: of a file outside\n';

let directory: string;
let key: EvidenceKey;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sauda-hostile-pack-'));
  key = valueOf(evidenceKey(join(directory, 'key.pem')));
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

/** A pack as whoever has the key can make it; what its verification says, and what it left behind. */
async function verified(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const about = { account: 'a', mode: 'paper', date: '2026-10-30', build: 'b' } as const;
  const packed = Object.entries(files).map(([name, text]) => ({
    name,
    content: Buffer.from(text),
  }));
  const path = join(directory, 'pack.tar.gz');
  writeFileSync(path, packEvidence(packed, { ...about, createdAtMs: 1, previous: null }, key));
  const { publicKey } = key;
  const { problems, warnings } = valueOf(await verifyEvidence({ path, publicKey }));
  return [...problems, ...warnings];
}

const sourcesAt = (file: string): string =>
  JSON.stringify([{ path: '/s.yaml', file, sourceHash: sha256Hex(OUTSIDE) }]);

describe('a pack that was signed to do harm', () => {
  it.each([
    (outside: string) => outside,
    (outside: string) => `../${basename(outside)}`,
    (outside: string) => `sources/../../${basename(outside)}`,
    (outside: string) => `sources\\..\\..\\${basename(outside)}`,
    () => 'journal.jsonl',
    () => 'sources/absent.yaml',
    () => 'sources/a\0.yaml',
  ])('reads nothing beside what is in it (%#)', async (fileFor) => {
    const outside = `${mkdtempSync(join(tmpdir(), 'sauda-outside-'))}.yaml`;
    writeFileSync(outside, OUTSIDE);
    const file = fileFor(outside);
    const said = await verified({ 'journal.jsonl': '', 'sources.json': sourcesAt(file) });
    expect(said).toContainEqual(
      `Not replayed: sources.json names "${file}", which is not in the pack`,
    );
    rmSync(outside);
  });

  it('writes nothing but what it unpacks, and nothing of that stays', async () => {
    const place = join(directory, 'deep', 'tmp');
    mkdirSync(place, { recursive: true });
    vi.stubEnv('TMPDIR', place);
    const names = [
      'sources/../../escaped.yaml',
      'sources/x/../../../escaped.yaml',
      '../escaped.yaml',
    ];
    const files = Object.fromEntries(names.map((name) => [name, OUTSIDE]));
    await verified({
      ...files,
      'sources/s.yaml': OUTSIDE,
      'sources.json': sourcesAt('sources/s.yaml'),
    });
    vi.unstubAllEnvs();
    const left = readdirSync(directory, { recursive: true }).map(String);
    expect(left.sort()).toEqual(['deep', join('deep', 'tmp'), 'key.pem', 'pack.tar.gz']);
  });
});

describe('an archive', () => {
  it.each(['/etc/passwd', 'a\0b'])('has no file named %j', (name) => {
    const tar = tarOf([{ name: 'x'.repeat(name.length), content: Buffer.from('x') }]);
    const renamed = Buffer.from(tar);
    renamed.write(name, 0);
    expect(filesInTar(withSum(renamed))).toBeNull();
  });

  it.each(['1', '2', '3', '5', 'x', 'L'])('has no entry that is not a file: type %s', (type) => {
    const tar = Buffer.from(tarOf([{ name: 'a', content: Buffer.from('x') }]));
    tar.write(type, 156);
    tar.write('/etc/passwd', 157);
    expect(filesInTar(withSum(tar))).toBeNull();
  });

  it.each(['77777777777', '-0000000001', '0000000x001', '           '])(
    'has no file of a length of %j',
    (length) => {
      const tar = Buffer.from(tarOf([{ name: 'a', content: Buffer.from('x') }]));
      tar.write(length, 124);
      expect(filesInTar(withSum(tar))).toBeNull();
    },
  );

  it('is not unpacked where a few bytes would fill the memory, whatever it says of its length', () => {
    const bomb = gzipped(Buffer.alloc(2 ** 26));
    expect(bomb.length).toBeLessThan(2 ** 17);
    expect(gunzipped(bomb)).toBeNull();
    const modest = Buffer.from(bomb);
    modest.writeUInt32LE(1_000, modest.length - 4);
    const before = process.memoryUsage().arrayBuffers;
    expect(gunzipped(modest)).toBeNull();
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 ** 22);
    expect(gunzipped(Buffer.concat([bomb.subarray(0, 10), deflateRawSync('x')]))).toBeNull();
  });
});

/** With the checksum of its first header as it would be. */
function withSum(tar: Buffer): Buffer {
  tar.write('        ', 148);
  const sum = tar.subarray(0, 512).reduce((total, byte) => total + byte, 0);
  tar.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return tar;
}
