import { nearestWord } from '../base/nearest-word.ts';
import { type Finding } from './finding.ts';
import { type YamlTree } from './yaml-tree.ts';

const FORMS = ['legs', 'position', 'signals'] as const;
const ALLOWED = 'legs, position or signals';

/** What kind of strategy a file holds: the key that says what is traded. */
export type FormName = (typeof FORMS)[number];

/** What a file is read as, and why it cannot be that. */
export interface ChosenForm {
  readonly name: FormName;
  /** Null for a form that can be run; else the file is read for what else is wrong with it. */
  readonly refused: Finding | null;
}

/** Which form a file has. One that names none is read as `legs`, or as the form whose name is nearly there. */
export function chooseForm(tree: YamlTree): ChosenForm {
  const [form, other] = FORMS.filter((name) => tree.parts.has(name));
  if (tree.parts.has('rules')) {
    const refused = refusal('rules', 'The "rules" form is not part of this version yet', {
      allowed: ALLOWED,
      next: 'Write the strategy with legs, or in TypeScript',
    });
    return { name: form ?? 'legs', refused };
  }
  const name = form ?? nearlyNamed(tree) ?? 'legs';
  if (other === undefined) return { name, refused: null };
  const message = `A file holds one form, and "${name}" stands in it already`;
  const parts = { allowed: `one of ${ALLOWED}`, next: 'Make a file of each' };
  return { name, refused: refusal(other, message, parts) };
}

function refusal(
  key: string,
  message: string,
  parts: { readonly allowed: string; readonly next: string },
): Finding {
  const said = { found: JSON.stringify(key), ...parts };
  return { path: [key], isKey: true, isForm: true, message, parts: said };
}

function nearlyNamed(tree: YamlTree): FormName | null {
  const short = [...tree.parts.keys()].filter((key) => key.length <= 16).slice(0, 100);
  const near = new Set(short.map((key) => nearestWord(key, FORMS)));
  return FORMS.find((form) => near.has(form)) ?? null;
}
