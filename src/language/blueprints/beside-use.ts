import { nearestWord } from '../../base/nearest-word.ts';
import { type Path, treeAt } from '../../text/finding.ts';
import { type FileWords, type NotYet } from '../../text/issue-findings.ts';
import { mappingOf } from '../../text/read-yaml.ts';
import { allowedKeys } from '../../text/schema-at.ts';
import { type YamlTree } from '../../text/yaml-source.ts';
import { useForm } from '../schema/blueprint.ts';
import { legsForm } from '../schema/legs.ts';
import { positionForm } from '../schema/position.ts';
import { rulesForm } from '../schema/rules.ts';
import { signalsForm } from '../schema/signals.ts';
import { STRATEGY_WORDS } from '../strategy-words.ts';
import { fillInputs } from './fill-inputs.ts';
import { type WholeFile } from './include-files.ts';

const OWN_KEYS = allowedKeys(useForm, []);
/** What a strategy says that uses none. */
const OF_STRATEGIES = [legsForm, rulesForm, positionForm, signalsForm]
  .flatMap((form) => allowedKeys(form, []))
  .concat('include');

/** A blueprint, and what it has to be given. */
interface Asked {
  readonly file: WholeFile;
  readonly inputs: readonly string[];
  readonly uses: ReadonlyMap<string, readonly Path[]>;
}

/** The words of a file that uses a blueprint: of a key that such a file does not have, where the blueprint is given it. */
export function wordsBesideUse(own: YamlTree, blueprint: WholeFile): FileWords {
  return {
    ...STRATEGY_WORDS,
    keyNotYet: (key) =>
      placeOf(key, own, askedBy(blueprint)) ?? STRATEGY_WORDS.keyNotYet?.(key) ?? null,
  };
}

function askedBy(file: WholeFile): Asked {
  const inputs = Object.keys(
    mappingOf(mappingOf(mappingOf(file.tree.value)['blueprint'])['inputs']),
  );
  return { file, inputs, uses: fillInputs(file.tree, inputs, new Map()).uses };
}

function placeOf(key: string, own: YamlTree, asked: Asked): NotYet | null {
  const given = inputFor(key, asked);
  if (given !== null) return moved(key, given, own);
  const within = asked.inputs.filter((input) => {
    return asked.uses.get(input)?.some((path) => path[0] === key) === true;
  });
  if (within.length > 0) {
    const names = within.map((input) => `"${input}"`).join(' and ');
    const message = `"${key}" stands in the blueprint, and its inputs fill it`;
    return { message, next: `Move what differs to "inputs", as ${names}` };
  }
  return ofBlueprint(key, asked.file) ?? misspelt(key, own, asked);
}

/** The input of that name, or the one that fills the key; null where there is none. */
function inputFor(key: string, { inputs, uses }: Asked): string | null {
  if (inputs.includes(key)) return key;
  const fills = inputs.find((input) => {
    return uses.get(input)?.some((path) => path.length === 1 && path[0] === key) === true;
  });
  return fills ?? null;
}

function moved(key: string, input: string, own: YamlTree): NotYet {
  const value = treeAt(own, [key])?.value;
  const isOne = typeof value === 'string' || typeof value === 'number';
  const line = isOne ? `"${input}: ${String(value)}"` : `"${input}"`;
  const message =
    key === input
      ? `"${key}" is an input of the blueprint`
      : `"${key}" is filled by the input "${input}" of the blueprint`;
  return { message, next: `Move it to "inputs", as ${line}` };
}

/** Of a key that a strategy has: it is one of the blueprint, or would be. */
function ofBlueprint(key: string, { joined, tree }: WholeFile): NotYet | null {
  if (!OF_STRATEGIES.includes(key)) return null;
  const source = joined.source(tree);
  const there = tree.parts.get(key);
  const place = source.positionAt((there?.key ?? tree.span).startOffset);
  const file = place.file ?? source.file;
  if (there === undefined) {
    const message = `"${key}" belongs in the blueprint: a file that uses one has a name and inputs`;
    return { message, next: `Write it in ${file}` };
  }
  const at = `${file}:${String(place.line)}:${String(place.column)}`;
  const message = `"${key}" stands in the blueprint, at ${at}, and is not an input`;
  return { message, next: 'Make it an input there, or remove it here' };
}

function misspelt(key: string, own: YamlTree, { inputs }: Asked): NotYet | null {
  const nearest = nearestWord(key, OWN_KEYS) === null ? nearestWord(key, inputs) : null;
  if (nearest === null) return null;
  const { next } = moved(key, nearest, own);
  return { message: `Unknown key: the blueprint has an input "${nearest}"`, next };
}
