import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';

import { type LoggedLine } from './logged-line.ts';

/** A block is packed when its text is that long: packing one takes this thread about a millisecond. */
const BLOCK_CHARACTERS = 256 * 1024;

interface Block {
  readonly firstLine: number;
  readonly packed: Buffer;
}

/**
 * All that the runs of a day were told, in order, so that a process can be made again that heard the same. In memory, packed: the
 * inputs of one run are much like those of the next.
 */
export class ToldLog {
  readonly #blocks: Block[] = [];
  #open: string[] = [];
  #openCharacters = 0;
  #length = 0;
  #latestMs = 0;

  /** Lines so far. */
  get length(): number {
    return this.#length;
  }

  /** Of the last line; 0 before the first. */
  get latestMs(): number {
    return this.#latestMs;
  }

  /** Packed and open text together, bytes. */
  get size(): number {
    return this.#blocks.reduce((sum, { packed }) => sum + packed.length, this.#openCharacters);
  }

  append({ kind, runId, atMs, text }: LoggedLine): void {
    const line = `${kind}\t${runId ?? ''}\t${String(atMs)}\t${text}`;
    this.#open.push(line);
    this.#openCharacters += line.length;
    this.#length += 1;
    this.#latestMs = atMs;
    if (this.#openCharacters >= BLOCK_CHARACTERS) this.#pack();
  }

  /** Lines from a place on: as many as are at hand together; none at the end. */
  from(place: number): readonly LoggedLine[] {
    const openFrom = this.#length - this.#open.length;
    if (place >= openFrom) return this.#open.slice(place - openFrom).map(parsed);
    const block = this.#blocks.findLast(({ firstLine }) => firstLine <= place);
    if (block === undefined) return [];
    const lines = zstdDecompressSync(block.packed).toString().split('\n');
    return lines.slice(place - block.firstLine).map(parsed);
  }

  #pack(): void {
    const packed = zstdCompressSync(this.#open.join('\n'));
    this.#blocks.push({ firstLine: this.#length - this.#open.length, packed });
    this.#open = [];
    this.#openCharacters = 0;
  }
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
