import { type AnyNode, type Program } from 'acorn';

import { type ModuleNames } from './module-names.ts';
import { isFunctionNode, nodesBelow } from './parse-code.ts';

/** Code of a source runs outside of every run, and may wait, read and connect. */
const SOURCE = 'defineSource';

/**
 * All nodes that run within a run, as far as the file alone says: what `run` of `defineStrategy` holds, and the file's own
 * functions that it names.
 */
export function nodesInRun(program: Program, { functions }: ModuleNames): readonly AnyNode[] {
  const found = new Set<AnyNode>();
  const waiting = [...runFunctions(program, functions)];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (found.has(node) || isCallOf(node, SOURCE)) continue;
    found.add(node);
    waiting.push(...nodesBelow(node));
    const named = node.type === 'Identifier' ? functions.get(node.name) : undefined;
    if (named !== undefined) waiting.push(named);
  }
  return [...found];
}

function runFunctions(program: Program, functions: ModuleNames['functions']): readonly AnyNode[] {
  return nodesUnder(program)
    .filter((node) => isCallOf(node, 'defineStrategy'))
    .flatMap((call) => (call.type === 'CallExpression' ? call.arguments : []))
    .flatMap((definition) => (definition.type === 'ObjectExpression' ? definition.properties : []))
    .flatMap((part) => {
      if (part.type !== 'Property' || !isNamed(part.key, 'run')) return [];
      const { value } = part;
      const named = value.type === 'Identifier' ? functions.get(value.name) : undefined;
      return [named ?? value];
    });
}

/** All nodes that run as the module is loaded: none within a function or class. */
export function nodesAtTop(program: Program): readonly AnyNode[] {
  return nodesUnder(program, (node) => !isFunctionNode(node) && !node.type.startsWith('Class'));
}

function nodesUnder(
  top: AnyNode,
  isEntered: (node: AnyNode) => boolean = () => true,
): readonly AnyNode[] {
  const found: AnyNode[] = [];
  const waiting = [top];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    found.push(node);
    if (isEntered(node)) waiting.push(...nodesBelow(node));
  }
  return found;
}

function isCallOf(node: AnyNode, name: string): boolean {
  if (node.type !== 'CallExpression') return false;
  const { callee } = node;
  return isNamed(callee.type === 'MemberExpression' ? callee.property : callee, name);
}

/** Whether a node is a name: of a variable, property or function. */
export function isNamed(node: AnyNode, name: string): boolean {
  return node.type === 'Identifier' && node.name === name;
}
