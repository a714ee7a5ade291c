import { type MonoTypeOperatorFunction, tap } from 'rxjs';

import { markMade } from '../base/author-line.ts';
import { type Command } from '../model/orders/command.ts';
import { type Path, placeAt, treeAt } from '../text/finding.ts';
import { type YamlSource } from '../text/yaml-source.ts';

/** Which key of its file asked for a command. */
const keys = new WeakMap<Command, Path>();

/** Notes of commands which key of the file asks for them. What is noted first stays: it is nearer. */
export function askedBy(...path: Path): MonoTypeOperatorFunction<Command> {
  return tap((command) => {
    if (!keys.has(command)) keys.set(command, path);
  });
}

/** Has commands say the line of the file that asked for them, where someone wants to know. */
export function linesFrom(source: YamlSource): MonoTypeOperatorFunction<Command> {
  return tap((command) => {
    markMade(command, () => lineOf(command, source));
  });
}

function lineOf(command: Command, source: YamlSource): string {
  const { file = source.file, line, column } = placeAt(source, nearestKey(command, source), true);
  return `${file}:${String(line)}:${String(column)}`;
}

/** Of what protects a leg, its stop says more than the leg, be it its own or that of all. */
function nearestKey(command: Command, { tree }: YamlSource): Path {
  const path = keys.get(command) ?? [];
  const role = roleOf(command);
  // A leg that is entered again was not asked for by the entry of the file.
  if (role === null || role === 'entry' || path[0] !== 'legs') return path;
  return [[...path, role], [role]].find((nearer) => treeAt(tree, nearer) !== null) ?? path;
}

function roleOf(command: Command): string | null {
  if (command.kind === 'modify') return command.role;
  return command.kind === 'place' ? (command.orders[0]?.role ?? null) : null;
}
