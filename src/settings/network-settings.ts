import { z } from 'zod';

import { addressKind, mayReach } from '../base/internet-address.ts';
import { problem, type Problem } from '../base/problem.ts';
import { type Path, placeAt } from '../text/finding.ts';
import { type BuildContext } from './build-context.ts';

/** A host as URLs have it: lower case, numbers in their usual form. */
const host = z
  .string()
  .regex(/^[a-z0-9.:-]{1,253}$/, 'a host as in a URL, in small letters: mail.internal, 10.0.0.5');

/** What may be reached beyond the internet and this machine. */
export const networkSchema = z.lazy(() =>
  z.strictObject({ privateHosts: z.array(host).max(20).default([]) }),
);

const ALLOWED = 'a host on the internet, or this machine; or one of network.privateHosts';

/** The problem of a URL whose host is a number at which it will not be reached; null for any other. Names are judged as they are used. */
export function problemOfNumber(url: string, privateHosts: readonly string[]): Problem | null {
  const number = URL.canParse(url) ? new URL(url).hostname.replace(/^\[(.*)\]$/, '$1') : '';
  if (addressKind(number) === null || mayReach(number, number, privateHosts)) return null;
  return problem('A private or reserved address', { allowed: ALLOWED });
}

/** The problems of the hosts of a configuration that are numbers. */
export function privateNumbers(
  urls: readonly (readonly [url: string | undefined, at: Path])[],
  { source }: BuildContext,
  privateHosts: readonly string[],
): readonly Problem[] {
  return urls.flatMap(([url, at]) => {
    const found = url === undefined ? null : problemOfNumber(url, privateHosts);
    return found === null ? [] : [{ ...found, file: source.file, ...placeAt(source, at) }];
  });
}
