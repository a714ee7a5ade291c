import { sign, verify } from 'node:crypto';

import { z } from 'zod';

import { sha256Hex } from '../../base/hash.ts';
import { parsedJson } from '../../base/json.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { type EvidenceKey, publicKeyFrom } from './evidence-key.ts';
import { gunzipped, gzipped } from './gzip.ts';
import { filesInTar, type PackedFile, tarOf } from './tar.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const manifestSchema = z.strictObject({
  schemaVersion: z.literal(1),
  account: z.string(),
  mode: z.enum(['paper', 'live']),
  date: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
  /** The program that traded the day's end and wrote the pack. */
  build: z.string(),
  createdAtMs: z.int(),
  publicKey: z.string(),
  /** The pack before this one; null for the first. */
  previous: z.strictObject({ file: z.string(), manifestSha256: sha256 }).nullable(),
  files: z.array(z.strictObject({ name: z.string(), bytes: z.int(), sha256 })),
});

/** What a pack says of itself. It is what is signed. */
export type EvidenceManifest = z.infer<typeof manifestSchema>;

/** A pack that is as it was signed, whoever signed it. */
export interface EvidencePack {
  readonly manifest: EvidenceManifest;
  readonly manifestSha256: string;
  /** By name, without manifest and signature. */
  readonly files: ReadonlyMap<string, Buffer>;
}

const MANIFEST = 'manifest.json';
const SIGNATURE = 'manifest.sig';

/** Packs files with a signed manifest of their hashes: a tar.gz. */
export function packEvidence(
  files: readonly PackedFile[],
  about: Omit<EvidenceManifest, 'schemaVersion' | 'publicKey' | 'files'>,
  { privateKey, publicKey }: EvidenceKey,
): Buffer {
  const manifest: EvidenceManifest = {
    schemaVersion: 1,
    ...about,
    publicKey,
    files: files.map(({ name, content }) => {
      return { name, bytes: content.length, sha256: sha256Hex(content) };
    }),
  };
  const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  const signature = Buffer.from(`${sign(null, text, privateKey).toString('base64')}\n`);
  return gzipped(
    tarOf([{ name: MANIFEST, content: text }, { name: SIGNATURE, content: signature }, ...files]),
  );
}

/** Opens a pack: as it was signed, by the key that it names; or what is not so, for people. */
export function openEvidence(file: Buffer): Result<EvidencePack, string> {
  const tar = gunzipped(file);
  const packed = tar === null ? null : filesInTar(tar);
  if (packed === null) return fail('It is not an archive as sauda writes it: bytes were changed');
  const [first, second, ...rest] = packed;
  if (first?.name !== MANIFEST || second?.name !== SIGNATURE) {
    return fail('Its manifest is missing');
  }
  const manifest = manifestSchema.safeParse(parsedJson(Buffer.from(first.content).toString()));
  if (!manifest.success) return fail('Its manifest is not one that this version knows');
  if (!isSigned(first, second, manifest.data)) return fail('Its manifest is not as it was signed');
  const why = whyNotListed(rest, manifest.data);
  if (why !== null) return fail(why);
  return ok({
    manifest: manifest.data,
    manifestSha256: sha256Hex(first.content),
    files: new Map(rest.map(({ name, content }) => [name, Buffer.from(content)])),
  });
}

function isSigned(
  { content }: PackedFile,
  second: PackedFile,
  { publicKey }: EvidenceManifest,
): boolean {
  const key = publicKeyFrom(publicKey);
  const signature = signatureIn(second);
  return key !== null && signature !== null && verify(null, content, key, signature);
}

/** The one spelling of it, so that none of its bytes can be another. */
function signatureIn({ content }: PackedFile): Buffer | null {
  const text = Buffer.from(content).toString();
  const signature = Buffer.from(text, 'base64');
  return `${signature.toString('base64')}\n` === text ? signature : null;
}

function whyNotListed(
  files: readonly PackedFile[],
  { files: listed }: EvidenceManifest,
): string | null {
  for (const [index, { name, sha256: wanted }] of listed.entries()) {
    const found = files[index];
    if (found?.name !== name) return `The file "${name}" of its manifest is missing`;
    if (sha256Hex(found.content) !== wanted) return `The file "${name}" is not as it was signed`;
  }
  const more = files[listed.length];
  return more === undefined ? null : `The file "${more.name}" is not in its manifest`;
}
