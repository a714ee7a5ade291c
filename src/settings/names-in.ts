import { readdirSync } from 'node:fs';

/** Names of the files in a directory, for the nearest one; empty when it cannot be read. */
export function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
