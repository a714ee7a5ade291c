import { type Finding, type Path } from '../../text/finding.ts';
import { listOf, mappingOf } from '../../text/read-yaml.ts';
import { checkLegNames } from '../no-such-leg.ts';
import {
  checkAwaited,
  checkCondition,
  type FileOfRules,
  PATH_LENGTH_MAX,
} from './check-conditions.ts';
import { checkSet } from './check-variables.ts';
import { oneOf } from './one-of.ts';

type Mapping = Readonly<Record<string, unknown>>;

/** What a rule does: exactly one of them stands in each action. */
const ACTIONS = [
  ...(['enter', 'exit', 'cancel', 'alert', 'set', 'wait', 'repeat', 'choose'] as const),
];
/** Deeper lists the schema has refused already. */
const DEPTH_MAX = 8;
/** Most actions that one start of a rule can come to: the run fails beyond 1,000 commands at one instant. */
const ACTIONS_OF_A_START_MAX = 500;

/** What is wrong with the actions of a rule, and what the schema cannot see. */
export function checkActions(written: unknown, path: Path, file: FileOfRules): readonly Finding[] {
  const findings = checkList(written, path, file);
  const count = actionsIn(written, DEPTH_MAX);
  if (count <= ACTIONS_OF_A_START_MAX) return findings;
  const message = 'A start of this rule can come to too many actions';
  const parts = {
    found: `${String(count)} actions`,
    allowed: `at most ${String(ACTIONS_OF_A_START_MAX)}, every round of a repeat counted`,
    next: 'Lower "times" of a repeat',
  };
  return [...findings, { path, message, parts }];
}

function checkList(written: unknown, path: Path, file: FileOfRules): readonly Finding[] {
  if (path.length > PATH_LENGTH_MAX) return [];
  return listOf(written).flatMap((one, index) => {
    const action = mappingOf(one);
    const here = [...path, index];
    const inner = listsIn(action).flatMap(([list, ...at]) =>
      checkList(list, [...here, ...at], file),
    );
    return [...checkAction(action, here, file), ...inner];
  });
}

function checkAction(action: Mapping, path: Path, file: FileOfRules): readonly Finding[] {
  const { wait, repeat, choose } = action;
  const { until } = mappingOf(wait);
  const rounds = mappingOf(repeat);
  const branches = listOf(choose).map(mappingOf);
  return [
    ...oneOf(action, path, ACTIONS),
    ...checkSet(action['set'], [...path, 'set'], file),
    ...['enter', 'exit', 'cancel'].flatMap((key) => checkLegs(action[key], [...path, key], file)),
    ...checkCondition(until, [...path, 'wait', 'until'], file),
    ...checkAwaited(until, [...path, 'wait', 'until'], file),
    ...checkCondition(rounds['while'], [...path, 'repeat', 'while'], file),
    ...checkCondition(rounds['until'], [...path, 'repeat', 'until'], file),
    ...branches.flatMap((branch, index) =>
      checkCondition(branch['if'], [...path, 'choose', index, 'if'], file),
    ),
  ];
}

/** The lists inside of an action, each with where it stands. */
function listsIn({ repeat, choose, otherwise }: Mapping): readonly [unknown, ...Path][] {
  const branches = listOf(choose).map((branch, index): [unknown, ...Path] => [
    mappingOf(branch)['then'],
    ...['choose', index, 'then'],
  ]);
  return [[mappingOf(repeat)['then'], 'repeat', 'then'], ...branches, [otherwise, 'otherwise']];
}

function actionsIn(written: unknown, depth: number): number {
  if (depth === 0) return 0;
  return listOf(written).reduce((sum: number, one) => {
    const { repeat, choose, otherwise } = mappingOf(one);
    const { times, then } = mappingOf(repeat);
    const rounds = typeof times === 'number' ? times : 1;
    const lists = [...listOf(choose).map((branch) => mappingOf(branch)['then']), otherwise];
    const longest = Math.max(...lists.map((list) => actionsIn(list, depth - 1)));
    return sum + 1 + rounds * actionsIn(then, depth - 1) + longest;
  }, 0);
}

function checkLegs(written: unknown, path: Path, file: FileOfRules): readonly Finding[] {
  if (Array.isArray(written)) return checkLegNames(written, path, file.names.legs);
  if (written !== 'all' || path.at(-1) !== 'enter' || file.names.legs.length > 0) return [];
  const message = 'There is nothing to enter: the file has no legs';
  const next = 'Add "legs", for example { ce: { side: sell, type: CE, strike: ATM } }';
  return [{ path, message, parts: { next } }];
}
