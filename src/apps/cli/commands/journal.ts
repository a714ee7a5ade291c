import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

import { type Command, InvalidArgumentError } from 'commander';

import { counted } from '../../../base/counted.ts';
import { nearestWord } from '../../../base/nearest-word.ts';
import { type Result } from '../../../base/result.ts';
import {
  isOfKind,
  JOURNAL_KINDS,
  type JournalReader,
  readJournal,
} from '../../../day/journal/read-journal.ts';
import { type IstDate, istTimestamp } from '../../../model/time/ist.ts';
import { type CliContext } from '../cli-context.ts';
import { type CliFailure, cliFailure } from '../cli-failure.ts';
import { declare, type OptionsOf } from '../options/declared-option.ts';
import { parseDate } from '../options/option-parsers.ts';
import { printJson, printLines } from '../output.ts';
import { addJournalArchive } from './records/journal-archive.ts';
import { type Cell, type Line, sanitize, span, tableLines } from '../view/span.ts';

const OPTIONS = [
  ['--date <date>', 'one trading day: YYYY-MM-DD (default: all)', parseDate],
  ['--kind <kinds>', 'only these, separated by commas; see below', parseKinds],
  ['--verify', 'print no entries: check the whole chain and count what is there'],
  [
    '--copy <file>',
    'write it all to this new file, and verify that',
    { notBeside: ['date', 'kind', 'verify'] },
  ],
  [
    '--sizes',
    'print no entries: what each day takes',
    { notBeside: ['date', 'kind', 'verify', 'copy'] },
  ],
  ['--json', 'one line of JSON for each entry; with --verify, --copy or --sizes one in all'],
] as const;

type Options = OptionsOf<typeof OPTIONS>;

const HELP = `
Kinds: ${JOURNAL_KINDS.join(', ')}.
Nothing is printed of a day that is not as it was written, or after which blocks are missing. A journal, its -wal and its
-shm file belong together: after a kill the last of it stands in -wal alone. --copy makes one file of them, which is whole.

Examples:
  sauda journal main-live.journal --date 2026-11-23
  sauda journal main-live.journal --kind intent,attempt,attempt-ended,halt
  sauda journal main-live.journal --verify
  sauda journal main-live.journal --kind event --json | jq 'select(.event.subject == "orders")'
  sauda journal main-live.journal --sizes
  sauda journal main-live.journal --copy backup.journal`;

/** Lines that are handed on at once: a day can have a million. */
const CHUNK_LINES = 5000;

/** `sauda journal`: what a journal says. */
export function addJournal(command: Command, context: CliContext): void {
  declare(command, OPTIONS, HELP)
    .argument('<file>', 'journal of an account and mode; no process may be writing it')
    .action((file: string, options: Options) => show(context, file, options));
  addJournalArchive(command, context);
}

async function show(context: CliContext, file: string, options: Options): Promise<void> {
  const reader = valueOf(readJournal(resolve(context.workingDirectory, file)), file);
  try {
    if (options.copy !== undefined) copy(context, { reader, file }, options);
    else if (options.sizes === true) showSizes(context, { reader, file }, options);
    else if (options.verify === true) verify(context, { reader, file }, options);
    else await print(context, { reader, file }, options);
  } finally {
    reader.close();
  }
}

interface Source {
  readonly reader: JournalReader;
  readonly file: string;
}

/** @throws {CliFailure} when it is not as it was written, or the copy cannot be */
function copy(context: CliContext, { reader, file }: Source, options: Options): void {
  const { copy: to = '' } = options;
  const path = resolve(context.workingDirectory, to);
  const taken = [to, `${to}-wal`].find((name) =>
    existsSync(resolve(context.workingDirectory, name)),
  );
  if (taken !== undefined) {
    throw cliFailure('usage', 'There is such a file already; it has been left as it is', {
      file: taken,
      next: 'Name a file that is not there yet',
    });
  }
  valueOf(reader.verify(), file);
  const failure = reader.copyTo(path);
  if (failure !== null) throw failureOf(failure, to);
  const copied = valueOf(readJournal(path), to);
  try {
    verify(context, { reader: copied, file: to }, options);
  } finally {
    copied.close();
  }
}

function showSizes(context: CliContext, { reader, file }: Source, options: Options): void {
  const sizes = valueOf(reader.sizes(), file);
  const { account, mode, bytes } = reader;
  if (options.json === true) {
    printJson(context, { schemaVersion: 1, account, mode, bytes, ...sizes });
  } else printLines(context, journalSizesLines(sizes, bytes));
}

/** Said of a copy without the mark, and of what an older sauda wrote. */
function unmarked(file: string): string {
  return `no mark of its last block (${file}.control/mark): blocks cut off its end would not be missed`;
}

/** Nothing but its age, or somebody who changed the file by hand, removes a day. */
function prunedText({ sequence, date }: { sequence: number; date: IstDate }): string {
  return `Removed from its beginning: blocks 1 to ${String(sequence)}, of days up to ${date}: "journal.keepDays" says how long days are kept`;
}

