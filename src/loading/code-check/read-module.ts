import { dirname, extname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { type Program } from 'acorn';

import { MODULE_ENDINGS } from '../load-module.ts';
import { readRegularFile } from '../regular-file.ts';
import { type ModuleLinks, moduleLinks } from './module-links.ts';
import { type ModuleNames, moduleNames } from './module-names.ts';
import { parseCode } from './parse-code.ts';

/** A module of a strategy, or a file that it imports. */
export interface ReadModule {
  /** As messages name it. */
  readonly file: string;
  /** Absolute. */
  readonly path: string;
  readonly text: string;
  /** `unread` where its code is nested too deeply. */
  readonly code: ModuleCode | 'unread';
}

/** What stands in a module. */
export interface ModuleCode {
  readonly program: Program;
  readonly names: ModuleNames;
  readonly links: ModuleLinks;
}

/** Reads the text of a module; null where its syntax is wrong, which loading it reports. */
export async function readCode(text: string): Promise<ModuleCode | 'unread' | null> {
  const program = await parseCode(text);
  if (program === null || program === 'unread') return program;
  return { program, names: moduleNames(program), links: moduleLinks(program) };
}

/** Modules by path, each read once however many strategies import it. */
export class ModuleShelf {
  readonly #read = new Map<string, Promise<ReadModule | null>>();

  /** Null of a file that cannot be read, which loading it reports. */
  async module(path: string, file: string): Promise<ReadModule | null> {
    const before = this.#read.get(path);
    if (before !== undefined) return before;
    const module = readModule(path, file);
    this.#read.set(path, module);
    return module;
  }

  /** A file of the user's own that a module imports; null of packages, and of what is not code. */
  imported(by: ReadModule, from: string): Promise<ReadModule | null> {
    const path = ownPath(by.path, from);
    if (path === null) return Promise.resolve(null);
    return this.module(path, join(dirname(by.file), relative(dirname(by.path), path)));
  }
}

async function readModule(path: string, file: string): Promise<ReadModule | null> {
  try {
    const text = readRegularFile(path).toString('utf8');
    const code = await readCode(text);
    return code === null ? null : { file, path, text, code };
  } catch {
    return null;
  }
}

function ownPath(by: string, from: string): string | null {
  if (!/^(\.{0,2}\/|file:)/.test(from)) return null;
  const path = from.startsWith('file:') ? fileURLToPath(from) : resolve(dirname(by), from);
  const isOfPackage = path.includes('/node_modules/');
  return isOfPackage || !MODULE_ENDINGS.includes(extname(path)) ? null : path;
}
