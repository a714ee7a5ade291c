import { assertMove, invariant, type Life } from '../../base/invariant.ts';
/**
 * A custom position of the platform.
 *
 * - `starting`: the start is under way. Leaves to `started`, `start-rejected` or `start-unknown`.
 * - `started`: it has an identifier. Leaves to `squaring-off`.
 * - `squaring-off`: the request is under way. Leaves to `squared-off` or back to `started` with a notice.
 * - `start-unknown`: it may have started, and nothing can look it up. Stays until the operator says what became of it, then
 *   leaves to `started`, `start-rejected` or `squared-off`.
 * - `start-rejected`, `squared-off`: final.
 */
export interface CustomPosition {
  readonly runId: string;
  readonly position: string;
  state:
    'starting' | 'started' | 'start-rejected' | 'start-unknown' | 'squaring-off' | 'squared-off';
  positionId: string | null;
  /** Whether a person typed the identifier. */
  isIdOfOperator: boolean;
  /** When its start was sent, epoch milliseconds. */
  readonly askedAtMs: number;
  /** When the platform closes it by itself; null for no such time. */
  readonly exitAtMs: number | null;
  /** Asked to be squared off before it could be. */
  isSquareOffWanted: boolean;
  /** When a square-off whose answer did not come may be asked for again; it is keyed by the identifier, so asking twice is safe. */
  squareOffAgainAtMs: number;
  squareOffs: number;
  detail: string;
}

const POSITION_LIFE: Life<CustomPosition['state']> = {
  starting: ['started', 'start-rejected', 'start-unknown'],
  // By the operator, with another identifier.
  started: ['squaring-off', 'squared-off', 'started'],
  'squaring-off': ['squared-off', 'started'],
  'start-unknown': ['started', 'start-rejected', 'squared-off'],
  'start-rejected': [],
  'squared-off': [],
};

/** Moves a custom position. */
export function movePosition(custom: CustomPosition, to: CustomPosition['state']): void {
  assertMove(POSITION_LIFE, [custom.state, to], `Position "${custom.position}"`);
  custom.state = to;
}

/**
 * Whether it is at the platform with nothing that will close it: started, and either its square-off was asked for and is not
 * done, or the platform was given no time to close it, or one that has not come yet.
 */
export function isLeftOpen(
  { state, exitAtMs, squareOffs, isSquareOffWanted }: Readonly<CustomPosition>,
  nowMs: number,
): boolean {
  if (state !== 'started' && state !== 'squaring-off') return false;
  const isLeftToPlatform = exitAtMs !== null && exitAtMs <= nowMs;
  return isSquareOffWanted || squareOffs > 0 || !isLeftToPlatform;
}

/** Whether the platform refused to square it off: nothing asks again, and it may be open. */
export function isCloseRefused({
  state,
  squareOffs,
  isSquareOffWanted,
}: Readonly<CustomPosition>): boolean {
  return state === 'started' && squareOffs > 0 && !isSquareOffWanted;
}

/** Custom positions by run and name. */
export class CustomPositionBook {
  readonly #positions = new Map<string, CustomPosition>();

  start(of: Pick<CustomPosition, 'runId' | 'position' | 'askedAtMs' | 'exitAtMs'>): CustomPosition {
    const custom: CustomPosition = {
      ...of,
      state: 'starting',
      positionId: null,
      isIdOfOperator: false,
      isSquareOffWanted: false,
      squareOffAgainAtMs: -Infinity,
      squareOffs: 0,
      detail: '',
    };
    const key = `${of.runId}\n${of.position}`;
    invariant(!this.#positions.has(key), `Position "${of.position}" is started twice`);
    this.#positions.set(key, custom);
    return custom;
  }

  get size(): number {
    return this.#positions.size;
  }

  get(runId: string, position: string): CustomPosition | undefined {
    return this.#positions.get(`${runId}\n${position}`);
  }

  ofRun(runId: string): readonly CustomPosition[] {
    return [...this.#positions.values()].filter((custom) => custom.runId === runId);
  }

  all(): Iterable<CustomPosition> {
    return this.#positions.values();
  }
}
