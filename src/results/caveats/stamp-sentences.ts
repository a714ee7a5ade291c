import { counted } from '../../base/counted.ts';
import { type PricesUsed, type StampUsed } from '../backtest-result.ts';

type Read = Pick<PricesUsed, 'source' | 'contracts' | 'stamp'>;

/** Files that are named for one edge; the others are counted. */
const FILES_NAMED_MAX = 3;
const HOW: Readonly<Record<StampUsed['from'], string>> = {
  given: 'as given by --stamp',
  detected: 'as most of their days show',
  others: 'as the bars of the other files are; their own rows are inconclusive',
  assumed: 'which is assumed, since no row shows it',
};

/** At which edge of their minute bars were read, a sentence for each edge and how it is known; nothing where no file has bars. */
export function stampSentences(prices: readonly Read[]): readonly string[] {
  const groups = groupsOf(prices);
  return groups.map(({ stamp, files }) => {
    const named = groups.length === 1 ? 'Bars' : `Bars of ${namesOf(files)}`;
    return `${named} are read as stamped at the ${stamp.edge} of their minute, ${HOW[stamp.from]}.`;
  });
}

/**
 * What must be known of stamps before any figure: bars that were moved because they look stamped at their end, and files that
 * could be a minute ahead of others. Nothing where all is given, or detected as stamped at the start.
 */
export function stampCaveats(prices: readonly Read[]): readonly string[] {
  const groups = groupsOf(prices);
  const isTold = groups.some(({ stamp: { edge, from } }) =>
    from === 'detected' ? edge === 'end' : from !== 'given' && isBesideOthers(prices),
  );
  if (!isTold) return [];
  return [
    `${stampSentences(prices).join(' ')} Where that is wrong, prices come a minute early or late, and a strategy may earn by it: say --stamp, or --stamp FILE=end for one file.`,
  ];
}

function isBesideOthers(prices: readonly Read[]): boolean {
  return prices.length > 1 && prices.some(({ contracts }) => contracts > 0);
}

function groupsOf(
  prices: readonly Read[],
): readonly { readonly stamp: StampUsed; readonly files: readonly string[] }[] {
  const groups = new Map<string, { readonly stamp: StampUsed; readonly files: string[] }>();
  for (const { source, stamp } of prices) {
    if (stamp === undefined) continue;
    const key = `${stamp.edge} ${stamp.from}`;
    const group = groups.get(key) ?? { stamp, files: [] };
    groups.set(key, group);
    group.files.push(source);
  }
  return [...groups.values()];
}

function namesOf(files: readonly string[]): string {
  const named = files.slice(0, FILES_NAMED_MAX).join(', ');
  const more = files.length - FILES_NAMED_MAX;
  return more > 0 ? `${named} and ${counted(more, 'more file')}` : named;
}
