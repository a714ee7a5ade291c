import { type EngineEvent } from '../../engine/event.ts';
import { type SeenStep } from '../oracle/seen-step.ts';
import { type IoKind, type IoVerdict } from '../process/io-points.ts';
import { type Machine } from '../process/machine.ts';
import { type Situation } from './situations.ts';

type Reach = (name: Situation) => void;

const BEFALLEN: Readonly<Record<IoKind, Readonly<Partial<Record<IoVerdict, Situation>>>>> = {
  append: {
    'crash-before': 'crash before a commit',
    'crash-after': 'crash after a commit',
    torn: 'torn tail',
  },
  send: {
    'crash-before': 'crash before the bytes left',
    'crash-after': 'crash after the bytes left',
  },
  answer: {
    'crash-before': 'crash before an answer is kept',
    'crash-after': 'crash before an answer is kept',
  },
  recover: {
    'crash-before': 'crash during recovery',
    'crash-after': 'crash during recovery',
    torn: 'crash during recovery',
  },
};

/** Finds situations in what befalls a process and its machine. */
export class ProcessSituations {
  readonly #reach: Reach;
  readonly #machine: Machine;
  #life = -1;
  #lifeDeadInRecovery = -1;
  #offsetMs = 0;

  constructor(reach: Reach, machine: Machine) {
    this.#reach = reach;
    this.#machine = machine;
  }

  /** Number of the present life, from 0. */
  get life(): number {
    return this.#life;
  }

  /** Another life begins. */
  begin(): void {
    this.#life += 1;
  }

  /** Takes what befalls the process at a point of input and output. */
  takeVerdict(kind: IoKind, verdict: IoVerdict): void {
    const name = BEFALLEN[kind][verdict];
    if (name === undefined) return;
    this.#reach(name);
    if (kind !== 'recover') return;
    if (this.#lifeDeadInRecovery === this.#life - 1) {
      this.#reach('two crashes in recovery in a row');
    }
    this.#lifeDeadInRecovery = this.#life;
  }

  /** Takes a step. */
  takeStep({ event, effects }: SeenStep): void {
    const { wallOffsetMs, nowMs, stalledUntilMs } = this.#machine;
    if (wallOffsetMs !== this.#offsetMs) {
      this.#reach(wallOffsetMs < this.#offsetMs ? 'wall clock set back' : 'wall clock set forward');
      this.#offsetMs = wallOffsetMs;
    }
    if (nowMs !== stalledUntilMs) return;
    if (isDecided(event)) this.#reach('timer fires late after a stall');
    const isSquaringOff = effects.some((effect) => {
      return effect.kind === 'notice' && effect.notice.code === 'square-off-started';
    });
    if (isSquaringOff) this.#reach('square-off time slept over');
  }
}

function isDecided(event: EngineEvent): boolean {
  return event.kind === 'commands-emitted';
}
