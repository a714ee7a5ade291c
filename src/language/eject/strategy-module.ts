import { type Finding, type Path, treeAt } from '../../text/finding.ts';
import { type YamlSource } from '../../text/yaml-source.ts';
import {
  arrow,
  call,
  digits,
  type Code,
  list,
  type MappingEntry,
  plainCode,
  printCode,
  text,
  WIDTH,
} from './code.ts';

/** What a strategy's module says, besides what its imports and its comment say. */
export interface ModuleParts {
  readonly name: string;
  readonly params: Code;
  readonly days: readonly string[] | undefined;
  /** Constants of `run`, by name, in order. */
  readonly constants: readonly ModuleConstant[];
  /** What `run` returns. */
  readonly returned: Code;
  /** Constants above the strategy. @default none */
  readonly before?: readonly ModuleConstant[];
  /** The broker connection that it trades through. @default the account's own */
  readonly broker?: CommentedCode;
  /** Its limits of the day. @default none */
  readonly protections?: CommentedCode;
  /** Modules whose sources it declares. @default none */
  readonly imports?: readonly SourceImport[];
}

/** The default export of a module that an ejected one imports. */
export interface SourceImport {
  /** What the module calls it. */
  readonly constant: string;
  readonly specifier: string;
  /** How long a value of it counts. */
  readonly staleAfterMs: number;
}

/** Code with lines above it. */
export interface CommentedCode {
  readonly code: Code;
  readonly comment: readonly string[];
}

/** `const name = code;` */
export interface ModuleConstant {
  readonly name: string;
  readonly code: Code;
  /** Lines above it. @default none */
  readonly comment?: readonly string[];
}

const BY_HAND = 'Keep the strategy in YAML, or take this word out and write it by hand';

/** The TypeScript module that a file becomes: what it imports, and what of the file no TypeScript is known for. */
export class StrategyModule {
  readonly findings: Finding[] = [];
  readonly #source: YamlSource;
  readonly #kit = new Set(['defineStrategy']);
  readonly #rxjs = new Set<string>();
  readonly #ruleParts = new Set<string>();
  #isContextUsed = false;
  readonly #taken = new Set<string>();

  constructor(source: YamlSource) {
    this.#source = source;
  }

  /** A call of something of the kit, which the module then imports. */
  kit(name: string, ...given: readonly Code[]): Code {
    const [imported = ''] = name.split('.');
    this.#kit.add(imported);
    return call(name, ...given);
  }

  /** A call of a part of the rules, which the module then takes from them. */
  rule(name: string, ...given: readonly Code[]): Code {
    this.#ruleParts.add(name);
    return call(name, ...given);
  }

