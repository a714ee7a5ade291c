import { type AnyNode, type Program } from 'acorn';

import { withoutTypes } from '../../adapters/system/without-types.ts';

/** Deepest brackets that are read: at some 2,000 Node's type stripper breaks, and reads no other file in that process. */
const DEPTH_MAX = 250;

/**
 * The syntax of a module, TypeScript or JavaScript, with places in its text; null where it is wrong, which loading it reports;
 * `unread` where it is nested too deeply, or the reader of types is broken.
 */
export async function parseCode(text: string): Promise<Program | 'unread' | null> {
  if (bracketDepth(text) > DEPTH_MAX) return 'unread';
  // Only for modules: a check of YAML files goes without it.
  const { parse } = await import('acorn');
  try {
    return parse(withoutTypes(text), { ecmaVersion: 'latest', sourceType: 'module' });
  } catch (error) {
    return isSyntaxError(error) ? null : 'unread';
  }
}

/** Node's own errors of syntax have codes. */
function isSyntaxError(error: unknown): boolean {
  const isOfTypes =
    error instanceof Error && 'code' in error && String(error.code).endsWith('TYPESCRIPT_SYNTAX');
  return error instanceof SyntaxError || isOfTypes;
}

/** Brackets in strings and comments count as well: few leave that many open. */
function bracketDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [bracket] of text.matchAll(/[()[\]{}]/g)) {
    depth = '([{'.includes(bracket) ? depth + 1 : Math.max(0, depth - 1);
    deepest = Math.max(deepest, depth);
  }
  return deepest;
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
