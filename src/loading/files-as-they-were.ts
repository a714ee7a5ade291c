import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** A file of a strategy. */
export interface SourceFile {
  /** Absolute. */
  readonly path: string;
  readonly content: Uint8Array;
}

const recalled = new Map<string, Uint8Array>();

/** From now on strategies are loaded from these files instead of from the disk. What is loaded already stays as it is. */
export function recallFiles(files: readonly SourceFile[]): void {
  for (const { path, content } of files) recalled.set(path, content);
}

/** The text of a file that was recalled; null for all others. */
export function recalledText(path: string): string | null {
  const content = recalled.get(path);
  return content === undefined ? null : Buffer.from(content).toString('utf8');
}

/** What a strategy's file holds. @throws what the file system says */
export async function sourceBytes(path: string): Promise<Uint8Array> {
  return recalled.get(path) ?? (await readFile(path));
}

/** The same, read at once as text. @throws what the file system says */
export function textNow(path: string): string {
  return recalledText(path) ?? readFileSync(path, 'utf8');
}
