import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import {
  shipped,
  type SimulatedDay,
  simulatedDay,
  valueOf,
} from '../../../test/support/simulated-day.ts';
import { evidenceKey } from './evidence-key.ts';
import { openEvidence, packEvidence } from './evidence-pack.ts';
import { gunzipped, gzipped } from './gzip.ts';
import { filesInTar, type PackedFile, tarOf } from './tar.ts';
import { verifyEvidence } from './verify-evidence.ts';

const NAME = 'default.paper.2026-10-30.tar.gz';
let directory: string;
let day: SimulatedDay;
let path: string;
let publicKey: string;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'sauda-evidence-'));
  const state = join(directory, 'state');
  day = await simulatedDay({
    strategies: [shipped('short-straddle.yaml'), shipped('short-straddle.ts')],
    pollEvery: '1m',
    journalPath: join(directory, 'day.journal'),
    more: `evidence: on\nstate: {directory: ${JSON.stringify(state)}}`,
  });
  path = join(state, 'evidence', NAME);
  publicKey = valueOf(evidenceKey(join(state, 'evidence', 'signing-key.pem'))).publicKey;
});

afterAll(() => {
  rmSync(directory, { recursive: true, force: true });
});

/** The pack's files, changed; written beside it. */
function changed(name: string, change: (files: PackedFile[]) => readonly PackedFile[]): string {
  const files = filesOf(readFileSync(path));
  const to = join(directory, name);
  writeFileSync(to, gzipped(tarOf(change(files.map(copied)))));
  return to;
}

function copied({ name, content }: PackedFile): PackedFile {
  return { name, content: Buffer.from(content) };
}

it('is written at the close, for its owner alone, and confirms every decision', async () => {
  expect(day.notices.find(({ code }) => code === 'evidence-written')?.facts).toEqual({ path });
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(join(path, '..', 'signing-key.pem')).mode & 0o777).toBe(0o600);
  const verified = valueOf(await verifyEvidence({ path, publicKey }));
  expect(verified).toMatchObject({
    date: '2026-10-30',
    isOwnKey: true,
    problems: [],
    warnings: [],
  });
  expect(day.summary.commands).toBeGreaterThan(0);
  expect(verified.replayed).toEqual({ runs: 2, decisions: day.summary.commands, differences: [] });
});

it('opens with the tar of the system', () => {
  const list = execFileSync('tar', ['tzf', path], { encoding: 'utf8' }).trim().split('\n');
  const { files } = valueOf(openEvidence(readFileSync(path)));
  expect(list).toEqual(['manifest.json', 'manifest.sig', ...files.keys()]);
  const summary = execFileSync('tar', ['xzOf', path, 'summary.json'], { encoding: 'utf8' });
  expect(JSON.parse(summary)).toMatchObject({ netPaise: day.summary.netPaise });
});

it('shows a change of one byte in any of its files', () => {
  const names = filesOf(readFileSync(path)).map(({ name }) => name);
  expect(names.length).toBeGreaterThan(10);
  for (const name of names) {
    const file = changed('changed.tar.gz', (files) =>
      files.map((of) => (of.name === name ? { name, content: flipped(of.content, 0.5) } : of)),
    );
    expect({ name, ok: openEvidence(readFileSync(file)).ok }).toEqual({ name, ok: false });
  }
});

it('shows a change of any byte of any file, a byte more and a byte less', () => {
  const key = valueOf(evidenceKey(join(directory, 'other.pem')));
  const small = ['a', 'b/c'].map((name) => ({ name, content: Buffer.from(`text of ${name}`) }));
  const about = { account: 'a', mode: 'paper', date: '2026-10-30', build: 'b' } as const;
  const packed = packEvidence(small, { ...about, createdAtMs: 1, previous: null }, key);
  expect(openEvidence(packed).ok).toBe(true);
  const files = filesOf(packed);
  for (const { name, content } of files) {
    const others = [...content.keys()].map((index) =>
      flipped(content, index / (content.length - 1)),
    );
    for (const other of [
      ...others,
      Buffer.concat([content, Buffer.from(' ')]),
      content.subarray(1),
    ]) {
      const all = files.map((of) => (of.name === name ? { name, content: other } : of));
      expect(openEvidence(gzipped(tarOf(all))).ok).toBe(false);
    }
  }
});

function filesOf(pack: Buffer): readonly PackedFile[] {
  return filesInTar(gunzipped(pack) ?? Buffer.alloc(0)) ?? [];
}

function flipped(content: Uint8Array, at: number): Uint8Array {
  const bytes = Buffer.from(content);
  const index = Math.round((bytes.length - 1) * at);
  bytes[index] = (bytes[index] ?? 0) ^ 1;
  return bytes;
}

