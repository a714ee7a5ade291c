import { type Finding, type Path, pathText } from '../../text/finding.ts';
import { mappingOf } from '../../text/read-yaml.ts';

type Mapping = Readonly<Record<string, unknown>>;

/** What waits before it enters: a re-entry on a momentum needs one, and a last entry something that waits. */
export function checkWaits(file: Mapping): readonly Finding[] {
  const legs = Object.entries(mappingOf(file['legs'])).map(([name, leg]) => {
    return { path: ['legs', name] as Path, holder: mappingOf(leg) };
  });
  const holders = [{ path: [] as Path, holder: file }, ...legs];
  return [
    ...holders.flatMap(({ path, holder }) => withoutMomentum(path, holder, { file, legs })),
    ...uselessLastEntry(
      file,
      holders.map(({ holder }) => holder),
    ),
  ];
}

interface Around {
  readonly file: Mapping;
  readonly legs: readonly { readonly holder: Mapping }[];
}

function withoutMomentum(path: Path, holder: Mapping, { file, legs }: Around): readonly Finding[] {
  const mine = holder === file ? legs.map((leg) => leg.holder) : [holder];
  if ([file, ...mine].some(({ momentum }) => momentum !== undefined)) return [];
  return ['onStop', 'onTarget'].flatMap((key) => {
    if (mappingOf(reenterOf(holder, key))['how'] !== 'on-momentum') return [];
    const at = [...path, key, 'reenter', 'how'];
    const next = `Add "${pathText([...path, 'momentum'])}", for example up 10%`;
    return [
      { path: at, message: `"${pathText(at)}" needs a momentum to wait for`, parts: { next } },
    ];
  });
}

function uselessLastEntry(file: Mapping, holders: readonly Mapping[]): readonly Finding[] {
  if (file['lastEntry'] === undefined) return [];
  const waits = holders.some(
    (holder) =>
      holder['momentum'] !== undefined ||
      ['onStop', 'onTarget'].some((key) => reenterOf(holder, key) !== undefined),
  );
  if (waits) return [];
  const message = '"lastEntry" has no effect: nothing waits, and nothing is entered again';
  const next = 'Remove it, or add a momentum or a re-entry';
  return [{ path: ['lastEntry'], isKey: true, message, parts: { next } }];
}

function reenterOf(holder: Mapping, key: string): unknown {
  return mappingOf(holder[key])['reenter'];
}
