import { type AnyNode, type Pattern, type Program } from 'acorn';

import { isFunctionNode, nodesBelow } from './parse-code.ts';

/** What the names of a module stand for. */
export interface ModuleNames {
  /** Imported names, by the module that they come from; `node:` is left out. */
  readonly imported: ReadonlyMap<string, string>;
  /** Functions and classes at the top. */
  readonly functions: ReadonlyMap<string, AnyNode>;
  /** All other names that are declared anywhere: none of them is a global. */
  readonly declared: ReadonlySet<string>;
}

/** Reads the names of a module. */
export function moduleNames(program: Program): ModuleNames {
  const imported = new Map<string, string>();
  const functions = new Map<string, AnyNode>();
  for (const statement of program.body) {
    if (statement.type === 'ImportDeclaration') {
      const from = String(statement.source.value).replace(/^node:/, '');
      for (const { local } of statement.specifiers) imported.set(local.name, from);
    } else for (const [name, node] of functionsIn(statement)) functions.set(name, node);
  }
  return { imported, functions, declared: declaredBelow(program) };
}

function functionsIn(statement: AnyNode): readonly (readonly [string, AnyNode])[] {
  if (statement.type === 'ExportNamedDeclaration' && statement.declaration) {
    return functionsIn(statement.declaration);
  }
  if (statement.type === 'FunctionDeclaration' || statement.type === 'ClassDeclaration') {
    // An exported default may have no name.
    const id = statement.id as { readonly name: string } | null;
    return id === null ? [] : [[id.name, statement]];
  }
  if (statement.type !== 'VariableDeclaration') return [];
  return statement.declarations.flatMap(({ id, init }) =>
    id.type === 'Identifier' && init && isFunctionNode(init) ? [[id.name, init] as const] : [],
  );
}

function declaredBelow(node: AnyNode): ReadonlySet<string> {
  const names = new Set<string>();
  const waiting: AnyNode[] = [node];
  for (let here = waiting.pop(); here !== undefined; here = waiting.pop()) {
    if (here.type === 'VariableDeclarator') {
      for (const name of namesOfPattern(here.id)) names.add(name);
    }
    if ('params' in here) for (const name of here.params.flatMap(namesOfPattern)) names.add(name);
    waiting.push(...nodesBelow(here));
  }
  return names;
}

/** The names that a pattern declares. */
export function namesOfPattern(pattern: Pattern): readonly string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name];
    case 'ObjectPattern':
      return pattern.properties.flatMap((part) =>
        namesOfPattern(part.type === 'RestElement' ? part.argument : part.value),
      );
    case 'ArrayPattern':
      return pattern.elements.flatMap((part) => (part === null ? [] : namesOfPattern(part)));
    case 'AssignmentPattern':
      return namesOfPattern(pattern.left);
    case 'RestElement':
      return namesOfPattern(pattern.argument);
    case 'MemberExpression':
      return [];
  }
}
