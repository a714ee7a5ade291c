/** What a run asked the operator. */
export interface Question {
  readonly runId: string;
  /** Its name, of which a run has one open at a time. */
  readonly question: string;
  /** For people. */
  readonly message: string;
  readonly askedAtMs: number;
  /** From when on no answer is of use, epoch milliseconds; null: to the end of the run. */
  readonly untilMs: number | null;
}

/** Questions of runs without an answer. */
export class QuestionBook {
  readonly #byName = new Map<string, Question>();

  /** One of the same name that is open is asked anew. */
  add(question: Question): void {
    const key = keyOf(question);
    this.#byName.delete(key);
    this.#byName.set(key, question);
  }

  /** Oldest first, those that it is too late for among them. */
  all(): readonly Question[] {
    return [...this.#byName.values()];
  }

  remove(question: Question): void {
    this.#byName.delete(keyOf(question));
  }
}

function keyOf({ runId, question }: Pick<Question, 'runId' | 'question'>): string {
  return `${runId}/${question}`;
}
