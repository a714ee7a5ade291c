import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';

import { type IstDate } from '../../model/time/ist.ts';
import { type LogPart, logPartsAmong } from './log-names.ts';

const CHUNK_BYTES = 64 * 1024;
/** A longer line is not ours: its beginning is handed on as it is. */
const LINE_BYTES_MAX = 4 * 1024 * 1024;
const NEWLINE = 10;

/**
 * Files of a log, oldest first; none where there is no such directory.
 *
 * @throws what the file system says otherwise
 */
export function logParts(directory: string, name: string): readonly LogPart[] {
  try {
    return logPartsAmong(readdirSync(directory), name);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** Whole lines of a file from a place on. */
export interface LinesAt {
  readonly texts: readonly string[];
  /** That the lines take up: the next ones begin so far on. */
  readonly bytes: number;
  /** Whether the file holds no further whole line. */
  readonly isEnd: boolean;
}

/**
 * Reads whole lines of a file, about `bytesMax` of them; a longer line as it is, up to 4 MiB of it.
 *
 * @throws what the file system says
 */
export function linesAt(
  path: string,
  { offsetBytes, bytesMax }: { readonly offsetBytes: number; readonly bytesMax: number },
): LinesAt {
  const chunk = bytesAt(path, offsetBytes, bytesMax);
  const end = chunk.lastIndexOf(NEWLINE) + 1;
  const isFull = chunk.length === bytesMax;
  if (end === 0 && isFull && bytesMax < LINE_BYTES_MAX) {
    return linesAt(path, { offsetBytes, bytesMax: LINE_BYTES_MAX });
  }
  const bytes = end === 0 && isFull ? chunk.length : end;
  const texts = chunk.toString('utf8', 0, bytes).split('\n');
  return { texts: texts.filter((text) => text !== ''), bytes, isEnd: !isFull };
}

function bytesAt(path: string, offsetBytes: number, bytesMax: number): Buffer {
  const handle = openSync(path, 'r');
  try {
    const chunk = Buffer.alloc(bytesMax);
    return chunk.subarray(0, readSync(handle, chunk, 0, bytesMax, offsetBytes));
  } finally {
    closeSync(handle);
  }
}

/** Reads the lines of a log as they come: whole ones, each once, over the files of its days. */
export class LogReader {
  readonly #directory: string;
  readonly #name: string;
  /** From this date on. */
  readonly #from: IstDate;
  #at: { part: LogPart; offset: number } | null = null;
  #rest: Buffer = Buffer.alloc(0);

  constructor(of: { readonly directory: string; readonly name: string; readonly from: IstDate }) {
    this.#directory = of.directory;
    this.#name = of.name;
    this.#from = of.from;
  }

  /** Lines that were written since the last call. @throws what the file system says */
  *next(): Generator<string> {
    for (const part of this.#remaining()) {
      if (this.#at?.part.file !== part.file) {
        this.#at = { part, offset: 0 };
        this.#rest = Buffer.alloc(0);
      }
      yield* this.#linesOf(this.#at);
    }
  }

  #remaining(): readonly LogPart[] {
    const parts = logParts(this.#directory, this.#name).filter(({ date }) => date >= this.#from);
    const at = this.#at?.part;
    if (at === undefined) return parts;
    return parts.filter(
      ({ date, part }) => date > at.date || (date === at.date && part >= at.part),
    );
  }

  *#linesOf(at: { readonly part: LogPart; offset: number }): Generator<string> {
    const handle = openSync(join(this.#directory, at.part.file), 'r');
    try {
      const chunk = Buffer.alloc(CHUNK_BYTES);
      for (;;) {
        const read = readSync(handle, chunk, 0, CHUNK_BYTES, at.offset);
        if (read === 0) return;
        at.offset += read;
        yield* this.#linesIn(chunk.subarray(0, read));
      }
    } finally {
      closeSync(handle);
    }
  }

  *#linesIn(chunk: Buffer): Generator<string> {
    let bytes = Buffer.concat([this.#rest, chunk]);
    for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10)) {
      if (end > 0) yield bytes.toString('utf8', 0, end);
      bytes = bytes.subarray(end + 1);
    }
    if (bytes.length > LINE_BYTES_MAX) {
      yield bytes.toString('utf8');
      bytes = Buffer.alloc(0);
    }
    this.#rest = Buffer.from(bytes);
  }
}
