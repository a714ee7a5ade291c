import { type EngineView } from '../../engine/engine-view.ts';
import { type SeenStep } from '../oracle/seen-step.ts';
import { type IoKind, type IoVerdict } from '../process/io-points.ts';
import { type Machine } from '../process/machine.ts';
import { ProcessSituations } from './of-process.ts';
import { StandingSituations } from './of-standing.ts';
import { StepSituations } from './of-steps.ts';
import { Situations } from './situations.ts';

/** What is known at a step beside the step. */
export interface StepContext {
  /** How the engine stands after it; null where that cannot have changed. */
  readonly view: EngineView | null;
  /** Order messages of the last second. */
  readonly messages: number;
}

/** Counts the rare situations of a day. It judges nothing. */
export class SituationWatch {
  readonly situations = new Situations();
  readonly #process: ProcessSituations;
  readonly #steps: StepSituations;
  readonly #standing: StandingSituations;

  constructor(machine: Machine) {
    const { reach } = this.situations;
    this.#process = new ProcessSituations(reach, machine);
    this.#steps = new StepSituations(reach);
    this.#standing = new StandingSituations(reach);
  }

  /** Another life of the process begins. */
  begin(): void {
    this.#process.begin();
  }

  /** Takes what befalls the process at a point of input and output. */
  takeVerdict(kind: IoKind, verdict: IoVerdict): void {
    this.#process.takeVerdict(kind, verdict);
  }

  /** Takes a step of the engine. */
  takeStep(step: SeenStep, { view, messages }: StepContext): void {
    this.#process.takeStep(step);
    this.#steps.take(step, view);
    if (view === null) return;
    const { life } = this.#process;
    const isRestart = step.event.kind === 'restarted';
    this.#standing.take({ view, life, isRestart, messages, leaving: rolesLeaving(step, view) });
  }
}

function rolesLeaving({ effects }: SeenStep, view: EngineView): readonly string[] {
  const tags = new Set<string>();
  for (const effect of effects) {
    if (effect.kind !== 'attempt' || effect.attempt.kind !== 'place') continue;
    for (const { tag } of effect.attempt.request.elements) tags.add(tag);
  }
  if (tags.size === 0) return [];
  return view.intents.flatMap(({ tag, role }) => (tags.has(tag) ? role : []));
}
