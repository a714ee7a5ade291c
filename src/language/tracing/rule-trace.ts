import { type BranchedStep, type EvaluatedStep, type KeptBack } from '../../model/runs/trace.ts';
import { type Command } from '../../model/orders/command.ts';
import { type Path } from '../../text/finding.ts';
import { type Value } from '../expressions/expression.ts';

/** What an action went by. */
export interface Branching extends Pick<BranchedStep, 'action' | 'taken'> {
  /** Places in the rule of the conditions. */
  readonly asked: readonly Path[];
}

/** What a rule reports while it runs. Nothing of it changes what the rule does. */
export interface RuleTrace {
  /** A condition was evaluated; gives its value back. `isNews`: it sets the rule off. `@default` whether it is true */
  readonly evaluated: (
    of: EvaluatedStep['of'],
    value: Value | null,
    isNews?: boolean,
  ) => Value | null;
  /** The trigger just reported starts nothing; false, to be handed on. */
  readonly keptBack: (why: KeptBack) => false;
  /** An action under way does nothing. */
  readonly didNot: (why: KeptBack, names: readonly string[]) => void;
  /** An action asked conditions and went by them. */
  readonly branched: (branching: Branching) => void;
  readonly emitted: (command: Command) => void;
  /** Its actions begin; what is given back is called when they have ended. */
  readonly begun: () => () => void;
}

/** Of a rule whose run is not traced. */
export const UNTRACED: RuleTrace = {
  evaluated: (_of, value) => value,
  keptBack: () => false,
  didNot: () => undefined,
  branched: () => undefined,
  emitted: () => undefined,
  begun: () => () => undefined,
};
