import { type Finding, type Path, pathText } from '../../text/finding.ts';
import { mappingOf } from '../../text/read-yaml.ts';

type Mapping = Readonly<Record<string, unknown>>;

/** Limits that count from a level which the next day does not know. */
const OF_THE_DAY = ['indexStop', 'indexTarget'];

/** What is carried overnight needs the product for it, and limits that the next day knows. */
export function checkCarry(file: Mapping): readonly Finding[] {
  if (file['carry'] === undefined) return [];
  const legs = Object.entries(mappingOf(file['legs']));
  const holders: readonly (readonly [Path, Mapping])[] = [
    [[], file],
    ...legs.map(([name, leg]) => [['legs', name], mappingOf(leg)] as const),
  ];
  return [
    ...withoutProduct(file),
    ...holders.flatMap(([path, holder]) =>
      OF_THE_DAY.filter((key) => holder[key] !== undefined).map((key) => ofTheDay([...path, key])),
    ),
  ];
}

function withoutProduct({ product }: Mapping): readonly Finding[] {
  if (product === 'carry-forward') return [];
  const message = '"carry" needs the product that is carried: intraday is closed the same day';
  const next = `${product === undefined ? 'Add' : 'Write'} "product: carry-forward"`;
  return [{ path: ['carry'], isKey: true, message, parts: { next } }];
}

function ofTheDay(path: Path): Finding {
  const message = `"${pathText(path)}" cannot be carried: the next day does not know the level of the index at entry`;
  const next = 'Use a stop or target of the premium, or a rule';
  return { path, isKey: true, message, parts: { next } };
}
