import { type Path } from '../../text/finding.ts';
import { type ActionForm } from '../schema/actions.ts';
import { type ConditionForm } from '../schema/expression-texts.ts';

/** Every action of a list, those inside of others included, in the order of the file. */
export function eachAction(actions: readonly ActionForm[]): readonly ActionForm[] {
  return actions.flatMap((action) => [action, ...listsIn(action).flatMap(eachAction)]);
}

/** The lists of actions that an action has inside. */
export function listsIn({
  repeat,
  choose = [],
  otherwise = [],
}: ActionForm): readonly (readonly ActionForm[])[] {
  return [repeat?.then ?? [], ...choose.map(({ then }) => then), otherwise];
}

/** A condition that an action asks for, and where it stands. */
export interface AskedCondition {
  readonly form: ConditionForm;
  readonly path: Path;
}

/** All conditions that actions ask for, those inside of others included. */
export function conditionsIn(
  actions: readonly ActionForm[],
  path: Path,
): readonly AskedCondition[] {
  return actions.flatMap((action, index) => {
    const { repeat, choose = [], otherwise = [], wait } = action;
    const here = [...path, index];
    const until = typeof wait === 'object' ? wait.until : undefined;
    return [
      ...asked(until, [...here, 'wait', 'until']),
      ...asked(repeat?.while, [...here, 'repeat', 'while']),
      ...asked(repeat?.until, [...here, 'repeat', 'until']),
      ...conditionsIn(repeat?.then ?? [], [...here, 'repeat', 'then']),
      ...choose.flatMap((branch, place) => [
        ...asked(branch.if, [...here, 'choose', place, 'if']),
        ...conditionsIn(branch.then, [...here, 'choose', place, 'then']),
      ]),
      ...conditionsIn(otherwise, [...here, 'otherwise']),
    ];
  });
}

function asked(form: ConditionForm | undefined, path: Path): readonly AskedCondition[] {
  return form === undefined ? [] : [{ form, path }];
}
