import { nearestWord } from '../base/nearest-word.ts';
import { type Problem } from '../base/problem.ts';
import { fail, ok, type Result } from '../base/result.ts';
import { placeFinding } from './finding.ts';
import { type SourceText } from './source-text.ts';
import { type YamlTree } from './yaml-tree.ts';

const FORMS = ['legs', 'position', 'signals'] as const;
const ALLOWED = 'legs, position or signals';

/** What kind of strategy a file holds: the key that says what is traded. */
export type FormName = (typeof FORMS)[number];

/** Which form a file has. One that names none is read as `legs`, or as the form whose name is nearly there. */
export function chooseForm(
  tree: YamlTree,
  source: SourceText,
): Result<FormName, readonly Problem[]> {
  if (tree.parts.has('rules')) {
    const message = 'The "rules" form is not part of this version yet';
    return refuse('rules', message, {
      allowed: ALLOWED,
      next: 'Write the strategy with legs, or in TypeScript',
    });
  }
  const [form, other] = FORMS.filter((name) => tree.parts.has(name));
  if (other !== undefined) {
    return refuse(other, `A file holds one form, and "${String(form)}" stands in it already`, {
      allowed: `one of ${ALLOWED}`,
      next: 'Make a file of each',
    });
  }
  return ok(form ?? nearlyNamed(tree) ?? 'legs');

  function refuse(
    key: string,
    message: string,
    parts: { readonly allowed: string; readonly next: string },
  ): Result<FormName, readonly Problem[]> {
    const finding = {
      path: [key],
      isKey: true,
      message,
      parts: { found: JSON.stringify(key), ...parts },
    };
    return fail([placeFinding(finding, tree, source)]);
  }
}

function nearlyNamed(tree: YamlTree): FormName | null {
  const short = [...tree.parts.keys()].filter((key) => key.length <= 16).slice(0, 100);
  const near = new Set(short.map((key) => nearestWord(key, FORMS)));
  return FORMS.find((form) => near.has(form)) ?? null;
}
