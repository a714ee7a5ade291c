import { type AnyNode, type ExportNamedDeclaration, type Program } from 'acorn';

import { namesOfPattern } from './module-names.ts';

/** A name of another file. */
export interface LinkedName {
  /** As the import writes it. */
  readonly from: string;
  /** `*` for all that it exports. */
  readonly name: string;
}

/** How a module hangs together with other files. */
export interface ModuleLinks {
  /** Every file or package that is imported, once. */
  readonly from: readonly string[];
  /** Its own names that stand for one of another file. */
  readonly imported: ReadonlyMap<string, LinkedName>;
  /** What it exports, `default` among it: a node of its own, or a name of its own or of another file. */
  readonly exported: ReadonlyMap<string, AnyNode | string | LinkedName>;
  /** Files of which it exports everything. */
  readonly exportsAllOf: readonly string[];
}

/** Reads the imports and exports of a module. Dynamic imports are left out. */
export function moduleLinks(program: Program): ModuleLinks {
  const reader = new LinkReader();
  for (const statement of program.body) reader.read(statement);
  const { from, imported, exported, exportsAllOf } = reader;
  return { from: [...from], imported, exported, exportsAllOf };
}

class LinkReader {
  readonly from = new Set<string>();
  readonly imported = new Map<string, LinkedName>();
  readonly exported = new Map<string, AnyNode | string | LinkedName>();
  readonly exportsAllOf: string[] = [];

  read(statement: AnyNode): void {
    if (statement.type === 'ImportDeclaration') {
      const from = this.#seen(statement.source.value);
      for (const specifier of statement.specifiers) {
        this.imported.set(specifier.local.name, { from, name: importedName(specifier) });
      }
    } else if (statement.type === 'ExportAllDeclaration') {
      const from = this.#seen(statement.source.value);
      if (statement.exported) this.exported.set(nameOf(statement.exported), { from, name: '*' });
      else this.exportsAllOf.push(from);
    } else if (statement.type === 'ExportDefaultDeclaration') {
      this.exported.set('default', statement.declaration);
    } else if (statement.type === 'ExportNamedDeclaration') this.#exports(statement);
  }

  #exports({ source, specifiers, declaration }: ExportNamedDeclaration): void {
    const from = source ? this.#seen(source.value) : null;
    for (const { local, exported } of specifiers) {
      const name = nameOf(local);
      this.exported.set(nameOf(exported), from === null ? name : { from, name });
    }
    if (!declaration) return;
    if (declaration.type !== 'VariableDeclaration') {
      this.exported.set(declaration.id.name, declaration);
      return;
    }
    for (const { id, init } of declaration.declarations) {
      for (const name of namesOfPattern(id)) this.exported.set(name, init ?? id);
    }
  }

  #seen(from: unknown): string {
    this.from.add(String(from));
    return String(from);
  }
}

function importedName(specifier: AnyNode): string {
  if (specifier.type === 'ImportNamespaceSpecifier') return '*';
  return specifier.type === 'ImportSpecifier' ? nameOf(specifier.imported) : 'default';
}

function nameOf(node: AnyNode): string {
  if (node.type === 'Identifier') return node.name;
  return node.type === 'Literal' ? String(node.value) : '';
}
