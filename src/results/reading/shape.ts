import { isRecord } from '../../base/json.ts';

/** Something in a value that is not as its shape says. */
export interface WrongValue {
  /** `.days[3].netPaise`; empty for the value itself. */
  readonly path: string;
  /** What stands there; `undefined` when nothing does. */
  readonly found: unknown;
  /** What may stand there, in words. */
  readonly allowed: string;
}

/** What a value of plain JSON must be. The compiler holds a shape against the type that it stands for. */
export interface Shape<Value> {
  /** What is wrong with a value: at most {@link WRONG_MAX} of each list. */
  readonly check: (value: unknown) => readonly WrongValue[];
  /** Never there: ties the shape to its type. */
  readonly of?: (value: Value) => Value;
}

/** Wrong values of one list after which the rest of it is not looked at. */
export const WRONG_MAX = 20;

const NOTHING_WRONG: readonly WrongValue[] = [];

/** A value that a test accepts. */
export function shape<Value>(allowed: string, accepts: (value: unknown) => boolean): Shape<Value> {
  return {
    check: (found) => (accepts(found) ? NOTHING_WRONG : [{ path: '', found, allowed }]),
  };
}

/** One of the words that are the keys of `words`: all of them, or it does not compile. */
export function wordOf<Word extends string>(words: Readonly<Record<Word, true>>): Shape<Word> {
  const allowed = Object.keys(words).join(', ');
  return shape(allowed, (value) => typeof value === 'string' && Object.hasOwn(words, value));
}

/** Null, or as the shape says. */
export function nullOr<Value>({ check }: Shape<Value>): Shape<Value | null> {
  return {
    check: (value) =>
      value === null
        ? NOTHING_WRONG
        : check(value).map((wrong) =>
            wrong.path === '' ? { ...wrong, allowed: `${wrong.allowed}, or null` } : wrong,
          ),
  };
}

/** A list whose items are all of one shape. */
export function listOf<Value>({ check }: Shape<Value>): Shape<readonly Value[]> {
  return {
    check: (value) => {
      if (!Array.isArray(value)) return [{ path: '', found: value, allowed: 'a list' }];
      let wrong = NOTHING_WRONG;
      for (const [index, item] of value.entries()) {
        wrong = joined(wrong, `[${String(index)}]`, check(item));
        if (wrong.length >= WRONG_MAX) break;
      }
      return wrong;
    },
  };
}

/** An object by any keys, whose values are all of one shape. */
export function recordOf<Value>({ check }: Shape<Value>): Shape<Readonly<Record<string, Value>>> {
  return {
    check: (value) => {
      if (!isRecord(value)) return [{ path: '', found: value, allowed: 'an object' }];
      let wrong = NOTHING_WRONG;
      for (const [key, item] of Object.entries(value)) {
        wrong = joined(wrong, `.${key}`, check(item));
      }
      return wrong;
    },
  };
}

/** What the parts of a type are; one that may be left out is checked where it is there. */
type Parts<Value> = { readonly [Key in keyof Value]-?: Shape<Exclude<Value[Key], undefined>> };

/** An object with at least these parts. Others are left alone: a later version may have added them. */
export function objectOf<Value>(
  parts: Parts<Value>,
  options: { readonly optional?: readonly (keyof Value)[] } = {},
): Shape<Value> {
  const optional = new Set<PropertyKey>(options.optional);
  const entries = Object.entries<Pick<Shape<unknown>, 'check'>>(parts);
  return {
    check: (value) => {
      if (!isRecord(value)) return [{ path: '', found: value, allowed: 'an object' }];
      let wrong = NOTHING_WRONG;
      for (const [key, { check }] of entries) {
        const part = Object.hasOwn(value, key) ? value[key] : undefined;
        if (part === undefined && optional.has(key)) continue;
        wrong = joined(wrong, `.${key}`, check(part));
      }
      return wrong;
    },
  };
}

function joined(
  known: readonly WrongValue[],
  step: string,
  more: readonly WrongValue[],
): readonly WrongValue[] {
  if (more.length === 0) return known;
  return [...known, ...more.map((wrong) => ({ ...wrong, path: step + wrong.path }))];
}
