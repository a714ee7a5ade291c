import { alternatives, type Finding, type Path, pathText } from '../../text/finding.ts';
import { ORDER_TRIGGERS } from '../schema/order-triggers.ts';

type Mapping = Readonly<Record<string, unknown>>;

/** Keys that say more about another one, which must stand beside them. */
const ADDED: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['from', ['every']],
  ['to', ['every']],
  ['rearm', ['becomes']],
  ['role', ORDER_TRIGGERS],
  ['severity', ['alert']],
  ['onRestart', ['wait']],
  ['otherwise', ['choose']],
]);

/** Exactly one of the keys that say what a mapping is, and no key without the one that it adds to. */
export function oneOf(written: Mapping, path: Path, keys: readonly string[]): readonly Finding[] {
  const known = keys.filter((key) => written[key] !== undefined);
  const others = Object.keys(written).filter((key) => !keys.includes(key));
  const alone = others.filter((key) => {
    const main = ADDED.get(key);
    return (
      main?.some((one) => keys.includes(one)) === true && !main.some((one) => known.includes(one))
    );
  });
  return [...countOf(path, known, keys), ...alone.map((key) => lonely([...path, key]))];
}

function countOf(
  path: Path,
  known: readonly string[],
  keys: readonly string[],
): readonly Finding[] {
  const [first, second] = known;
  const allowed = `one of ${alternatives(keys)}`;
  const name = pathText(path);
  if (first === undefined) {
    const message = `"${name}" does not say what`;
    return [{ path, isMissing: true, message, parts: { allowed, next: `Add ${allowed}` } }];
  }
  if (second === undefined) return [];
  const message = `"${name}" says more than one thing`;
  const parts = { found: alternativesOf(known), allowed, next: NEXT_ENTRY };
  return [{ path: [...path, second], isKey: true, message, parts }];
}

const NEXT_ENTRY = 'Write each as an entry of its own';

function alternativesOf(keys: readonly string[]): string {
  return keys.join(' and ');
}

function lonely(path: Path): Finding {
  const key = String(path.at(-1));
  const main = alternatives((ADDED.get(key) ?? []).map((one) => `"${one}"`));
  const message = `"${key}" has no effect without ${main}`;
  return { path, isKey: true, message, parts: { next: `Add ${main}, or remove it` } };
}
