/** What a run asked the operator. */
export interface Question {
  readonly runId: string;
  /**
   * What an answer names: of the first of its name the name, of a later one its number too (`go-on.2`). So an answer that
   * was meant for an earlier one never counts for a later one.
   */
  readonly question: string;
  /** What the run calls it, of which it has one open at a time. */
  readonly name: string;
  /** For people. */
  readonly message: string;
  readonly askedAtMs: number;
  /** From when on no answer is of use, epoch milliseconds; null: to the end of the run. */
  readonly untilMs: number | null;
}

/** Questions of runs without an answer. */
export class QuestionBook {
  readonly #byName = new Map<string, Question>();
  /** How often a run has asked by a name. */
  readonly #counts = new Map<string, number>();

  /** One of the same name that is open is replaced: no answer to it counts any more. */
  add(asked: Omit<Question, 'question'>): Question {
    const key = keyOf(asked);
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    const question = { ...asked, question: numbered(asked.name, count) };
    this.#byName.delete(key);
    this.#byName.set(key, question);
    return question;
  }

  /** Whether a run has asked this, by what an answer names, however long ago. */
  wasAsked(runId: string, question: string): boolean {
    const [name = '', number] = question.split('.');
    const count = this.#counts.get(keyOf({ runId, name })) ?? 0;
    const asked = number === undefined ? 1 : Number(number);
    return asked >= 1 && asked <= count && numbered(name, asked) === question;
  }

  /** Oldest first, those that it is too late for among them. */
  all(): readonly Question[] {
    return [...this.#byName.values()];
  }

  remove(question: Question): void {
    this.#byName.delete(keyOf(question));
  }
}

/** A dot is in no name of a question, and no shell takes it for anything else. */
function numbered(name: string, count: number): string {
  return count === 1 ? name : `${name}.${String(count)}`;
}

function keyOf({ runId, name }: Pick<Question, 'runId' | 'name'>): string {
  return `${runId}/${name}`;
}
