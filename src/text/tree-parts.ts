import { type YamlTree } from './yaml-source.ts';

/** The mapping or list of a tree with these parts in place of its own. */
export function withParts(tree: YamlTree, parts: YamlTree['parts']): YamlTree {
  const values = [...parts].map(([key, part]) => [key, part.tree.value] as const);
  const value = Array.isArray(tree.value)
    ? values.map(([, inner]) => inner)
    : // No prototype, as `readYaml` makes them.
      Object.assign(Object.create(null) as object, Object.fromEntries(values));
  return { ...tree, parts, value };
}
