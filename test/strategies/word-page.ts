import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { type z } from 'zod';

import { formatProblem } from '../../src/base/problem.ts';
import { compileStrategy } from '../../src/language/compile-strategy.ts';

/** A word of the language with its examples. */
export interface WordSection {
  readonly words: readonly string[];
  readonly good: string;
  readonly bad: string;
}

const EXAMPLES = /```yaml\n(.*?)^```\n\n```yaml\n(.*?)^```\n\n```text\n/ms;
const MESSAGES = /(?<=```yaml\n(?<bad>[^`]*?)```\n\n```text\n)[^`]*?(?=```\n)/g;

/** A page of `docs` that explains words, each with an example and one that is refused. */
export class WordPage {
  readonly path: string;
  readonly intro: string;
  readonly sections: readonly WordSection[];
  readonly #text: string;
  readonly #file: string;

  /** `file` is how messages name the examples. */
  constructor(page: string, file: string) {
    this.path = fileURLToPath(new URL(`../../docs/${page}`, import.meta.url));
    this.#text = readFileSync(this.path, 'utf8').replaceAll('\r\n', '\n');
    this.#file = file;
    const [intro = '', ...sections] = this.#text.split(/^### /m);
    this.intro = intro;
    this.sections = sections.map(sectionOf);
  }

  /** What is said of an example, which the shared lines follow whose keys it does not have itself. */
  said(example: string): string {
    const compiled = compileStrategy(this.fileOf(example), this.#file);
    return compiled.ok ? 'compiled\n' : `${compiled.error.map(formatProblem).join('\n')}\n`;
  }

  /** The whole file of an example. */
  fileOf(example: string): string {
    return example + this.#linesAfter(example);
  }

  /** The page with the messages that its refused examples get now. */
  rewritten(): string {
    return this.#text.replaceAll(MESSAGES, (...found: unknown[]) =>
      this.said((found.at(-1) as { readonly bad: string }).bad),
    );
  }

  /** The last YAML before the first word is what all examples share. */
  #linesAfter(example: string): string {
    const shared = [...this.intro.matchAll(/^```yaml\n(.*?)^```$/gms)].at(-1)?.[1] ?? '';
    const own = new Set([...example.matchAll(/^\w+(?=:)/gm)].map(([key]) => key));
    const parts = shared.split(/^(?=\w)/m);
    return parts.filter((part) => !own.has(part.slice(0, part.indexOf(':')))).join('');
  }
}

function sectionOf(section: string): WordSection {
  const [heading = ''] = section.split('\n');
  const words = [...heading.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);
  const [, good = '', bad = ''] = EXAMPLES.exec(section) ?? [];
  return { words, good, bad };
}

/** Every key and every choice of a schema. */
export function wordsIn(schema: z.core.$ZodType): ReadonlySet<string> {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const words = new Set<string>();
  if (def.type === 'enum') for (const word of Object.values(def.entries)) words.add(String(word));
  if (def.type === 'literal') for (const value of def.values) words.add(String(value));
  if (def.type === 'object') for (const key of Object.keys(def.shape)) words.add(key);
  for (const inner of innerOf(def)) for (const word of wordsIn(inner)) words.add(word);
  return words;
}

function isObjectSchema(schema: z.core.$ZodType): boolean {
  return schema._zod.def.type === 'object';
}

function innerOf(def: z.core.$ZodTypes['_zod']['def']): readonly z.core.$ZodType[] {
  // Any JSON is lazy without an end.
  if (def.type === 'lazy') return [def.getter()].filter(isObjectSchema);
  if (def.type === 'object') return Object.values(def.shape);
  if (def.type === 'pipe') return [def.in, def.out];
  if (def.type === 'union') return def.options;
  if (def.type === 'record') return [def.valueType];
  if (def.type === 'array') return [def.element];
  return 'innerType' in def ? [def.innerType] : [];
}
