import { type Json } from '../../base/json.ts';
import { SECRET_MASK } from '../../base/secret.ts';

/** Masks secrets in a text that the platform wrote. */
export type Scrub = (text: string) => string;

/** Shorter texts are left alone: masking every `1` would hide what happened and protect nothing. */
const LENGTH_MIN = 4;

/**
 * Masks the given secrets wherever they stand, also URL-encoded, JSON-escaped up to four times, in hexadecimal, or in base64,
 * there also inside a longer text that was encoded as a whole.
 */
export function createScrub(secrets: () => readonly string[]): Scrub {
  let known: readonly string[] = [];
  let forms: readonly string[] = [];
  return (text) => {
    const asked = secrets();
    if (!isSameList(asked, known)) {
      known = [...asked];
      forms = formsOfAll(known);
    }
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

/** Longest first: a secret may be part of another. */
function formsOfAll(secrets: readonly string[]): readonly string[] {
  const forms = new Set(secrets.filter(({ length }) => length >= LENGTH_MIN).flatMap(formsOf));
  return [...forms].sort((left, right) => right.length - left.length);
}

function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const encoded = encodeURIComponent(secret);
  const hex = bytes.toString('hex');
  return [
    secret,
    encoded,
    encoded.replaceAll('%20', '+'),
    encoded.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    ...jsonForms(secret),
    hex,
    hex.toUpperCase(),
    ...base64Forms(bytes),
  ];
}

/** JSON in JSON in JSON, as a body that is quoted in a fact that is logged. */
const NESTED_MAX = 4;

function jsonForms(secret: string): readonly string[] {
  const forms: string[] = [];
  for (let form = secret; forms.length < NESTED_MAX;) {
    form = JSON.stringify(form).slice(1, -1);
    forms.push(form);
  }
  return forms;
}

/** Whole, and as it looks at each of the three places that it can have in a longer text. */
function base64Forms(bytes: Buffer): readonly string[] {
  const whole = bytes.toString('base64').replace(/=+$/, '');
  const inside = [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    // The first and the last characters depend on what stands around it.
    const first = Math.ceil((before * 8) / 6);
    const last = Math.floor(((before + bytes.length) * 8) / 6);
    const sure = text.slice(first, last);
    return sure.length < LENGTH_MIN * 2 ? [] : [sure];
  });
  const forms = [whole, ...inside];
  return [...forms, ...forms.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'))];
}

function isSameList(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((item, index) => item === right[index]);
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
