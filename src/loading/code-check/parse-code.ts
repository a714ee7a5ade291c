import { type AnyNode, type Program } from 'acorn';

import { withoutTypes } from '../../adapters/system/without-types.ts';

/** The syntax of a module, TypeScript or JavaScript, with places in its text; null where it cannot be read, which loading it reports. */
export async function parseCode(text: string): Promise<Program | null> {
  // Only for modules: a check of YAML files goes without it.
  const { parse } = await import('acorn');
  try {
    return parse(withoutTypes(text), { ecmaVersion: 'latest', sourceType: 'module' });
  } catch {
    return null;
  }
}

/** The nodes directly below a node, in the order of the text. */
export function nodesBelow(node: AnyNode): readonly AnyNode[] {
  return Object.entries(node).flatMap(([key, value]) => (isName(node, key) ? [] : nodesIn(value)));
}

function nodesIn(value: unknown): readonly AnyNode[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn);
  return isNode(value) ? [value] : [];
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

/** Whether what stands under a key is a name, as of a property, and refers to nothing. */
function isName(node: AnyNode, key: string): boolean {
  if (key === 'label' || key === 'local' || key === 'imported' || key === 'exported') return true;
  if (node.type === 'MemberExpression') return key === 'property' && !node.computed;
  // A shorthand is its own value.
  return key === 'key' && 'computed' in node && !node.computed;
}

/** Whether a node is a function: what is below it runs when it is called. */
export function isFunctionNode(node: AnyNode): boolean {
  return node.type.includes('Function');
}
