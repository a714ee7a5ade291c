import { ok, fail, type Result } from '../../base/result.ts';
import { istTimestamp } from '../../model/ist.ts';
import { type JournalFailure } from '../../ports/journal.ts';
import { type Block, entriesIn, type Head } from './block.ts';
import { type BlockStore } from './block-store.ts';
import { endLost, endUnproven } from './journal-failures.ts';
import { type EndMark } from './mark-text.ts';

/** What is there in the place of a mark. */
export type FoundMark = EndMark | 'none' | { readonly unreadable: string };

/** Keeps the mark of one journal, outside of what it marks. */
export interface MarkKeeper {
  /** Durable when it returns null. */
  readonly write: (mark: EndMark) => JournalFailure | null;
  readonly close: () => void;
}

/** Whether a journal that was opened still has all that was durable. */
export interface JournalEnd {
  /** Without a mark, as in a journal of an older program, nothing shows that blocks are missing at the end. */
  readonly isMarked: boolean;
  /** What is missing, or why that cannot be known; null when nothing shows that something is. */
  readonly failure: JournalFailure | null;
}

/**
 * Marks the last block once it is durable, and before `add` says so: what rests on a block leaves after its mark. Where
 * the mark fails the block may be kept, as after any failure.
 */
export function markedStore(store: BlockStore, keeper: MarkKeeper): BlockStore {
  return {
    ...store,
    add: (blocks) => {
      const failure = store.add(blocks);
      const last = blocks.at(-1);
      return failure ?? (last === undefined ? null : keeper.write(markOf(store.root, last)));
    },
    settle: () => {
      const failure = store.settle();
      if (failure !== null) return failure;
      const last = lastBlock(store);
      if (!last.ok) return last.error;
      return last.value === null ? null : keeper.write(markOf(store.root, last.value));
    },
    close: () => {
      store.close();
      keeper.close();
    },
  };
}

function markOf(root: string, { sequence, hash, date }: Block): EndMark {
  return { root, sequence, hash, date };
}

/** Holds the end of a chain, which is sound by itself, against the mark. A mark behind it is one that a crash came before. */
export function endOf(store: BlockStore, found: FoundMark): Result<JournalEnd, JournalFailure> {
  if (found === 'none') return ok({ isMarked: false, failure: null });
  if ('unreadable' in found) {
    return ok({ isMarked: true, failure: endUnproven(found.unreadable) });
  }
  const marked = store.at(found.sequence);
  if (!marked.ok) return marked;
  const last = lastBlock(store);
  if (!last.ok) return last;
  const isThere = store.root === found.root && marked.value?.hash === found.hash;
  return ok({ isMarked: true, failure: isThere ? null : whatIsLost(store, last.value, found) });
}

function whatIsLost(store: BlockStore, last: Block | null, mark: EndMark): JournalFailure {
  const { sequence: to, date } = mark;
  const upTo = `number ${String(to)}, of ${date}`;
  if (store.root !== mark.root) {
    return endLost(`another journal was in its place, whose last block was ${upTo}`);
  }
  const from = (last?.sequence ?? 0) + 1;
  if (from > to) return endLost(`it is not the one that was written: its block ${upTo}, differs`);
  const atMs = last === null ? undefined : entriesIn(last).at(-1)?.atMs;
  const since = atMs === undefined ? '' : `, all since ${istTimestamp(atMs)}`;
  const count = to - from + 1;
  const which =
    count === 1
      ? `block ${upTo},`
      : `${String(count)} blocks from number ${String(from)} to ${upTo},`;
  return endLost(`${which} ${count === 1 ? 'is' : 'are'} missing at its end${since}`);
}

function lastBlock(store: BlockStore): Result<Block | null, JournalFailure> {
  const head = store.head();
  if (!head.ok) return head;
  return head.value.sequence === 0 ? ok(null) : store.at(head.value.sequence);
}

/** Lets those who read to the end of a chain find out that it is not the end. */
export function endingIn(store: BlockStore, head: Head, failure: JournalFailure): BlockStore {
  return {
    ...store,
    at: (sequence) => (sequence === head.sequence + 1 ? fail(failure) : store.at(sequence)),
  };
}