function verify(context: CliContext, { reader, file }: Source, options: Options): void {
  const [date] = options.date === undefined ? [] : datesOf(reader, options);
  const extent = valueOf(reader.verify(date), file);
  const { account, mode, createdAtMs, bytes, isMarked } = reader;
  const { blocks, entries, dates, pruned } = extent;
  const lastAtMs = reader.lastAtMs();
  if (options.json === true) {
    const prunedThrough = pruned?.date ?? null;
    const counts = { lastAtMs, blocks, entries, dates, prunedThrough, bytes, isMarked };
    printJson(context, { schemaVersion: 1, account, mode, createdAtMs, ...counts });
    return;
  }
  const upTo = lastAtMs === null ? '' : `, last entry ${istTimestamp(lastAtMs)}`;
  const counts = [
    counted(blocks, 'block'),
    `${String(entries)} ${entries === 1 ? 'entry' : 'entries'}`,
    counted(dates, 'date'),
    `${String(bytes)} bytes`,
  ];
  printLines(context, [
    [span('As it was written: ', 'good'), counts.join(', ')],
    span(`account "${account}", ${mode}, begun ${istTimestamp(createdAtMs)}${upTo}`, 'dim'),
    ...(pruned === null ? [] : [[prunedText(pruned)]]),
    ...(isMarked ? [] : [span(unmarked(file), 'dim')]),
  ]);
}

async function print(
  context: CliContext,
  { reader, file }: Source,
  options: Options,
): Promise<void> {
  for (const date of datesOf(reader, options)) {
    valueOf(reader.verify(date), file);
    let chunk: string[] = [];
    for (const entry of reader.entriesOf(date)) {
      if (context.signal.aborted) return;
      if (options.kind !== undefined && !isOfKind(entry, options.kind)) continue;
      chunk.push(options.json === true ? jsonOf(entry) : lineOf(entry));
      if (chunk.length < CHUNK_LINES) continue;
      await handOn(context, chunk);
      chunk = [];
    }
    await handOn(context, chunk);
  }
}

/** @throws {CliFailure} when the journal has no such date, with those that it has */
function datesOf({ dates }: JournalReader, { date }: Options): readonly IstDate[] {
  if (date === undefined) return dates;
  if (dates.includes(date)) return [date];
  throw cliFailure('usage', 'The journal has no such date', {
    found: date,
    allowed: dates.length === 0 ? 'nothing: it is empty' : dates.slice(-20).join(', '),
  });
}

async function handOn({ terminal }: CliContext, lines: readonly string[]): Promise<void> {
  if (lines.length === 0) return;
  terminal.out(`${lines.join('\n')}\n`);
  await terminal.flush();
}

type Entry = ReturnType<JournalReader['entriesOf']> extends Iterable<infer One> ? One : never;

function lineOf(entry: Entry): string {
  const { atMs, kind, ...rest } = entry;
  const at = istTimestamp(atMs).slice(0, 23).replace('T', ' ');
  if (!('event' in rest)) return `${at}  ${kind}  ${sanitize(jsonOf(rest))}`;
  const told = Object.entries(rest.event).filter(([key]) => key !== 'kind' && key !== 'atMs');
  const text = told.length === 0 ? '' : `  ${sanitize(jsonOf(Object.fromEntries(told)))}`;
  return `${at}  ${rest.event.kind}${text}`;
}

/** Answers of a batch by tag or order id, which are a map, as an object. */
function jsonOf(value: object): string {
  return JSON.stringify(value, (_, part: unknown): unknown =>
    part instanceof Map ? Object.fromEntries(part) : part,
  );
}

function parseKinds(text: string): ReadonlySet<string> {
  const kinds = text.split(',').map((kind) => kind.trim());
  const unknown = kinds.find((kind) => !JOURNAL_KINDS.includes(kind));
  if (unknown === undefined) return new Set(kinds);
  const nearest = nearestWord(unknown, JOURNAL_KINDS);
  const hint = nearest === null ? '' : ` (Did you mean ${nearest}?)`;
  throw new InvalidArgumentError(`Allowed: ${JOURNAL_KINDS.join(', ')}\n${hint}`);
}

type Failed = Extract<ReturnType<typeof readJournal>, { readonly ok: false }>['error'];

/** @throws {CliFailure} in its place, with what to do */
function valueOf<Value>(result: Result<Value, Failed>, file: string): Value {
  if (result.ok) return result.value;
  throw failureOf(result.error, file);
}

function failureOf({ kind, detail, next }: Failed, file: string): CliFailure {
  const isBroken = kind === 'damaged';
  return cliFailure(isBroken ? 'found' : 'configuration', detail, { file, next });
}

type Sizes = Extract<ReturnType<JournalReader['sizes']>, { readonly ok: true }>['value'];

const BYTES_PER_MB = 1_000_000;

function journalSizesLines(sizes: Sizes, fileBytes: number): readonly Line[] {
  const { days, freeBytes, prunedThrough } = sizes;
  const rows = days.map(({ date, entries, characters, bytes, openBlocks }): readonly Cell[] => [
    date,
    String(entries),
    mb(characters),
    mb(bytes),
    span(openBlocks === 0 ? 'packed' : 'open', openBlocks === 0 ? 'dim' : 'plain'),
  ]);
  const all = `${mb(fileBytes)} MB in all, ${mb(freeBytes)} of it free for the days to come; ${counted(days.length, 'day')}`;
  const pruned =
    prunedThrough === null
      ? []
      : [span(`Days up to ${prunedThrough} were removed: older than journal.keepDays`, 'dim')];
  return [...tableLines(['Date', '>Entries', '>Text MB', '>Kept MB', ''], rows), [all], ...pruned];
}

function mb(bytes: number): string {
  return (bytes / BYTES_PER_MB).toFixed(2);
}
