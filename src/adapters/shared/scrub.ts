import { type Json } from '../../base/json.ts';
import { SECRET_MASK } from '../../base/secret.ts';

/** Masks secrets in a text that the platform wrote. */
export type Scrub = (text: string) => string;

/** Shorter texts are left alone: masking every `1` would hide what happened and protect nothing. */
const LENGTH_MIN = 4;

/** Masks the given secrets wherever they stand, also URL-encoded, JSON-escaped or in base64. */
export function createScrub(secrets: () => readonly string[]): Scrub {
  return (text) => {
    const forms = secrets()
      .filter(({ length }) => length >= LENGTH_MIN)
      .flatMap(formsOf);
    forms.sort((left, right) => right.length - left.length);
    return forms.reduce((shown, form) => shown.replaceAll(form, SECRET_MASK), text);
  };
}

/** The same for every text inside a value, keys included. Depth is the caller's to bound. */
export function scrubJson(value: Json, scrub: Scrub): Json {
  if (typeof value === 'string') return scrub(value);
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return value.map((item) => scrubJson(item, scrub));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [scrub(key), scrubJson(item, scrub)]),
  );
}

function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const base64 = bytes.toString('base64').replace(/=+$/, '');
  const encoded = encodeURIComponent(secret);
  return [
    secret,
    encoded,
    encoded.replaceAll('%20', '+'),
    JSON.stringify(secret).slice(1, -1),
    base64,
    bytes.toString('base64url'),
  ];
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
