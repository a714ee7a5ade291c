import { type AnyNode, type Program } from 'acorn';

import { isFunctionNode, nodesBelow } from './parse-code.ts';
import { type ModuleCode } from './read-module.ts';

/** Code of a source runs outside of every run, and may wait, read and connect. */
const SOURCE = 'defineSource';

/** Whether a node is the definition of a source. */
export function isOfSource(node: AnyNode): boolean {
  return isCallOf(node, SOURCE);
}

/** The functions `run` of the strategies that a module defines. */
export function runFunctions({
  program,
  names: { functions },
}: Pick<ModuleCode, 'program' | 'names'>): readonly AnyNode[] {
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
