import { type AnyNode } from 'acorn';

import { type LinkedName } from './module-links.ts';
import { nodesBelow } from './parse-code.ts';
import { type ModuleCode, type ModuleShelf, type ReadModule } from './read-module.ts';
import { isOfSource, runFunctions } from './run-nodes.ts';

/** Most files that one strategy is followed into. */
const FILES_MAX = 200;

/** A module of a strategy, and which of its nodes run within a run. */
export interface ReachedModule {
  readonly module: ReadModule;
  readonly inRun: ReadonlySet<AnyNode>;
}

/**
 * Follows a strategy through the files that it imports: what `run` of `defineStrategy` holds, and the functions that it names, in
 * whichever file they stand. Files whose code runs in no run are among them, too: they are loaded.
 */
export async function reachedModules(
  strategy: ReadModule,
  shelf: Pick<ModuleShelf, 'imported'>,
): Promise<readonly ReachedModule[]> {
  const follower = new Follower(shelf);
  await follower.load(strategy);
  if (strategy.code !== 'unread') follower.push(strategy, runFunctions(strategy.code));
  await follower.export(strategy, 'default');
  await follower.follow();
  return follower.reached;
}

class Follower {
  readonly #shelf: Pick<ModuleShelf, 'imported'>;
  readonly #reached = new Map<
    string,
    { readonly module: ReadModule; readonly inRun: Set<AnyNode> }
  >();
  readonly #asked = new Set<string>();
  readonly #waiting: { readonly module: ReadModule; readonly node: AnyNode }[] = [];

  constructor(shelf: Pick<ModuleShelf, 'imported'>) {
    this.#shelf = shelf;
  }

  get reached(): readonly ReachedModule[] {
    return [...this.#reached.values()];
  }

  /** Takes in a module, and all that it imports. */
  async load(module: ReadModule): Promise<void> {
    const waiting = [module];
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
      if (this.#reached.has(one.path) || this.#reached.size === FILES_MAX) continue;
      this.#reached.set(one.path, { module: one, inRun: new Set() });
      if (one.code === 'unread') continue;
      for (const from of one.code.links.from) {
        const imported = await this.#shelf.imported(one, from);
        if (imported !== null) waiting.push(imported);
      }
    }
  }

  push(module: ReadModule, nodes: readonly AnyNode[]): void {
    for (const node of nodes) this.#waiting.push({ module, node });
  }

  async follow(): Promise<void> {
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) {
      const { module, node } = next;
      const { inRun } = this.#reached.get(module.path) ?? {};
      if (inRun === undefined || inRun.has(node) || isOfSource(node)) continue;
      inRun.add(node);
      this.push(module, nodesBelow(node));
      if (node.type === 'Identifier') await this.#named(module, node.name);
    }
  }

  async #named(module: ReadModule, name: string): Promise<void> {
    if (module.code === 'unread') return;
    const own = module.code.names.functions.get(name);
    if (own !== undefined) this.push(module, [own]);
    const linked = module.code.links.imported.get(name);
    if (linked !== undefined) await this.#linked(module, linked);
  }

  async #linked(by: ReadModule, { from, name }: LinkedName): Promise<void> {
    const module = await this.#shelf.imported(by, from);
    if (module !== null) await this.export(module, name);
  }

  /** Follows what a module exports under a name. */
  async export(module: ReadModule, name: string): Promise<void> {
    const key = `${module.path}\n${name}`;
    if (module.code === 'unread' || this.#asked.has(key)) return;
    this.#asked.add(key);
    const { exported, exportsAllOf } = module.code.links;
    const names = name === '*' ? [...exported.keys()] : [name];
    for (const one of names) await this.#exported(module, module.code, one);
    if (name !== '*' && (exported.has(name) || name === 'default')) return;
    for (const from of exportsAllOf) await this.#linked(module, { from, name });
  }

  async #exported(module: ReadModule, code: ModuleCode, name: string): Promise<void> {
    const exported = code.links.exported.get(name);
    if (exported === undefined) return;
    if (typeof exported === 'string') await this.#named(module, exported);
    else if ('from' in exported) await this.#linked(module, exported);
    else if (exported.type === 'Identifier') await this.#named(module, exported.name);
    else if (isCode(exported)) this.push(module, [exported]);
    else this.push(module, runFunctions(code));
  }
}

/** Whether what is exported can hold functions that others call: a value that was made as the module was loaded does not. */
function isCode({ type }: AnyNode): boolean {
  return type.includes('Function') || type.startsWith('Class') || type === 'ObjectExpression';
}
