import { invariant } from '../../base/invariant.ts';

/** A file in an archive. */
export interface PackedFile {
  /** With slashes, without a leading one. */
  readonly name: string;
  readonly content: Uint8Array;
}

const BLOCK = 512;
/** Two empty blocks end an archive. */
const END = Buffer.alloc(2 * BLOCK);
const NAME_BYTES_MAX = 100;
const PREFIX_BYTES_MAX = 155;

/** Whether the format has room for a name. */
export function fitsInTar(name: string): boolean {
  return nameParts(name) !== null;
}

/**
 * Files as a tar archive (ustar), which every system opens. The same files give the same bytes: without owner or time, read
 * by their owner alone. Names must fit: see `fitsInTar`.
 */
export function tarOf(files: readonly PackedFile[]): Buffer {
  const parts = files.flatMap(({ name, content }) => {
    const rest = (BLOCK - (content.length % BLOCK)) % BLOCK;
    return [headerOf(name, content.length), content, Buffer.alloc(rest)];
  });
  return Buffer.concat([...parts, END]);
}

/** Files of an archive that `tarOf` made; null for any other bytes, one of them changed included. */
export function filesInTar(tar: Buffer): readonly PackedFile[] | null {
  const files: PackedFile[] = [];
  let at = 0;
  while (at + BLOCK <= tar.length && tar[at] !== 0) {
    const header = tar.subarray(at, at + BLOCK);
    const length = Number.parseInt(textAt(header, 124, 12), 8);
    const prefix = textAt(header, 345, PREFIX_BYTES_MAX);
    const name = `${prefix === '' ? '' : `${prefix}/`}${textAt(header, 0, NAME_BYTES_MAX)}`;
    const start = at + BLOCK;
    if (!Number.isSafeInteger(length) || start + length > tar.length) return null;
    if (!fitsInTar(name)) return null;
    files.push({ name, content: tar.subarray(start, start + length) });
    at = start + Math.ceil(length / BLOCK) * BLOCK;
  }
  return tarOf(files).equals(tar) ? files : null;
}

function nameParts(name: string): { readonly prefix: string; readonly last: string } | null {
  if (name === '' || name.startsWith('/') || name.includes('\0')) return null;
  if (Buffer.byteLength(name) <= NAME_BYTES_MAX) return { prefix: '', last: name };
  for (let at = name.indexOf('/'); at !== -1; at = name.indexOf('/', at + 1)) {
    const [prefix, last] = [name.slice(0, at), name.slice(at + 1)];
    if (Buffer.byteLength(prefix) > PREFIX_BYTES_MAX) return null;
    if (last !== '' && Buffer.byteLength(last) <= NAME_BYTES_MAX) return { prefix, last };
  }
  return null;
}

function headerOf(name: string, length: number): Buffer {
  const parts = nameParts(name);
  invariant(parts !== null, `A name that no archive has room for: ${name}`);
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, digits: number): void => {
    header.write(`${value.toString(8).padStart(digits, '0')}\0`, at);
  };
  header.write(parts.last, 0);
  octal(0o600, 100, 7);
  octal(0, 108, 7);
  octal(0, 116, 7);
  octal(length, 124, 11);
  octal(0, 136, 11);
  header.write('        0', 148);
  header.write('ustar\x0000', 257);
  header.write(parts.prefix, 345);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

function textAt(header: Buffer, at: number, bytes: number): string {
  const field = header.subarray(at, at + bytes);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end === -1 ? bytes : end);
}
