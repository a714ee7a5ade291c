import { counted } from '../base/counted.ts';
import { info, type NoFacts, type Numbers, type Texts, warning } from './notice-kind.ts';

/** How many characters of a hash people are shown. */
const HASH_SHOWN = 12;

/** Strategies that are changed while they run. */
export const RELOADS = {
  'reload-begun': info<NoFacts>(() => 'Its changed file is being checked'),
  'reload-checked': info<
    Texts<'sourceHash'> &
      Numbers<'recorded' | 'replayed'> & {
        /** Decisions that would have been different, as `sauda replay` lists them. */
        readonly changes: readonly string[];
      }
  >(({ sourceHash, recorded, replayed, changes }, runId, commands) => {
    const counts = `${counted(recorded, 'decision')} today, ${String(replayed)} replayed`;
    const found = changes.length === 0 ? 'the same' : changes.slice(0, CHANGES_SHOWN).join('; ');
    const more = changes.length > CHANGES_SHOWN ? `; all: ${commands.dryReload(runId)}` : '';
    return `Its changed file (${short(sourceHash)}) can take over: ${counts}: ${found}${more}`;
  }),
  'run-reloaded': info<
    Texts<'sourceHash' | 'sourceHashBefore'> &
      Numbers<'changes'> & { readonly by: 'operator' | 'save' }
  >(({ sourceHash, sourceHashBefore, changes, by }) => {
    const why = by === 'save' ? 'its file was saved' : 'the operator asked for it';
    const past =
      changes === 0
        ? 'it would have decided the same today'
        : `${counted(changes, 'decision')} of today would have been different, and nothing is done about them`;
    return `The run continues under another source (${short(sourceHashBefore)} before, ${short(sourceHash)} now), since ${why}: ${past}. Its orders, positions and store stay`;
  }),
  'reload-refused': warning<
    Texts<'file' | 'detail'> & {
      readonly why: ReloadRefusal;
    }
  >(
    ({ file, detail }, runId, commands) =>
      `Its changed file "${file}" does not take over, the run continues as it was: ${detail}. Check it: ${commands.dryReload(runId)}`,
  ),
};

/** Changes in a sentence; the others are behind a command. */
const CHANGES_SHOWN = 3;

/** Why a changed file does not take over. */
export type ReloadRefusal =
  /** It cannot be loaded, its code does not return, or it ended the process of its check. */
  | 'unusable'
  | 'endless'
  | 'ended'
  /** It is another strategy. */
  | 'other-strategy'
  | 'other-broker'
  /** Its types are wrong. */
  | 'types'
  /** It fails, or ends, over the inputs of today. */
  | 'replay'
  /** It fails over a day of made-up prices. */
  | 'trial'
  /** The journal cannot be followed. */
  | 'journal'
  /** It declares other sources of its own than those that are open. */
  | 'other-sources'
  /** The day is live, and its settings do not allow it. */
  | 'live'
  /** Strategies run in the program's own process, where code cannot be replaced. */
  | 'not-isolated'
  /** The file is what runs already. */
  | 'unchanged'
  /** The file was changed again while it was checked. */
  | 'changed-again'
  /** It decides otherwise, and that was not accepted. */
  | 'differs'
  /** The run is held or over. */
  | 'not-running'
  /** Another check is under way. */
  | 'busy';

function short(hash: string): string {
  return hash.slice(0, HASH_SHOWN);
}