it('shows files that are added, removed, renamed or in another order, and bytes around them', () => {
  const more = { name: 'more.txt', content: Buffer.from('x') };
  const cases: readonly ((files: PackedFile[]) => readonly PackedFile[])[] = [
    (files) => [...files, more],
    (files) => files.slice(0, -1),
    (files) => files.slice(1),
    (files) => files.map((of, index) => (index === 3 ? { ...of, name: 'other' } : of)),
    ([first, second, third, fourth, ...rest]) =>
      [first, second, fourth, third, ...rest].filter((of) => of !== undefined),
  ];
  for (const change of cases) {
    expect(openEvidence(readFileSync(changed('changed.tar.gz', change))).ok).toBe(false);
  }
  const bytes = readFileSync(path);
  for (const other of [
    Buffer.concat([bytes, Buffer.from([0])]),
    bytes.subarray(0, -1),
    ...[0, 3, 4, 9, bytes.length - 1].map((at) => flipped(bytes, at / (bytes.length - 1))),
  ]) {
    expect(openEvidence(Buffer.from(other)).ok).toBe(false);
  }
});

/** The same files, a manifest made for them and signed, by another key. */
function forged(change: (files: readonly PackedFile[]) => readonly PackedFile[]): string {
  const { manifest, files } = valueOf(openEvidence(readFileSync(path)));
  const key = valueOf(evidenceKey(join(directory, 'other.pem')));
  const packed = change([...files].map(([name, content]) => ({ name, content })));
  const to = join(directory, 'forged.tar.gz');
  const { account, mode, date, build, createdAtMs, previous } = manifest;
  writeFileSync(
    to,
    packEvidence(packed, { account, mode, date, build, createdAtMs, previous }, key),
  );
  return to;
}

it('shows a pack that another key signed, and runs no code of it', async () => {
  const file = forged((files) => files);
  const verified = valueOf(await verifyEvidence({ path: file, publicKey }));
  expect(verified).toMatchObject({ isOwnKey: false, replayed: null });
  expect(verified.problems.join()).toContain('another key');
  const unknown = valueOf(await verifyEvidence({ path: file, publicKey: null }));
  expect(unknown).toMatchObject({ isOwnKey: null, replayed: null, problems: [] });
  expect(unknown.warnings.join()).toContain('sauda evidence key');
});

it('names the first decision that the journal does not bear out, though the signature is good', async () => {
  const known = valueOf(evidenceKey(join(directory, 'other.pem'))).publicKey;
  // A quantity, wherever the strategy's commands are recorded.
  const file = forged((files) =>
    files.map(({ name, content }) => {
      const text = Buffer.from(content).toString();
      const isRecord = ['journal.jsonl', 'commands.jsonl'].includes(name);
      return isRecord ? { name, content: Buffer.from(withMoreUnits(text)) } : { name, content };
    }),
  );
  const verified = valueOf(await verifyEvidence({ path: file, publicKey: known }));
  expect(verified.problems.join()).toMatch(
    /short-straddle.*(first difference at|decides otherwise)|decides otherwise/,
  );
});

function withMoreUnits(text: string): string {
  return text
    .split('\n')
    .map((line) =>
      line.includes('"commands"')
        ? line.replaceAll(/"quantityUnits":(\d+)/g, '"quantityUnits":7$1')
        : line,
    )
    .join('\n');
}

it('shows a strategy that is not the one that ran, and commands that are not those of the journal', async () => {
  const known = valueOf(evidenceKey(join(directory, 'other.pem'))).publicKey;
  const other = forged((files) =>
    files.map((of) => {
      if (of.name === 'commands.jsonl') return { ...of, content: Buffer.from('') };
      if (!of.name.endsWith('short-straddle.yaml')) return of;
      return { ...of, content: Buffer.concat([of.content, Buffer.from('# changed\n')]) };
    }),
  );
  const { problems } = valueOf(await verifyEvidence({ path: other, publicKey: known }));
  expect(problems.join('\n')).toContain('not the one that ran');
  expect(problems.join('\n')).toContain('commands.jsonl');
});

it('writes over no other key, and refuses one that others can read', () => {
  const file = join(directory, 'open.pem');
  const made = valueOf(evidenceKey(file));
  expect(valueOf(evidenceKey(file)).publicKey).toBe(made.publicKey);
  writeFileSync(join(directory, 'shared.pem'), readFileSync(file), { mode: 0o644 });
  expect(evidenceKey(join(directory, 'shared.pem')).ok).toBe(false);
  expect(readdirSync(directory).filter((name) => name.endsWith('.part'))).toEqual([]);
  expect(existsSync(file)).toBe(true);
  expect(basename(path)).toBe(NAME);
});
