import { kept } from '../../base/kept.ts';

/** Bytes for the name of the run whose turn it is. */
const NAME_BYTES_MAX = 256;
/** Bytes of the three numbers. */
const HEAD_BYTES = 12;
/** More names than runs of a day: a process that makes many days forgets the old ones. */
const NAMES_KEPT_MAX = 200;

/** Memory shared with the watching thread: a count that is odd during a turn, the run's name, and a count of life signs. */
export class TurnBeat {
  readonly memory: SharedArrayBuffer;
  readonly #numbers: Int32Array;
  readonly #name: Uint8Array;
  /** Names of runs as bytes: the same few take turns all day. */
  readonly #bytes = new Map<string, Uint8Array>();
  #written = '';

  constructor(memory: SharedArrayBuffer = new SharedArrayBuffer(HEAD_BYTES + NAME_BYTES_MAX)) {
    this.memory = memory;
    this.#numbers = new Int32Array(memory, 0, 3);
    this.#name = new Uint8Array(memory, HEAD_BYTES);
  }

  /** Odd while a turn lasts, and never the same for two turns in a row. */
  get count(): number {
    return Atomics.load(this.#numbers, 0);
  }

  /** The run whose turn it is, or was last. */
  get name(): string {
    // A view of shared memory cannot be decoded: a copy can.
    return new TextDecoder().decode(this.#name.slice(0, Atomics.load(this.#numbers, 1)));
  }

  /** Goes up while the thread hears events; 0 where that is not tracked. */
  get alive(): number {
    return Atomics.load(this.#numbers, 2);
  }

  /** Marks that the thread hears events. */
  live(): void {
    Atomics.add(this.#numbers, 2, 1);
  }

  /** Marks that a turn begins. */
  begin(name: string): void {
    if (name !== this.#written) {
      this.#written = name;
      const bytes = this.#bytesOf(name);
      this.#name.set(bytes);
      Atomics.store(this.#numbers, 1, bytes.length);
    }
    Atomics.add(this.#numbers, 0, 1);
  }

  /** Marks that the turn is over. */
  end(): void {
    Atomics.add(this.#numbers, 0, 1);
  }

  #bytesOf(name: string): Uint8Array {
    return kept(this.#bytes, name, () => {
      if (this.#bytes.size >= NAMES_KEPT_MAX) this.#bytes.clear();
      return new TextEncoder().encode(name).subarray(0, NAME_BYTES_MAX);
    });
  }
}

const MIB = 1024 * 1024;
/** Beyond it a process is on its way to the limit: what a quiet one needs besides, the program itself included, is in the slack. */
const HIGH_SHARE = 0.6;
const SLACK_BYTES = 120 * MIB;

/** Memory that a process may have. */
export interface MemoryLimits {
  /** Of the heap. */
  readonly heapBytes: number;
  /** Of the process, as a container or the machine has it; 0 where none is known. */
  readonly processBytes: number;
}

/** The suspect should memory run out now: the run whose turn it is while the process uses more than a quiet one ever needs; else null. */
export function memorySuspect(
  beat: Pick<TurnBeat, 'count' | 'name'>,
  residentBytes: number,
  { heapBytes, processBytes }: MemoryLimits,
): string | null {
  const limitBytes = processBytes > 0 ? Math.min(heapBytes, processBytes) : heapBytes;
  if (residentBytes < HIGH_SHARE * limitBytes + SLACK_BYTES) return null;
  return beat.count % 2 === 1 ? beat.name : null;
}
