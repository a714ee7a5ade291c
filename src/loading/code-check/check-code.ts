import { type AnyNode } from 'acorn';

import { type Problem, problem } from '../../base/problem.ts';
import { TextSource } from '../../text/yaml-source.ts';
import { readRegularFile } from '../regular-file.ts';
import { type CodeDoubt, doubtAtTop, doubtInRun } from './code-rules.ts';
import { type ModuleNames, moduleNames } from './module-names.ts';
import { parseCode } from './parse-code.ts';
import { nodesAtTop, nodesInRun } from './run-nodes.ts';

/** Most of one file: more would only hide the first. */
const DOUBTS_MAX = 20;
const UNREAD = 'The code could not be read for promises, files and connections';
const NEST_LESS = 'Nest brackets less deeply: where they are too deep, nothing is checked';

/**
 * What in a module would fail its run, or decide otherwise in a replay, at its place: promises, files, connections, the
 * environment, and what is read once as the module is loaded. Read from the text alone: nothing runs. What the file does by way of
 * other files or packages is not seen.
 *
 * @param file - as the user named it, for messages
 */
export async function checkCode(text: string, file: string): Promise<readonly Problem[]> {
  const program = await parseCode(text);
  if (program === null) return [];
  if (program === 'unread') return [problem(UNREAD, { file, next: NEST_LESS })];
  const names = moduleNames(program);
  const found = [
    ...doubtsOf(nodesInRun(program, names), names, doubtInRun),
    ...doubtsOf(nodesAtTop(program), names, doubtAtTop),
  ].sort((one, other) => one.node.start - other.node.start);
  const source = new TextSource(text, file, true);
  return found.slice(0, DOUBTS_MAX).map(({ node: { start, end }, doubt }) => {
    const lineEnd = text.indexOf('\n', start);
    const endOffset = lineEnd < 0 ? end : Math.min(end, lineEnd);
    const { message, next } = doubt;
    return source.problemAt({ startOffset: start, endOffset }, message, { next });
  });
}

/** The same of a file; nothing of one that cannot be read, which loading it reports. */
export async function checkCodeFile(path: string, file: string): Promise<readonly Problem[]> {
  let text: string;
  try {
    text = readRegularFile(path).toString('utf8');
  } catch {
    return [];
  }
  return checkCode(text, file);
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
