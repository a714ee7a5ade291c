import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

import { type Json } from '../base/json.ts';
import { stableJson } from '../base/stable-json.ts';
import { type JournalEntry } from '../ports/journal.ts';

/** Every command of a day, one line each, in order: equal inputs and seed give equal bytes. */
export interface CommandLog {
  readonly take: (entry: JournalEntry) => void;
  /** Commands so far. */
  readonly count: () => number;
  /** SHA-256 of all lines so far, hexadecimal. */
  readonly sha256: () => string;
  readonly close: () => void;
}

/** Starts a log; with a path the lines are also written there, over an older file. */
export function createCommandLog(path: string | null): CommandLog {
  const hash = createHash('sha256');
  const file = path === null ? null : openNew(path);
  let count = 0;
  return {
    take: (entry) => {
      if (entry.kind !== 'command') return;
      const line = `${stableJson(entry as unknown as Json)}\n`;
      hash.update(line);
      count += 1;
      if (file !== null) writeSync(file, line);
    },
    count: () => count,
    sha256: () => hash.copy().digest('hex'),
    close: () => {
      if (file !== null) closeSync(file);
    },
  };
}

function openNew(path: string): number {
  mkdirSync(dirname(path), { recursive: true });
  return openSync(path, 'w');
}
