import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path';

import { isWithin } from '../adapters/system/entries-below.ts';
import { fail, ok, type Result } from '../base/result.ts';
import {
  type PartFile,
  type ReadPart,
  type PartRefusal,
} from '../language/blueprints/read-part.ts';
import { INCLUDED_MAX } from '../language/schema/include.ts';
import { type ReadSource } from '../language/sources/read-source.ts';
import { alternatives, shownText } from '../text/finding.ts';
import { namesIn, nearestFile } from '../settings/names-in.ts';
import { YAML_BYTES_MAX } from '../text/read-yaml.ts';
import { recalledContent, type SourceFile } from './files-as-they-were.ts';
import { MODULE_ENDINGS, YAML_ENDINGS } from './load-module.ts';
import { type ImportedSource } from './own-sources/import-source.ts';
import { readRegularFile } from './regular-file.ts';
import { unreadableFile } from './unreadable-file.ts';

/** What a file may name. */
interface NamedKind {
  readonly what: string;
  readonly example: string;
  readonly endings: readonly string[];
  readonly wrongEnding: string;
  readonly bytesMax: number;
}

const OF_PARTS: NamedKind = {
  what: 'A part of a strategy',
  example: './blueprints/straddle.yaml',
  endings: YAML_ENDINGS,
  wrongEnding: 'Only a file in YAML can be a part of one',
  bytesMax: YAML_BYTES_MAX,
};
const OF_MODULES: NamedKind = {
  what: 'The module of a source',
  example: './vix-source.ts',
  endings: MODULE_ENDINGS,
  wrongEnding: 'Only a module can be a source',
  bytesMax: Infinity,
};
const AN_ADDRESS = /^([a-z][a-z0-9+.-]*:|[/\\~])|\0/i;
/** A path of a folder, which resolving it would make one of a file. */
const A_FOLDER = /[/\\]\.?$/;

/** All parts of a strategy together. */
const PARTS_BYTES_MAX = 256 * 1024;
/** A blueprint, and what may be included. */
const PARTS_MAX = 1 + INCLUDED_MAX;

type Read = Result<PartFile, PartRefusal>;

/** Reads the files that a strategy's file names, and keeps what it read: a hash of the source covers these very bytes. */
export class StrategyParts {
  /** The strategy's own file, absolute. */
  readonly file: string;
  readonly #shown: string;
  readonly #importer: string;
  readonly #read = new Map<string, SourceFile>();
  readonly #modules = new Map<string, SourceFile>();
  readonly #imported = new Map<string, ImportedSource>();

  /**
   * `file` is the strategy's own, absolute; `shown` the same as the user named it; `importer` where code would stand that imports its
   * modules, absolute, by default the file.
   */
  constructor(file: string, shown: string, importer: string = file) {
    this.#importer = importer;
    this.file = file;
    this.#shown = shown;
  }

