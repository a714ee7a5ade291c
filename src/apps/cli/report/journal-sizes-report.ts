import { counted } from '../../../base/counted.ts';
import { type JournalReader } from '../../../day/journal/read-journal.ts';
import { type Line, type Span, span } from '../view/span.ts';
import { tableLines } from '../view/table.ts';

type Sizes = Extract<ReturnType<JournalReader['sizes']>, { readonly ok: true }>['value'];

const BYTES_PER_MB = 1_000_000;

/** What each day takes in a journal, and all of it: lines of a table. */
export function journalSizesLines(sizes: Sizes, fileBytes: number): readonly Line[] {
  const { days, freeBytes, prunedThrough } = sizes;
  const rows = days.map(({ date, entries, characters, bytes, openBlocks }): readonly Span[] => [
    span(date),
    span(String(entries)),
    span(mb(characters)),
    span(mb(bytes)),
    span(openBlocks === 0 ? 'packed' : 'open', openBlocks === 0 ? 'dim' : 'plain'),
  ]);
  const all = `${mb(fileBytes)} MB in all, ${mb(freeBytes)} of it free for the days to come; ${counted(days.length, 'day')}`;
  const pruned =
    prunedThrough === null
      ? []
      : [[span(`Days up to ${prunedThrough} were removed: older than journal.keepDays`, 'dim')]];
  return [
    ...tableLines(
      [
        { title: 'Date', align: 'left' },
        { title: 'Entries', align: 'right' },
        { title: 'Text MB', align: 'right' },
        { title: 'Kept MB', align: 'right' },
        { title: '', align: 'left' },
      ],
      rows,
    ),
    [span(all)],
    ...pruned,
  ];
}

function mb(bytes: number): string {
  return (bytes / BYTES_PER_MB).toFixed(2);
}
