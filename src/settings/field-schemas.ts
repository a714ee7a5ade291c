import { z } from 'zod';

import { invariant } from '../base/invariant.ts';
import { type Json } from '../base/json.ts';
import { isLoopbackHost } from '../base/loopback.ts';
import { parseDuration } from '../model/time/duration.ts';
import { isoInstantMs } from '../model/time/instant.ts';

function refuse(context: z.RefinementCtx, message: string, allowed: string): never {
  context.addIssue({ code: 'custom', message, params: { allowed } });
  return z.NEVER;
}

/** A duration from `min` to `max`, written as people write it, to milliseconds. */
export function durationMs(min: string, max: string): z.ZodType<number> {
  const allowed = `${min} to ${max}`;
  const [leastMs, mostMs] = [min, max].map((bound) => {
    const parsed = parseDuration(bound);
    invariant(parsed.ok, `Not a duration: "${bound}"`);
    return parsed.value;
  });
  return z.union([z.string(), z.number()]).transform((text, context): number => {
    const parsed = parseDuration(String(text));
    if (!parsed.ok) return refuse(context, 'Not a duration', `${allowed}; ${parsed.error}`);
    const isWithin = parsed.value >= (leastMs ?? 0) && parsed.value <= (mostMs ?? 0);
    return isWithin ? parsed.value : refuse(context, 'Duration out of range', allowed);
  });
}

/** An IST date and time, `2026-10-30T09:00`, to epoch milliseconds. */
export const istInstantMs = z.string().transform((text, context): number => {
  const atMs = isoInstantMs(text);
  if (!Number.isNaN(atMs)) return atMs;
  return refuse(context, 'Not a date and time', 'YYYY-MM-DDTHH:MM in IST: 2026-10-30T09:00');
});

/** Anything that JSON can say. */
export const anyJson: z.ZodType<Json> = z.json();

const URL_ALLOWED =
  'https://…, or http:// on localhost; no user, query or fragment, a path of a-z A-Z 0-9 . _ ~ - and /';

/** A base address without the slash at its end. Plain http only on this machine. */
export const hostUrl = z.string().transform((text, context): string => {
  const url = URL.canParse(text) ? new URL(text) : null;
  const extras = url === null ? '' : url.username + url.password + url.search + url.hash;
  if (url !== null && extras === '' && isSafe(url)) return url.href.replace(/\/+$/, '');
  // An address with a user or a query may carry a secret, so it is not shown.
  const params = { allowed: URL_ALLOWED, ...(extras === '' ? {} : { found: null }) };
  context.addIssue({ code: 'custom', message: 'Not a usable address', params });
  return z.NEVER;
});

/** The transport refuses other paths too: what is encoded may mean another route to a proxy. */
const PLAIN_PATH = /^[A-Za-z0-9._~/-]*$/;

function isSafe(url: URL): boolean {
  if (!PLAIN_PATH.test(url.pathname)) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname));
}
