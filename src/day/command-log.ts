import { createHash, type Hash } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { dirname } from 'node:path';

import { makeFolder, writeAll } from '../base/write-files.ts';
import { sha256Hex } from '../base/hash.ts';
import { type Json, stableJson } from '../base/json.ts';
import { whyUnreadable } from '../base/problem.ts';
import { type EngineRecord } from '../engine/effect.ts';

type CommandRecord = Extract<EngineRecord, { readonly kind: 'command' }>;

/** Every command of a day, one line each, in order: equal inputs and seed give equal bytes. */
export interface CommandLog {
  readonly take: (command: CommandRecord) => void;
  readonly count: () => number;
  /** SHA-256 of all lines so far, hexadecimal. */
  readonly sha256: () => string;
}

/** Where lines of a log go besides the hash. */
export interface LogFile {
  /** Never throws: a log is no reason to stop a day. After the first failure nothing more is written. */
  readonly write: (line: string) => void;
  readonly close: () => void;
  /** Why the log is not whole; null when it is. */
  readonly trouble: () => string | null;
}

/** The hash of a log without a line. */
export const EMPTY_LOG_SHA256 = sha256Hex('');

/** Characters that are hashed at once: most days have fewer, and a call for each line costs more than the line. */
const HASHED_AT_ONCE = 65_536;

/** Starts a log of one day. */
export function createCommandLog(file: Pick<LogFile, 'write'>): CommandLog {
  let hash: Hash | null = null;
  let text = '';
  let count = 0;
  return {
    take: (entry) => {
      // An entry is made of plain data; its interfaces only lack the index signature that Json asks for.
      const line = `${stableJson(entry as unknown as Json)}\n`;
      text += line;
      count += 1;
      file.write(line);
      if (text.length < HASHED_AT_ONCE) return;
      hash ??= createHash('sha256');
      hash.update(text);
      text = '';
    },
    count: () => count,
    sha256: () => (hash === null ? sha256Hex(text) : hash.copy().update(text).digest('hex')),
  };
}

/** Opens a file for lines, over an older one; without a path, lines go nowhere. */
export function openLogFile(path: string | null = null): LogFile {
  if (path === null) {
    return { write: () => undefined, close: () => undefined, trouble: () => null };
  }
  let trouble: string | null = null;
  const tryTo = <Value>(act: () => Value): Value | null => {
    try {
      return trouble === null ? act() : null;
    } catch (error) {
      trouble = whyUnreadable(error);
      return null;
    }
  };
  const file = tryTo(() => {
    makeFolder(dirname(path));
    return openSync(path, 'w');
  });
  return {
    write: (line) => {
      if (file === null) return;
      tryTo(() => {
        writeAll(file, line);
      });
    },
    close: () => {
      if (file !== null) closeSync(file);
    },
    trouble: () => trouble,
  };
}
