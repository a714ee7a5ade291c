import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path';

import { isWithin } from '../adapters/system/entries-below.ts';
import { fail, ok, type Result } from '../base/result.ts';
import {
  type PartFile,
  type ReadPart,
  type PartRefusal,
} from '../language/blueprints/read-part.ts';
import { shownText } from '../text/finding.ts';
import { YAML_BYTES_MAX } from '../text/read-yaml.ts';
import { recalledContent, type SourceFile } from './files-as-they-were.ts';
import { YAML_ENDINGS } from './load-module.ts';
import { readRegularFile } from './regular-file.ts';
import { unreadableFile } from './unreadable-file.ts';

const EXAMPLE = './blueprints/straddle.yaml';
const AN_ADDRESS = /^([a-z][a-z0-9+.-]*:|[/\\~])|\0/i;
/** A path of a folder, which resolving it would make one of a file. */
const A_FOLDER = /[/\\]\.?$/;

type Read = Result<PartFile, PartRefusal>;

/** Reads the files that a strategy's file names, and keeps what it read: a hash of the source covers these very bytes. */
export class StrategyParts {
  readonly #file: string;
  readonly #shown: string;
  readonly #read = new Map<string, SourceFile>();

  /** `file` is the strategy's own, absolute; `shown` the same as the user named it. */
  constructor(file: string, shown: string) {
    this.#file = file;
    this.#shown = shown;
  }

  /** What was read so far, by path. */
  get files(): readonly SourceFile[] {
    return [...this.#read.values()].sort((one, other) => (one.path < other.path ? -1 : 1));
  }

  readonly read: ReadPart = (asked, by) => {
    const path = resolve(dirname(by ?? this.#file), asked);
    const wrong = this.#wrongPath(path, asked);
    if (wrong !== null) {
      return fail({ ...wrong, parts: { ...wrong.parts, found: shownText(asked) } });
    }
    return this.#kept(path, asked);
  };

  /** Null where a path is of a file that may be read. */
  #wrongPath(path: string, asked: string): PartRefusal | null {
    const root = dirname(this.#file);
    if (AN_ADDRESS.test(asked) || A_FOLDER.test(asked)) return NO_PATH;
    if (path === this.#file) {
      return { message: 'A file cannot name itself', parts: { next: 'Name another file' } };
    }
    if (!isWithin(path, root)) return OUTSIDE;
    if (isHidden(path, root)) return HIDDEN;
    if (YAML_ENDINGS.includes(extname(path))) return null;
    const allowed = `a file that ends with ${YAML_ENDINGS.join(' or ')}`;
    return { message: 'Only a file in YAML can be a part of one', parts: { allowed, next: null } };
  }

  #kept(path: string, asked: string): Read {
    const before = this.#read.get(path)?.content ?? recalledContent(path);
    try {
      const content = before ?? this.#bytes(path);
      if (!(content instanceof Uint8Array)) {
        return fail({ ...content, parts: { ...content.parts, found: shownText(asked) } });
      }
      this.#read.set(path, { path, content });
      const text = Buffer.from(content).toString('utf8');
      return ok({ file: this.#shownAs(path), path, text });
    } catch (error) {
      return fail(unreadable(path, asked, error));
    }
  }

  /** What a file holds, unless a link leads to one that may not be read. @throws what the file system says */
  #bytes(path: string): Uint8Array | PartRefusal {
    const [real, root] = [realpathSync(path), realpathSync(dirname(this.#file))];
    if (!isWithin(real, root)) return LINKED;
    if (isHidden(real, root)) return HIDDEN;
    const { size } = statSync(path);
    // A file that is too big is refused by its size, whatever it holds.
    return size > YAML_BYTES_MAX ? Buffer.alloc(YAML_BYTES_MAX + 1, ' ') : readRegularFile(path);
  }

  #shownAs(path: string): string {
    return join(dirname(this.#shown), relative(dirname(this.#file), path));
  }
}

const ALLOWED = `a path from this file such as ${EXAMPLE}`;
const NO_PATH: PartRefusal = {
  message: 'A part of a strategy is named by its path from this file',
  parts: { allowed: ALLOWED, next: 'Put the file beside this one, and name it so' },
};
const OUTSIDE: PartRefusal = {
  message: 'The file lies outside the folder of the strategy',
  parts: { allowed: ALLOWED, next: 'Move it into the folder of the strategy, or one below' },
};
const HIDDEN: PartRefusal = {
  message: 'A hidden file cannot be a part of a strategy',
  parts: { allowed: ALLOWED, next: 'Name it without a dot at the beginning' },
};
const LINKED: PartRefusal = {
  message: 'The file is a link that leads out of the folder of the strategy',
  parts: {},
};

function isHidden(path: string, root: string): boolean {
  const names = relative(root, path).split(sep);
  return names.some((name) => name.startsWith('.'));
}

function unreadable(path: string, asked: string, error: unknown): PartRefusal {
  const { message, found, nearest } = unreadableFile('Cannot read the file', path, error);
  const near = nearest === null ? null : join(dirname(asked), basename(nearest));
  const named = near === null ? null : `./${near.replaceAll(sep, '/')}`;
  const next = named === null ? `It was looked up in ${dirname(asked)}` : `Write ${named}`;
  return { message: `${message} ${shownText(asked)}`, parts: { found, nearest: named, next } };
}
