import { relative } from 'node:path';

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

/** A path as short as it can be said from a directory: below it relative, else absolute. */
export function shortPath(path: string, directory: string): string {
  const short = relative(directory, path);
  return short === '' || short.startsWith('..') ? path : short;
}
