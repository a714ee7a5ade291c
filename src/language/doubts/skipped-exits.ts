import { type Finding, type Path } from '../../text/finding.ts';
import { listOf, mappingOf } from '../../text/read-yaml.ts';

type Mapping = Readonly<Record<string, unknown>>;

/** Waits that leave out an exit when sauda is down at their end: what is open then stays open. */
export function skippedExits(file: Mapping): readonly Finding[] {
  return listOf(file['rules']).flatMap((rule, index) =>
    inActions(mappingOf(rule)['then'], ['rules', index, 'then'], { exitsLater: false }),
  );
}

function inActions(
  actions: unknown,
  path: Path,
  after: { readonly exitsLater: boolean },
): readonly Finding[] {
  const all = listOf(actions).map(mappingOf);
  return all.flatMap((action, index) => {
    const here = [...path, index];
    const exitsLater = after.exitsLater || hasExit(all.slice(index + 1));
    const inner = writtenLists(action, here).flatMap(({ list, at }) =>
      inActions(list, at, { exitsLater }),
    );
    return [...(exitsLater ? leftOut(action, here) : []), ...inner];
  });
}

function leftOut({ wait, onRestart }: Mapping, path: Path): readonly Finding[] {
  if (wait === undefined || onRestart === undefined) return [];
  if (onRestart === 'fire' || onRestart === 'ask') return [];
  const message = 'When sauda is down at the end of this wait, the exit after it is left out';
  const next = 'Write fire to exit late, ask to be asked, or put the exit into a rule of its own';
  return [{ path: [...path, 'onRestart'], message, parts: { next } }];
}

/** Whether actions close something, those inside of others included. */
export function hasExit(actions: unknown): boolean {
  return listOf(actions)
    .map(mappingOf)
    .some(
      (action) =>
        action['exit'] !== undefined || writtenLists(action, []).some(({ list }) => hasExit(list)),
    );
}

/** The lists of actions inside of one. */
export function writtenLists(
  { repeat, choose, otherwise }: Mapping,
  path: Path,
): readonly { readonly list: unknown; readonly at: Path }[] {
  return [
    { list: mappingOf(repeat)['then'], at: [...path, 'repeat', 'then'] },
    ...listOf(choose).map((branch, index) => ({
      list: mappingOf(branch)['then'],
      at: [...path, 'choose', index, 'then'],
    })),
    { list: otherwise, at: [...path, 'otherwise'] },
  ];
}
