import { type Result } from '../../base/result.ts';
import { type IstDate } from '../../model/ist.ts';
import { type JournalFailure } from '../../ports/journal.ts';
import { type Block, type Head } from './block.ts';

/** Keeps blocks. It adds all that it is given or nothing; after a failure it may have done either. */
export interface BlockStore {
  /** What the chain begins with: says what the journal is, so that it cannot be changed unseen. */
  readonly root: string;
  /** The block that the chain goes on from: the last of what was removed by its age. @default the root: nothing was */
  readonly start?: () => Result<Head, JournalFailure>;
  /** The last block as it is kept now. */
  readonly head: () => Result<Head, JournalFailure>;
  /** Durable when it returns null. */
  readonly add: (blocks: readonly Block[]) => JournalFailure | null;
  /** Makes durable what an earlier `add` kept although it failed. */
  readonly settle: () => JournalFailure | null;
  readonly dates: () => Result<readonly IstDate[], JournalFailure>;
  /** Up to `READ_BLOCKS_MAX` blocks in order, of a date or of all, after a sequence number. */
  readonly read: (
    date: IstDate | null,
    afterSequence: number,
  ) => Result<readonly Block[], JournalFailure>;
  /** A block; null when there is none. */
  readonly at: (sequence: number) => Result<Block | null, JournalFailure>;
  /** Why what keeps it from being changed cannot be trusted, apart from the blocks; null when it can. @default it can */
  readonly audit?: () => JournalFailure | null;
  /** What was removed from its beginning. @default nothing */
  readonly pruned?: () => Result<Pruned | null, JournalFailure>;
  readonly close: () => void;
}

/** What was removed from the beginning of a journal by its age. */
export interface Pruned {
  /** Number of the last block that was removed. */
  readonly sequence: number;
  /** Of that block. */
  readonly date: IstDate;
}

/** How many blocks are in memory at once while a journal is read. */
export const READ_BLOCKS_MAX = 256;
