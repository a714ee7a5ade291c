import { zstdCompress, zstdDecompressSync } from 'node:zlib';

import { type LoggedLine } from './logged-line.ts';

/** A block is complete when its text is that long. */
const BLOCK_CHARACTERS = 256 * 1024;
/** So many of the last complete blocks stay as they are: a process that follows closely reads no other. */
const UNPACKED_MAX = 8;

interface Block {
  readonly firstLine: number;
  lines: readonly string[] | null;
  packed: Buffer | null;
}

/**
 * All that the runs of a day were told, in order, so that a process can be made again that heard the same. In memory, packed
 * beside this thread: the inputs of one run are much like those of the next.
 */
export class ToldLog {
  readonly #blocks: Block[] = [];
  #open: string[] = [];
  #openCharacters = 0;
  #length = 0;
  #latestMs = 0;
  /** Blocks before it are packed, or being packed. */
  #packedBefore = 0;
  #isPacking = false;

  /** Lines so far. */
  get length(): number {
    return this.#length;
  }

  append({ kind, runId, atMs, text }: LoggedLine): void {
    const line = `${kind}\t${runId ?? ''}\t${String(atMs)}\t${text}`;
    this.#open.push(line);
    this.#openCharacters += line.length;
    this.#length += 1;
    this.#latestMs = atMs;
    if (this.#openCharacters >= BLOCK_CHARACTERS) this.#complete();
  }

  /** Of the last line; 0 before the first. */
  get latestMs(): number {
    return this.#latestMs;
  }

  /** Lines from a place on: as many as are at hand together; none at the end. */
  from(place: number): readonly LoggedLine[] {
    const openFrom = this.#length - this.#open.length;
    if (place >= openFrom) return this.#open.slice(place - openFrom).map(parsed);
    const block = this.#blocks.findLast(({ firstLine }) => firstLine <= place);
    return block === undefined
      ? []
      : linesOf(block)
          .slice(place - block.firstLine)
          .map(parsed);
  }

  #complete(): void {
    const firstLine = this.#length - this.#open.length;
    this.#blocks.push({ firstLine, lines: this.#open, packed: null });
    this.#open = [];
    this.#openCharacters = 0;
    this.#pack();
  }

  /** One after the other, whatever comes meanwhile. */
  #pack(): void {
    const block = this.#blocks[this.#packedBefore];
    if (this.#isPacking || block === undefined) return;
    if (this.#packedBefore + UNPACKED_MAX >= this.#blocks.length) return;
    this.#isPacking = true;
    zstdCompress((block.lines ?? []).join('\n'), (error, packed) => {
      this.#isPacking = false;
      this.#packedBefore += 1;
      // One that cannot be packed stays as it is.
      if (error === null) Object.assign(block, { lines: null, packed });
      this.#pack();
    });
  }
}

function linesOf({ lines, packed }: Block): readonly string[] {
  if (lines !== null) return lines;
  return packed === null ? [] : zstdDecompressSync(packed).toString().split('\n');
}

function parsed(line: string): LoggedLine {
  const [kind = '', runId = '', atMs = ''] = line.split('\t', 3);
  const text = line.slice(kind.length + runId.length + atMs.length + 3);
  return {
    kind: kind as LoggedLine['kind'],
    runId: runId === '' ? null : runId,
    atMs: Number(atMs),
    text,
  };
}
