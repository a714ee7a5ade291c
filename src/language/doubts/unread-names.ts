import { type Finding } from '../../text/finding.ts';
import { mappingOf } from '../../text/read-yaml.ts';

type Mapping = Readonly<Record<string, unknown>>;

/** A name, and the field that is read of it. */
const NAME = /([a-z][a-z0-9_]*)(?:\.\w+)?/g;

/** Parameters, variables and sources that no expression reads and no rule waits for. */
export function unreadNames(file: Mapping): readonly Finding[] {
  const read = new Set(textsIn(file['rules']).flatMap((text) => namesIn(text)));
  const kinds = [
    ['parameters', 'parameter', 'a configuration that sets it changes nothing'],
    ['variables', 'variable', 'nothing depends on it'],
    ['sources', 'source', 'what it brings changes nothing'],
  ] as const;
  return kinds.flatMap(([key, kind, effect]) =>
    Object.keys(mappingOf(file[key])).flatMap((name) => {
      if (read.has(name)) return [];
      const message = `No rule reads the ${kind} "${name}": ${effect}`;
      const next = 'Use it in a condition, or remove it';
      return [{ path: [key, name], isKey: true, message, parts: { next } }];
    }),
  );
}

function namesIn(text: string): readonly string[] {
  return [...text.matchAll(NAME)].map(([, name = '']) => name);
}

/** Every text of a value; keys, such as the names that `set` writes, are none. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}
