import { readRegularFile } from './regular-file.ts';

/** A file of a strategy. */
export interface SourceFile {
  /** Absolute. */
  readonly path: string;
  readonly content: Uint8Array;
}

/** The same in a line to a process. */
export interface ToldFile {
  /** Absolute. */
  readonly path: string;
  readonly base64: string;
}

/** What was kept of a source, by absolute path; null where nothing was. Never rejects. */
export type KeptFiles = (sourceHash: string) => Promise<ReadonlyMap<string, Uint8Array> | null>;

/** Files that differ from what was kept of a source, with their kept content. */
export async function changedFiles(
  kept: KeptFiles,
  sourceHash: string,
): Promise<readonly ToldFile[]> {
  const changed: ToldFile[] = [];
  for (const [path, content] of (await kept(sourceHash)) ?? []) {
    const file = { path, base64: Buffer.from(content).toString('base64') };
    if (!isAsItWas(path, content)) changed.push(file);
  }
  return changed;
}

function isAsItWas(path: string, content: Uint8Array): boolean {
  try {
    return readRegularFile(path).equals(content);
  } catch {
    return false;
  }
}

const recalled = new Map<string, Uint8Array>();

/** From now on strategies are loaded from these files instead of from the disk. What is loaded already stays as it is. */
export function recallFiles(files: readonly SourceFile[]): void {
  for (const { path, content } of files) recalled.set(path, content);
}

/** The same of files that came in a line. */
export function recallTold(files: readonly ToldFile[]): void {
  recallFiles(files.map(({ path, base64 }) => ({ path, content: Buffer.from(base64, 'base64') })));
}

/** What a file that was recalled holds; null for all others. */
export function recalledContent(path: string): Uint8Array | null {
  return recalled.get(path) ?? null;
}

/** The same as text. */
export function recalledText(path: string): string | null {
  const content = recalledContent(path);
  return content === null ? null : Buffer.from(content).toString('utf8');
}

/** What a strategy's file holds. @throws what the file system says */
export function sourceBytes(path: string): Uint8Array {
  return recalled.get(path) ?? readRegularFile(path);
}

/** The same, read at once as text. @throws what the file system says */
export function textNow(path: string): string {
  return recalledText(path) ?? readRegularFile(path).toString('utf8');
}
