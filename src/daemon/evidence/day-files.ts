import { readFile } from 'node:fs/promises';
import { dirname, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

import { type Json } from '../../base/json.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { type DayResult } from '../../day/day-ledger.ts';
import { type DaySummary } from '../../day/day-summary.ts';
import { EventDecoder } from '../../engine/codec/event-codec.ts';
import { type EngineView } from '../../engine/engine-view.ts';
import { type LoadedStrategy } from '../../loading/load-strategy.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { type JournalEntry, type ReadableJournal } from '../../ports/journal.ts';
import { type MarketKnowledge } from '../../settings/market/market-knowledge.ts';
import { type Settings } from '../../settings/settings.ts';
import { type ShadowEntries } from '../stages/shadow-day.ts';
import { fitsInTar, type PackedFile } from './tar.ts';

/** A day that is over, and what it came of. */
export interface DayEvidence {
  readonly date: IstDate;
  readonly journal: Pick<ReadableJournal, 'entriesOf'>;
  readonly settings: Settings;
  readonly knowledge: MarketKnowledge;
  readonly strategies: readonly Pick<LoadedStrategy, 'path' | 'imports' | 'sourceHash'>[];
  readonly summary: DaySummary;
  readonly books: EngineView;
  readonly result: DayResult;
  /** Of the shadow runs beside it; null where there were none. */
  readonly shadow: ShadowEntries | null;
}

/** Files of a pack, by what they hold. */
export const PACK = {
  journal: 'journal.jsonl',
  commands: 'commands.jsonl',
  orders: 'orders.json',
  costs: 'costs.json',
  configuration: 'configuration.json',
  tables: 'market-tables.json',
  sources: 'sources.json',
  summary: 'summary.json',
  shadowJournal: 'shadow-journal.jsonl',
  shadowCommands: 'shadow-commands.jsonl',
} as const;

/** A strategy's file in the pack, with those that it imports. */
export interface PackedSource {
  /** Where it was, as the journal names it. */
  readonly path: string;
  readonly file: string;
  readonly sourceHash: string;
}

const SOURCES_MAX = 2_000;
const SOURCE_BYTES_MAX = 32 * 1024 * 1024;

/** Everything that a pack of a day holds; or why it cannot be whole. */
export async function filesOfDay(day: DayEvidence): Promise<Result<readonly PackedFile[], string>> {
  const { date, journal, settings, knowledge, summary, books, result, shadow } = day;
  if (shadow === 'unreadable') return fail('the journal of the shadow runs cannot be read');
  const sources = await sourcesOf(day.strategies);
  if (!sources.ok) return sources;
  const entries = [...journal.entriesOf(date)];
  const { orders, positions, customPositions } = books;
  return ok([
    lines(PACK.journal, entries),
    lines(PACK.commands, commandsIn(entries)),
    ...(shadow === null ? [] : shadowFiles(shadow)),
    json(PACK.orders, { orders, positions, customPositions }),
    json(PACK.costs, result),
    // A secret prints as a mask.
    json(PACK.configuration, settings),
    json(PACK.tables, knowledge.tables),
    json(PACK.summary, summary),
    json(PACK.sources, sources.value.packed),
    ...sources.value.files,
  ]);
}

function shadowFiles(entries: readonly JournalEntry[]): readonly PackedFile[] {
  return [lines(PACK.shadowJournal, entries), lines(PACK.shadowCommands, commandsIn(entries))];
}

/** Commands of runs, in order, as one line for each turn that made some. */
export function commandsIn(entries: readonly JournalEntry[]): readonly object[] {
  const decoder = new EventDecoder();
  return entries.flatMap((entry) => {
    if (entry.kind !== 'event') return [];
    const event = decoder.decode(entry.event, entry.atMs);
    if (event.kind !== 'commands-emitted') return [];
    const { atMs, runId, commands } = event;
    return [{ atMs, runId, commands }];
  });
}

/** Values as lines of JSON. */
export function lines(name: string, values: readonly object[]): PackedFile {
  return {
    name,
    content: Buffer.from(values.map((value) => `${JSON.stringify(value)}\n`).join('')),
  };
}

function json(name: string, value: object): PackedFile {
  return { name, content: Buffer.from(`${JSON.stringify(value, null, 2)}\n`) };
}

interface Sources {
  readonly packed: readonly PackedSource[];
  readonly files: readonly PackedFile[];
}

/** Laid out as they were from the folder that they have in common: a hash of sources covers how they name each other. */
async function sourcesOf(strategies: DayEvidence['strategies']): Promise<Result<Sources, string>> {
  const paths = new Set<string>();
  for (const { path, imports = [] } of strategies) {
    paths.add(path);
    for (const url of imports) paths.add(fileURLToPath(url));
  }
  if (paths.size > SOURCES_MAX) return fail(`the strategies import ${String(paths.size)} files`);
  const root = commonFolder([...paths]);
  const nameOf = (path: string): string => `sources/${relative(root, path).replaceAll(sep, '/')}`;
  const files: PackedFile[] = [];
  let bytes = 0;
  for (const path of [...paths].sort()) {
    const name = nameOf(path);
    if (!fitsInTar(name)) return fail(`the path of "${path}" is too long`);
    const content = await readFile(path);
    bytes += content.length;
    if (bytes > SOURCE_BYTES_MAX) return fail('the files of the strategies are too large');
    files.push({ name, content });
  }
  const packed = strategies.map(({ path, sourceHash }) => ({
    path,
    file: nameOf(path),
    sourceHash,
  }));
  return ok({ packed, files });
}

function commonFolder(paths: readonly string[]): string {
  const [first = sep, ...rest] = paths.map((path) => dirname(path));
  let common = first;
  for (const folder of rest) {
    while (folder !== common && !folder.startsWith(common.endsWith(sep) ? common : common + sep)) {
      common = dirname(common);
    }
  }
  return common;
}

/** What a text of JSON lines says. @throws {SyntaxError} where it is none */
export function entriesFrom(text: string): readonly JournalEntry[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Json as unknown as JournalEntry);
}
