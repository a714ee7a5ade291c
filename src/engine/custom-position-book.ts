/**
 * A custom position of the platform.
 *
 * - `starting`: the start is under way. Leaves to `started`, `start-rejected` or `start-unknown`.
 * - `started`: it has an identifier. Leaves to `squaring-off`.
 * - `squaring-off`: the request is under way. Leaves to `squared-off` or back to `started` with a notice.
 * - `start-rejected`, `start-unknown`, `squared-off`: final. An unknown start has no look-up: people must look.
 */
export interface CustomPosition {
  readonly runId: string;
  readonly position: string;
  state:
    'starting' | 'started' | 'start-rejected' | 'start-unknown' | 'squaring-off' | 'squared-off';
  positionId: string | null;
  /** Asked to be squared off before it could be. */
  isSquareOffWanted: boolean;
  /** When a square-off whose answer did not come may be asked for again; it is keyed by the identifier, so asking twice is safe. */
  squareOffAgainAtMs: number;
  /** Square-offs asked for so far. */
  squareOffs: number;
  detail: string;
}

/** Custom positions by run and name. */
export class CustomPositionBook {
  readonly #positions = new Map<string, CustomPosition>();

  /** Adds one that is being started. */
  start(runId: string, position: string): CustomPosition {
    const custom: CustomPosition = {
      runId,
      position,
      state: 'starting',
      positionId: null,
      isSquareOffWanted: false,
      squareOffAgainAtMs: -Infinity,
      squareOffs: 0,
      detail: '',
    };
    this.#positions.set(`${runId}\n${position}`, custom);
    return custom;
  }

  /** The position of a name. */
  get(runId: string, position: string): CustomPosition | undefined {
    return this.#positions.get(`${runId}\n${position}`);
  }

  /** Those of a run. */
  ofRun(runId: string): readonly CustomPosition[] {
    return [...this.#positions.values()].filter((custom) => custom.runId === runId);
  }

  /** All of the day. */
  all(): Iterable<CustomPosition> {
    return this.#positions.values();
  }
}
