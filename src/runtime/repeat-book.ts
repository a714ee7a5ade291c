/** How long the same is not told again. */
const TOLD_EVERY_MS = 60_000;

interface Told {
  toldAtMs: number;
  heldBack: number;
}

/** Remembers what was told, so that the same is told once a minute with a count, however often it comes. */
export class RepeatBook {
  readonly #told = new Map<string, Told>();

  /** How often the same was held back since it was told last; null: it is to be held back now. */
  take(key: string, atMs: number): number | null {
    const told = this.#told.get(key);
    if (told === undefined || atMs - told.toldAtMs >= TOLD_EVERY_MS) {
      this.#told.set(key, { toldAtMs: atMs, heldBack: 0 });
      return told?.heldBack ?? 0;
    }
    told.heldBack += 1;
    return null;
  }

  /** What was held back and not told since, with how often. */
  rest(): readonly (readonly [key: string, heldBack: number])[] {
    return [...this.#told].flatMap(([key, { heldBack }]) =>
      heldBack === 0 ? [] : [[key, heldBack] as const],
    );
  }
}

/** A sentence without its numbers: what differs in an age or a price alone is the same refusal. */
export function withoutNumbers(text: string): string {
  return text.replaceAll(/\d[\d.,:]*/g, '#');
}
