import { resolve } from 'node:path';

import { nearestWord } from '../../../base/nearest-word.ts';
import { type LoadedStrategy } from '../../../loading/load-strategy.ts';
import {
  readRecordedSource,
  type RecordedSource,
  type RecordedSources,
} from '../../../loading/recorded-sources.ts';
import { type CliContext } from '../cli-context.ts';
import { cliFailure } from '../cli-failure.ts';
import { namedFailure } from '../files/as-named.ts';

/**
 * Reads what the strategies' own sources brought.
 *
 * @throws {CliFailure} for a source that no strategy declares, one that is given twice, and a file that cannot be read, with
 *   each bad line
 */
export async function sourcesAsked(
  context: CliContext,
  asked: readonly string[],
  strategies: readonly LoadedStrategy[],
): Promise<RecordedSources> {
  const declared = strategies.flatMap(({ strategy }) => strategy.sources.map(({ name }) => name));
  const sources: Record<string, RecordedSource> = {};
  for (const text of asked) {
    const [name, file] = namedIn(text, declared);
    if (Object.hasOwn(sources, name)) {
      throw cliFailure('usage', `Source "${name}" is given twice`, { found: text });
    }
    const read = await readRecordedSource(resolve(context.workingDirectory, file));
    if (!read.ok) throw namedFailure(context, read.error);
    sources[name] = read.value;
  }
  return sources;
}

function namedIn(text: string, declared: readonly string[]): readonly [string, string] {
  const at = text.indexOf('=');
  const name = text.slice(0, Math.max(0, at));
  const file = text.slice(at + 1);
  if (at < 1 || file === '') {
    const allowed = 'NAME=FILE, such as bias=bias.jsonl';
    throw cliFailure('usage', 'Cannot read --source', { found: `"${text}"`, allowed });
  }
  if (declared.includes(name)) return [name, file];
  throw cliFailure('usage', `No strategy declares a source "${name}"`, {
    found: name,
    allowed: declared.length === 0 ? 'none: no strategy has sources' : declared.join(', '),
    nearest: nearestWord(name, declared),
  });
}