  /** Parts of the rules that were called, sorted. */
  ruleParts(): readonly string[] {
    return [...this.#ruleParts].sort();
  }

  /** The same of RxJS. */
  rxjs(name: string, ...given: readonly Code[]): Code {
    this.#rxjs.add(name);
    return call(name, ...given);
  }

  /** `context`, which `run` then takes. */
  context(): string {
    this.#isContextUsed = true;
    return 'context';
  }

  /** A member of the context, which `run` then takes apart. */
  of(member: string, ...given: readonly Code[]): Code {
    this.#taken.add(member);
    return given.length === 0 ? member : call(member, ...given);
  }

  /** `params.name` */
  param(name: string): string {
    this.#taken.add('params');
    return `params.${name}`;
  }

  /** Refuses keys of a mapping of the file that no TypeScript is known for. */
  expect(written: Readonly<Record<string, unknown>>, path: Path, known: readonly string[]): void {
    for (const key of Object.keys(written).filter((one) => !known.includes(one))) {
      this.refuse([...path, key], key);
    }
  }

  /** Refuses a word of the file that no TypeScript is known for. */
  refuse(path: Path, word: string): void {
    const message = `"${word}" cannot be ejected yet`;
    this.findings.push({ path, isKey: true, message, parts: { next: BY_HAND } });
  }

  /** The comment lines that stand right above a key or an item of the file, as comments of TypeScript. */
  commentAbove(path: Path): readonly string[] {
    const start = this.#startOf(path);
    return start === null
      ? []
      : linesAbove(this.#source.text, start).map((one) => `// ${one}`.trimEnd());
  }

  /**
   * A mapping of what is defined, each entry with the comment above its key in the file.
   *
   * @param inFile keys that the file calls otherwise
   */
  commented(
    path: Path,
    values: Readonly<Record<string, Code | undefined>>,
    inFile: Readonly<Record<string, string>> = {},
  ): Code {
    const entries = Object.entries(values).flatMap(([key, value]): readonly MappingEntry[] => {
      if (value === undefined) return [];
      const comment = this.commentAbove([...path, inFile[key] ?? key]);
      return [{ key, value, ...(comment.length === 0 ? {} : { comment }) }];
    });
    return { kind: 'mapping', entries };
  }

  /** The whole module. */
  print(parts: ModuleParts): string {
    const strategy = this.#strategy(parts);
    const imports = importOf(this.#rxjs, 'rxjs') + importOf(this.#kit, 'sauda');
    const before = (parts.before ?? []).map(
      ({ name, code }) =>
        `const ${name} = ${printCode(code, { indent: 0, column: name.length + 9, behind: 1 })};\n`,
    );
    const sources = (parts.imports ?? [])
      .map(({ constant, specifier }) => `import ${constant} from ${text(specifier)};\n`)
      .join('');
    const own = sources === '' ? '' : `\n${sources}`;
    return `${imports}${own}\n${before.map((one) => `${one}\n`).join('')}${this.#headComment()}${strategy}`;
  }

  #headComment(): string {
    const [first] = this.#source.tree.parts.values();
    const above = first === undefined ? [] : linesAbove(this.#source.text, first.key.startOffset);
    const lines = above.map((one) => ` * ${one.replaceAll('*/', '* /')}`.trimEnd());
    return lines.length === 0 ? '' : ['/**', ...lines, ' */', ''].join('\n');
  }

  #strategy(parts: ModuleParts): string {
    const { name, params, broker, protections, days, constants, returned, imports = [] } = parts;
    const sources = list(imports.map(declaredSource));
    const trade =
      days === undefined
        ? returned
        : this.kit('onWeekdays', this.context(), plainCode(days), arrow('', returned));
    const statements = [
      ...constants.flatMap(({ name: constant, code, comment = [] }) => [
        ...comment.map((one) => `    ${one}`),
        statement(`const ${constant} = `, code),
      ]),
      statement('return ', trade),
    ];
    return [
      `export default defineStrategy({`,
      `  name: ${text(name)},`,
      ...entry('params', { code: params, comment: [] }),
      ...(imports.length === 0 ? [] : entry('sources', { code: sources, comment: [] })),
      ...(broker === undefined ? [] : entry('broker', broker)),
      ...(protections === undefined ? [] : entry('protections', protections)),
      `  run: (${this.#parameters()}) => {`,
      ...this.#destructured(),
      ...statements,
      '  },',
      '});',
      '',
    ].join('\n');
  }

  #parameters(): string {
    if (this.#isContextUsed) return 'context';
    return this.#taken.size === 0 ? '' : `{ ${[...this.#taken].join(', ')} }`;
  }

  #destructured(): readonly string[] {
    if (!this.#isContextUsed || this.#taken.size === 0) return [];
    return [`    const { ${[...this.#taken].join(', ')} } = context;`];
  }

  #startOf(path: Path): number | null {
    const holder = treeAt(this.#source.tree, path.slice(0, -1));
    const part = holder?.parts.get(String(path.at(-1)));
    const isFirst = path.length === 1 && part === [...this.#source.tree.parts.values()][0];
    if (part === undefined || isFirst) return null;
    return typeof path.at(-1) === 'number' ? part.tree.span.startOffset : part.key.startOffset;
  }
}

/** An entry of the definition. */
function entry(key: string, { code, comment }: CommentedCode): readonly string[] {
  const place = { indent: 2, column: key.length + 4, behind: 1 };
  return [...comment.map((one) => `  ${one}`), `  ${key}: ${printCode(code, place)},`];
}

function statement(begin: string, code: Code): string {
  const place = { indent: 4, column: 4 + begin.length, behind: 1 };
  return `    ${begin}${printCode(code, place)};`;
}

function importOf(names: ReadonlySet<string>, from: string): string {
  if (names.size === 0) return '';
  const sorted = [...names].sort((one, other) => one.localeCompare(other, 'en'));
  const flat = `import { ${sorted.join(', ')} } from '${from}';\n`;
  if (flat.length - 1 <= WIDTH) return flat;
  return ['import {', ...sorted.map((name) => `  ${name},`), `} from '${from}';`, ''].join('\n');
}

/** The texts of the comments that fill the lines right above what begins a line at an offset. */
function linesAbove(text: string, offset: number): readonly string[] {
  const before = text.slice(0, offset).split('\n');
  if (!/^\s*(- +)?$/.test(before.at(-1) ?? '')) return [];
  const lines = before.slice(0, -1);
  const from = lines.findLastIndex((one) => !/^\s*#/.test(one)) + 1;
  return lines.slice(from).map((one) => withinLine(one).replace(/^#+ ?/, ''));
}

/** What TypeScript takes for the end of a line is none in YAML: what follows it would be code. */
function withinLine(comment: string): string {
  return comment.trim().replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ');
}

/** `{ ...vixSource, staleAfterMs: 600_000 }`: the module says what it brings, and the file how long that counts. */
function declaredSource({ constant, staleAfterMs }: SourceImport): Code {
  const staleAfter = { key: 'staleAfterMs', value: digits(staleAfterMs) };
  return { kind: 'mapping', entries: [{ key: `...${constant}`, value: null }, staleAfter] };
}
