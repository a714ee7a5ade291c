import { type AnyNode } from 'acorn';

import { type Problem, problem } from '../../base/problem.ts';
import { TextSource } from '../../text/yaml-source.ts';
import { type CodeDoubt, doubtAtTop, doubtInRun } from './code-rules.ts';
import { type ModuleNames } from './module-names.ts';
import { type ReachedModule, reachedModules } from './reached-code.ts';
import { ModuleShelf, readCode } from './read-module.ts';
import { nodesAtTop } from './run-nodes.ts';

/** Most of one file: more would only hide the first. */
const DOUBTS_MAX = 20;
const UNREAD = 'The code could not be read for promises, files and connections';
const NEST_LESS = 'Nest brackets less deeply: where they are too deep, nothing is checked';

/**
 * What in the code of strategies would fail a run, or decide otherwise in a replay, at its place: promises, files, connections,
 * the environment, and what is read once as a module is loaded. It is read from the text alone: nothing runs. The files that a
 * strategy imports are read with it, but for those of packages. One that several strategies import is reported once.
 */
export class CodeCheck {
  readonly #shelf = new ModuleShelf();
  readonly #reported = new Set<string>();

  /**
   * What is doubtful in a strategy, and in the files that it imports, and was not reported before. Nothing of a file that cannot
   * be read, which loading it reports.
   *
   * @param path - absolute
   * @param file - as the user named it, for messages
   */
  async check(path: string, file: string): Promise<readonly Problem[]> {
    const strategy = await this.#shelf.module(path, file);
    if (strategy === null) return [];
    const reached = await reachedModules(strategy, this.#shelf);
    return reached.flatMap((one) => problemsIn(one)).filter((found) => this.#isNew(found));
  }

  #isNew({ file, line, column, message }: Problem): boolean {
    const key = JSON.stringify([file, line, column, message]);
    if (this.#reported.has(key)) return false;
    this.#reported.add(key);
    return true;
  }
}

/** The same of one text, without the files that it imports. */
export async function checkCode(text: string, file: string): Promise<readonly Problem[]> {
  const code = await readCode(text);
  if (code === null) return [];
  const module = { file, path: '', text, code };
  return (await reachedModules(module, NO_OTHERS)).flatMap((one) => problemsIn(one));
}

const NO_OTHERS = { imported: () => Promise.resolve(null) };

function problemsIn({ module, inRun }: ReachedModule): readonly Problem[] {
  const { code, text, file } = module;
  if (code === 'unread') return [problem(UNREAD, { file, next: NEST_LESS })];
  const found = [
    ...doubtsOf([...inRun], code.names, doubtInRun),
    ...doubtsOf(nodesAtTop(code.program), code.names, doubtAtTop),
  ].sort((one, other) => one.node.start - other.node.start);
  const source = new TextSource(text, file, true);
  return found.slice(0, DOUBTS_MAX).map(({ node: { start, end }, doubt }) => {
    const lineEnd = text.indexOf('\n', start);
    const endOffset = lineEnd < 0 ? end : Math.min(end, lineEnd);
    const { message, next } = doubt;
    return source.problemAt({ startOffset: start, endOffset }, message, { next });
  });
}

interface DoubtAt {
  readonly node: AnyNode;
  readonly doubt: CodeDoubt;
}

function doubtsOf(
  nodes: readonly AnyNode[],
  names: ModuleNames,
  rule: (node: AnyNode, names: ModuleNames) => CodeDoubt | null,
): readonly DoubtAt[] {
  return nodes.flatMap((node) => {
    const doubt = rule(node, names);
    return doubt === null ? [] : [{ node, doubt }];
  });
}
