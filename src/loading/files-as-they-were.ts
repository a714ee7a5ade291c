import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** A file of a strategy as it was when it was checked. */
export interface FileAsItWas {
  /** Absolute. */
  readonly path: string;
  readonly content: Uint8Array;
}

const recalled = new Map<string, Uint8Array>();

/** Has strategies be loaded from these in place of what is on the disk by now. Of no use for what is loaded already. */
export function recallFiles(files: readonly FileAsItWas[]): void {
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
