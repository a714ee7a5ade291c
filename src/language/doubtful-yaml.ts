import { readYaml } from './read-yaml.ts';
import { sourceText } from './source-text.ts';
import { mappingOf } from './yaml-tree.ts';

/** What a file that compiles says and its author hardly means, one sentence each. */
export function doubtfulYaml(text: string, fileName: string): readonly string[] {
  const tree = readYaml(sourceText(text, fileName));
  if (!tree.ok) return [];
  const { product, exit } = mappingOf(tree.value.value);
  if (product !== 'carry-forward') return [];
  return [
    `product: carry-forward holds nothing over night here: all is closed at ${String(exit)} of the same day, and only what could not be closed is kept. Write intraday, or hold over night with a strategy in TypeScript`,
  ];
}
