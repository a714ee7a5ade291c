import { isMap, isScalar, parseDocument, type YAMLMap } from 'yaml';

import { type Path } from './finding.ts';

/** A YAML file being rewritten: comments and the order of keys stay. */
export interface EditedYaml {
  /** Renames a key of the mapping at a path; nothing where that has none. */
  readonly rename: (path: Path, from: string, to: string) => void;
  /** Gives a key of the mapping at a path a value. */
  readonly set: (path: Path, key: string, value: unknown) => void;
  /** Keys of the mapping at a path; none where there is no mapping. */
  readonly keys: (path: Path) => readonly string[];
}

/** A text with changes. It must have been read without a problem. Quotes and spaces may change. */
export function editYaml(text: string, change: (edited: EditedYaml) => void): string {
  const document = parseDocument(text, { version: '1.2', schema: 'core' });
  const mapAt = (path: Path): YAMLMap | null => {
    const found: unknown = path.length === 0 ? document.contents : document.getIn(path);
    return isMap(found) ? found : null;
  };
  change({
    rename: (path, from, to) => {
      for (const { key } of mapAt(path)?.items ?? []) {
        if (isScalar(key) && key.value === from) key.value = to;
      }
    },
    set: (path, key, value) => {
      document.setIn([...path, key], value);
    },
    keys: (path) =>
      (mapAt(path)?.items ?? []).flatMap(({ key }) => (isScalar(key) ? [String(key.value)] : [])),
  });
  return document.toString({ lineWidth: 0 });
}
