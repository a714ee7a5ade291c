import { decisionText } from '../../../day/journal/decision-text.ts';
import { counted } from '../../../base/counted.ts';
import { type WhatIf } from '../traces/what-if.ts';
import { type Line, span } from '../view/span.ts';
import { whyNotLines } from './why-not-lines.ts';

/** What would have been with changed parameters, for people; nothing where that was not asked. */
export function whatIfLines(
  found: WhatIf | undefined,
  changed: readonly string[],
  file: string,
): readonly Line[] {
  if (found === undefined) return [];
  const { answer, changes } = found;
  const count =
    changes.length === 0
      ? 'the same decisions all day'
      : `${counted(changes.length, 'decision')} different`;
  return [
    [span(`  With ${changed.join(', ')}: `, 'bold'), count],
    ...changes.map((change) => `    ${decisionText(change)}`),
    ...(answer === null ? [] : whyNotLines(answer, file).map((line) => ['  ', line].flat())),
  ];
}