  /** Modules of sources that were asked for so far, in their order. */
  get modules(): readonly SourceFile[] {
    return [...this.#modules.values()];
  }

  /** What was read so far, by path; without modules. */
  get files(): readonly SourceFile[] {
    return [...this.#read.values()].sort((one, other) => (one.path < other.path ? -1 : 1));
  }

  readonly read: ReadPart = (asked, by) => {
    const path = resolve(dirname(by ?? this.file), asked);
    const wrong = this.#wrongPath(path, asked, OF_PARTS);
    if (wrong !== null) {
      return fail({ ...wrong, parts: { ...wrong.parts, found: shownText(asked) } });
    }
    return this.#kept(path, asked);
  };

  /** Finds the module of a source, and says what it was imported as, once it was. */
  readonly readModule: ReadSource = (asked, by) => {
    const path = resolve(dirname(this.#pathOf(by)), asked);
    const wrong = this.#wrongPath(path, asked, OF_MODULES) ?? this.#unreadModule(path, asked);
    const found = { found: shownText(asked) };
    if (wrong !== null) return fail({ ...wrong, parts: { ...found, ...wrong.parts } });
    const specifier = specifierOf(path, this.#importer);
    const imported = this.#imported.get(path);
    if (imported === undefined) return ok({ specifier, source: null });
    if (imported.ok) return ok({ specifier, source: imported.value });
    const { message, parts } = imported.error;
    return fail({ message, parts: { ...found, ...parts } });
  };

  /** Notes what a module was imported as. */
  take(path: string, imported: ImportedSource): void {
    this.#imported.set(path, imported);
  }

  /** Reads a module, unless that was done before; null where it may be imported. */
  #unreadModule(path: string, asked: string): PartRefusal | null {
    if (this.#modules.has(path)) return null;
    try {
      const content = recalledContent(path) ?? this.#bytes(path, OF_MODULES);
      if (!(content instanceof Uint8Array)) return content;
      this.#modules.set(path, { path, content });
      return null;
    } catch (error) {
      return unreadable(path, asked, { error, kind: OF_MODULES });
    }
  }

  /** The file that messages call so. */
  #pathOf(shown: string | null): string {
    const read = [...this.#read.keys()].find((path) => this.#shownAs(path) === shown);
    return read ?? this.file;
  }

  /** Null where a path is of a file that may be read. */
  #wrongPath(path: string, asked: string, kind: NamedKind): PartRefusal | null {
    const root = dirname(this.file);
    if (AN_ADDRESS.test(asked)) return noPath(kind);
    if (path === this.file) {
      return { message: 'A file cannot name itself', parts: { next: 'Name another file' } };
    }
    if (!isWithin(path, root)) return outside(kind);
    if (isHidden(path, root)) return hidden(kind);
    // Of one that was read it is known, also in a turn of the strategy, which may not look.
    if (!this.#isRead(path) && isFolderIn(path, root)) return folder(path, asked, kind);
    if (A_FOLDER.test(asked)) return noPath(kind);
    if (kind.endings.includes(extname(path))) return null;
    const allowed = `a file that ends with ${alternatives(kind.endings)}`;
    return { message: kind.wrongEnding, parts: { allowed, next: null } };
  }

  #isRead(path: string): boolean {
    return this.#read.has(path) || this.#modules.has(path);
  }

  #kept(path: string, asked: string): Read {
    const before = this.#read.get(path)?.content ?? recalledContent(path);
    try {
      const content = before ?? this.#bytes(path, OF_PARTS);
      if (!(content instanceof Uint8Array)) {
        return fail({ ...content, parts: { ...content.parts, found: shownText(asked) } });
      }
      const tooMuch = this.#tooMuch(path, content);
      if (tooMuch !== null) return fail(tooMuch);
      this.#read.set(path, { path, content });
      const text = Buffer.from(content).toString('utf8');
      return ok({ file: this.#shownAs(path), path, text });
    } catch (error) {
      return fail(unreadable(path, asked, { error, kind: OF_PARTS }));
    }
  }

  /** Null where the strategy may have this file beside those that were read. */
  #tooMuch(path: string, content: Uint8Array): PartRefusal | null {
    if (this.#read.has(path)) return null;
    const bytes = this.files.reduce((sum, one) => sum + one.content.length, content.length);
    if (bytes > PARTS_BYTES_MAX) {
      const allowed = `at most ${String(PARTS_BYTES_MAX)} bytes`;
      const parts = { found: `${String(bytes)} bytes with this one`, allowed, next: SHORTEN };
      return { message: 'The parts of the strategy are too large together', parts };
    }
    if (this.#read.size < PARTS_MAX) return null;
    const allowed = `at most ${String(PARTS_MAX)} files`;
    return { message: 'The strategy has too many parts', parts: { allowed, next: SHORTEN } };
  }

  /** What a file holds, unless a link leads to one that may not be read. @throws what the file system says */
  #bytes(path: string, kind: NamedKind): Uint8Array | PartRefusal {
    const [real, root] = [realpathSync(path), realpathSync(dirname(this.file))];
    if (!isWithin(real, root)) return LINKED;
    if (isHidden(real, root)) return hidden(kind);
    const { size } = statSync(path);
    // A file that is too big is refused by its size, whatever it holds.
    return size > kind.bytesMax ? Buffer.alloc(kind.bytesMax + 1, ' ') : readRegularFile(path);
  }

  #shownAs(path: string): string {
    return join(dirname(this.#shown), relative(dirname(this.file), path));
  }
}

const SHORTEN = 'Leave out what this strategy does not need';

function noPath({ what, example }: NamedKind): PartRefusal {
  const next = 'Put the file beside this one, and name it so';
  const message = `${what} is named by its path from this file`;
  return { message, parts: { allowed: `a path from this file such as ${example}`, next } };
}

function outside({ example }: NamedKind): PartRefusal {
  const next = 'Move it into the folder of the strategy, or one below';
  const message = 'The file lies outside the folder of the strategy';
  return { message, parts: { allowed: `a path from this file such as ${example}`, next } };
}

/** Whether a folder stands there, by no link that leads out of this one. */
function isFolderIn(path: string, root: string): boolean {
  try {
    return statSync(path).isDirectory() && isWithin(realpathSync(path), realpathSync(root));
  } catch {
    return false;
  }
}

function folder(path: string, asked: string, { example, endings }: NamedKind): PartRefusal {
  const isNamed = (name: string): boolean =>
    !name.startsWith('.') && endings.includes(extname(name));
  const [first] = namesIn(path).filter(isNamed).toSorted();
  const nearest = first === undefined ? null : `./${join(asked, first).replaceAll(sep, '/')}`;
  const next = nearest === null ? 'Name a file' : `Name a file in it, such as ${nearest}`;
  const allowed = `a path from this file such as ${example}`;
  return { message: 'This is a folder, not a file', parts: { allowed, nearest, next } };
}

function hidden({ example }: NamedKind): PartRefusal {
  const next = 'Name it without a dot at the beginning';
  const message = 'A hidden file cannot be a part of a strategy';
  return { message, parts: { allowed: `a path from this file such as ${example}`, next } };
}

const LINKED: PartRefusal = {
  message: 'The file is a link that leads out of the folder of the strategy',
  parts: {},
};

/** How a module names another. */
function specifierOf(path: string, importer: string): string {
  const way = relative(dirname(importer), path).replaceAll(sep, '/');
  return way.startsWith('../') ? way : `./${way}`;
}

function isHidden(path: string, root: string): boolean {
  const names = relative(root, path).split(sep);
  return names.some((name) => name.startsWith('.'));
}

/** The same file in the folder whose name is most like that of an absent one; null where there is none. */
function inNearestFolder(path: string, asked: string): string | null {
  const meant = existsSync(dirname(path)) ? null : nearestFile(dirname(path));
  if (meant === null) return null;
  const isThere = existsSync(join(dirname(dirname(path)), meant, basename(path)));
  return isThere ? join(dirname(dirname(asked)), meant, basename(asked)) : null;
}

function unreadable(
  path: string,
  asked: string,
  { error, kind }: { readonly error: unknown; readonly kind: NamedKind },
): PartRefusal {
  const { message, found, nearest } = unreadableFile('Cannot read the file', path, error);
  const near =
    nearest === null ? inNearestFolder(path, asked) : join(dirname(asked), basename(nearest));
  // A file of another kind, such as the strategy's own, is not meant.
  const isMeant = near !== null && kind.endings.includes(extname(near));
  const named = isMeant ? `./${near.replaceAll(sep, '/')}` : null;
  const next = named === null ? `It was looked up in ${dirname(asked)}` : `Write ${named}`;
  return { message: `${message} ${shownText(asked)}`, parts: { found, nearest: named, next } };
}
