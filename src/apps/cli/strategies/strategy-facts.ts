import { relative } from 'node:path';

import { type DescribedSource } from '../../../loading/describing/described-strategy.ts';

/** `lots=1 stop=30`, or `no parameters`. */
export function paramsText(params: unknown): string {
  if (typeof params !== 'object' || params === null) return 'no parameters';
  const texts = Object.entries(params).map(([key, value]) => `${key}=${valueText(value)}`);
  return texts.length === 0 ? 'no parameters' : texts.join(' ');
}

/** A parameter's value for people: texts as they are. */
export function valueText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** `ticks (prices.example:443)`: what it may connect to is what a reader wants to know. */
export function sourceText({ name, hosts }: DescribedSource): string {
  return hosts.length === 0 ? name : `${name} (${hosts.join(', ')})`;
}

/** The names of sources, and all that they may connect to. */
export function sourceFacts(sources: readonly DescribedSource[]): {
  readonly sources: readonly string[];
  readonly hosts: readonly string[];
} {
  const hosts = [...new Set(sources.flatMap((source) => source.hosts))];
  return { sources: sources.map(({ name }) => name), hosts };
}

/** A path as short as it can be said from a directory: below it relative, else absolute. */
export function shortPath(path: string, directory: string): string {
  const short = relative(directory, path);
  return short === '' || short.startsWith('..') ? path : short;
}
