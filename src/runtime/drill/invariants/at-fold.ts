import { type EngineOptions, Engine } from '../../../engine/engine.ts';
import { type EngineView } from '../../../engine/engine-view.ts';
import { EventDecoder } from '../../../engine/event-codec.ts';
import { type JournalEntry } from '../../../ports/journal.ts';

const EXCERPT_LENGTH = 160;

/**
 * Whether a fold of the journal leads to where the process stood when it died (I15), at deaths that came when all was
 * durable. Null when it does.
 */
export function foldsToTheSame(
  entries: Iterable<JournalEntry>,
  stood: EngineView,
  options: EngineOptions,
): string | null {
  const engine = new Engine(options);
  const decoder = new EventDecoder();
  try {
    for (const entry of entries) {
      if (entry.kind === 'event') engine.step(decoder.decode(entry.event, entry.atMs));
    }
  } catch (error) {
    return `The journal cannot be folded: ${error instanceof Error ? error.message : String(error)}`;
  }
  const folded = engine.view();
  for (const key of Object.keys(stood) as (keyof EngineView)[]) {
    const [was, is] = [JSON.stringify(stood[key]), JSON.stringify(folded[key])];
    if (was === is) continue;
    const at = firstDifference(was, is);
    return `${key} differ after a fold: ${excerpt(was, at)} became ${excerpt(is, at)}`;
  }
  return null;
}

function firstDifference(left: string, right: string): number {
  let at = 0;
  while (at < left.length && left[at] === right[at]) at += 1;
  return at;
}

function excerpt(text: string, at: number): string {
  const from = Math.max(0, at - EXCERPT_LENGTH / 2);
  return text.slice(from, from + EXCERPT_LENGTH);
}
