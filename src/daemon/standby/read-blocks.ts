import { parsedJson } from '../../base/json.ts';
import { type JournalBlock } from '../../ports/journal.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { getFromApi } from '../api/ask-api.ts';
import { journalBlocksSchema } from '../api/journal-routes.ts';
import { type StandbyLook } from './standbys.ts';

/** Longest that an answer is waited for: the process that is asked trades, and answers as soon as it can. Real milliseconds. */
const WITHIN_MS = 2_000;

/** What the process that trades an account says of its journal. */
export type BlocksAnswer =
  | { readonly kind: 'blocks'; readonly date: IstDate; readonly blocks: readonly JournalBlock[] }
  /** It has no day open. */
  | { readonly kind: 'no-day' }
  /** It does not answer, has no API, or is another build. */
  | { readonly kind: 'silent' };

/** Asks the process that trades an account for blocks of its journal after a number, and says how far this one is. */
export async function readBlocks(
  journalPath: string,
  after: number,
  { pid, state, followedToMs }: StandbyLook,
): Promise<BlocksAnswer> {
  const to = followedToMs === null ? '' : `&to=${String(followedToMs)}`;
  const path = `/v1/journal/blocks?after=${String(after)}&pid=${String(pid)}&state=${state}${to}`;
  const answer = await getFromApi(journalPath, path, WITHIN_MS);
  if (answer === null) return { kind: 'silent' };
  if (answer.status !== 200) {
    const { code } = (parsedJson(answer.text) ?? {}) as { readonly code?: unknown };
    return { kind: code === 'no-day-open' ? 'no-day' : 'silent' };
  }
  const parsed = journalBlocksSchema.safeParse(parsedJson(answer.text));
  return parsed.success ? { kind: 'blocks', ...parsed.data } : { kind: 'silent' };
}
