import { type Json } from '../../base/json.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { type DayResult } from '../../day/day-ledger.ts';
import { type DaySummary } from '../../day/day-summary.ts';
import { EventDecoder } from '../../engine/codec/event-codec.ts';
import { type EngineView } from '../../engine/engine-view.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { type JournalEntry, type ReadableJournal } from '../../ports/journal.ts';
import { type MarketKnowledge } from '../../settings/market/market-knowledge.ts';
import { type Settings } from '../../settings/settings.ts';
import { type ShadowEntries } from '../stages/shadow-day.ts';
import { packSources } from './pack-sources.ts';
import { type PackedDaySources } from './source-files.ts';
import { type PackedFile } from './tar.ts';

/** A day that is over, and what it came of. */
export interface DayEvidence extends PackedDaySources {
  readonly date: IstDate;
  readonly journal: Pick<ReadableJournal, 'entriesOf'>;
  readonly settings: Settings;
  readonly knowledge: MarketKnowledge;
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

/** Everything that a pack of a day holds; or why it cannot be whole. */
export async function filesOfDay(day: DayEvidence): Promise<Result<readonly PackedFile[], string>> {
  const { date, journal, settings, knowledge, summary, books, result, shadow } = day;
  if (shadow === 'unreadable') return fail('the journal of the shadow runs cannot be read');
  const entries = [...journal.entriesOf(date)];
  const sources = await packSources([...entries, ...(shadow ?? [])], day);
  if (!sources.ok) return sources;
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

/** What a text of JSON lines says. @throws {SyntaxError} where it is none */
export function entriesFrom(text: string): readonly JournalEntry[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Json as unknown as JournalEntry);
}
