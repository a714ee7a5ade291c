import { sha256Hex } from '../../base/hash.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { type JournalFailure } from '../../ports/journal.ts';
import { createBlockJournal, type VerifiableJournal } from './block-journal.ts';
import { type Block, type BlockStore, isSound, READ_BLOCKS_MAX } from './block.ts';
import { full, inUse, ioFailure, readOnly } from './journal-failures.ts';
import { endOf, type FoundMark, markedStore, type MarkKeeper } from './marked-store.ts';

/** How an append fails. `full`, `io` and `read-only` keep nothing; `io-but-kept` keeps all of it. */
export type DiskFault = 'full' | 'io' | 'io-but-kept' | 'read-only';
/** What a crash leaves of an unacknowledged append: nothing, half of it, or all. */
export type DiskCrash = 'clean' | 'torn' | 'kept';

/** The process died during an append; a driver catches this and starts a new process. */
export class SimulatedDeath extends Error {
  override readonly name = 'SimulatedDeath';
}

const ROOT = sha256Hex('simulated disk');

/**
 * A disk with one journal, without I/O: text, so that entries go through JSON, in the same chain of blocks as on a real disk.
 * One handle at a time: `open` gives one, `close` or `crash` ends it.
 */
export class SimulatedDisk {
  readonly #blocks: Block[] = [];
  #epoch = 0;
  #isOpen = false;
  #fault: { readonly kind: DiskFault; times: number } | null = null;
  #deathInNext: DiskCrash | null = null;
  #refusal: JournalFailure | null = null;
  #mark: FoundMark = 'none';
  /** Of the last append, when it failed and kept nothing. */
  #unacknowledged: readonly Block[] = [];

  /** A handle on the journal; `in-use` while there is another. */
  open(): Result<VerifiableJournal, JournalFailure> {
    if (this.#isOpen) return fail(inUse('simulated disk'));
    const refusal = this.#refusal;
    this.#refusal = null;
    if (refusal !== null) return fail(refusal);
    this.#dropTornTail();
    this.#epoch += 1;
    this.#isOpen = true;
    const store = this.#store(this.#epoch);
    const end = endOf(store, this.#mark);
    return ok(createBlockJournal(markedStore(store, this.#keeper()), this.#head(), end));
  }

  /** Makes the next `times` appends fail. */
  failNext(kind: DiskFault, times = 1): void {
    this.#fault = { kind, times };
  }

  /** Makes the next `open` fail, once. */
  refuseNext(failure: JournalFailure): void {
    this.#refusal = failure;
  }

  /** Makes the next append crash the disk and throw `SimulatedDeath`. */
  dieInNext(how: DiskCrash): void {
    this.#deathInNext = how;
  }

  /** The process dies: its handle ends, and faults are forgotten. */
  crash(how: DiskCrash): void {
    const [first] = this.#unacknowledged;
    if (how === 'kept') this.#blocks.push(...this.#unacknowledged);
    if (how === 'torn' && first !== undefined) this.#blocks.push(torn(first));
    this.#unacknowledged = [];
    this.#fault = null;
    this.#deathInNext = null;
    this.#isOpen = false;
    this.#epoch += 1;
  }

  /** Loses the last blocks, as a truncated log would. */
  loseLast(count: number): void {
    this.#blocks.splice(Math.max(0, this.#blocks.length - count));
  }

  /** Size of all blocks, characters. */
  get characters(): number {
    return this.#blocks.reduce((sum, { entries }) => sum + entries.length, 0);
  }

  #store(epoch: number): BlockStore {
    return {
      root: ROOT,
      head: () => this.#head(),
      add: (blocks) => this.#add(epoch, blocks),
      settle: () => this.#failureNow(epoch),
      dates: () => [...new Set(this.#blocks.map(({ date }) => date))].sort(),
      read: (date, after) => this.#read(date, after),
      at: (sequence) => this.#blocks[sequence - 1] ?? null,
      close: () => {
        if (epoch === this.#epoch) this.#isOpen = false;
      },
    };
  }

  #keeper(): MarkKeeper {
    return {
      write: (mark) => {
        this.#mark = mark;
        return null;
      },
      close: () => undefined,
    };
  }

  #add(epoch: number, blocks: readonly Block[]): JournalFailure | null {
    if (this.#deathInNext !== null && this.#isAlive(epoch)) {
      const how = this.#deathInNext;
      this.#unacknowledged = blocks;
      this.crash(how);
      throw new SimulatedDeath(`The process died while it wrote its journal: ${how}`);
    }
    const isKept = this.#fault?.kind === 'io-but-kept';
    const failure = this.#failureNow(epoch);
    if (failure === null || (isKept && this.#isAlive(epoch))) {
      this.#blocks.push(...blocks);
      this.#unacknowledged = [];
    } else if (this.#isAlive(epoch)) {
      this.#unacknowledged = failure.kind === 'io' ? blocks : [];
    }
    return failure;
  }

  #failureNow(epoch: number): JournalFailure | null {
    if (!this.#isAlive(epoch)) return ioFailure('This handle of the simulated disk has ended');
    if (this.#fault === null) return null;
    const { kind } = this.#fault;
    this.#fault.times -= 1;
    if (this.#fault.times <= 0) this.#fault = null;
    switch (kind) {
      case 'full':
        return full('The simulated disk is full');
      case 'read-only':
        return readOnly('The simulated disk is read-only');
      case 'io':
      case 'io-but-kept':
        return ioFailure('The simulated disk reports an I/O error');
    }
  }

  #isAlive(epoch: number): boolean {
    return this.#isOpen && epoch === this.#epoch;
  }

  #head(): { readonly sequence: number; readonly hash: string } {
    return this.#blocks.at(-1) ?? { sequence: 0, hash: ROOT };
  }

  #read(date: IstDate | null, after: number): readonly Block[] {
    if (date === null) return this.#blocks.slice(after, after + READ_BLOCKS_MAX);
    const found: Block[] = [];
    for (let at = after; at < this.#blocks.length && found.length < READ_BLOCKS_MAX; at += 1) {
      const block = this.#blocks[at];
      if (block?.date === date) found.push(block);
    }
    return found;
  }

  #dropTornTail(): void {
    const last = this.#blocks.at(-1);
    const hashBefore = this.#blocks.at(-2)?.hash ?? ROOT;
    if (last !== undefined && !isSound(last, hashBefore)) this.#blocks.pop();
  }
}

function torn(block: Block): Block {
  return { ...block, entries: block.entries.slice(0, block.entries.length / 2) };
}
