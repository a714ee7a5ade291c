import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';

import { ConfinedProcess } from '../../adapters/system/confined-process.ts';
import { wait } from '../../adapters/system/machine-time.ts';
import { parsedJson } from '../../base/json.ts';
import { type Problem, problem } from '../../base/problem.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { type ApiProblem, refusalDetail } from '../api/api-problem.ts';
import { type WhyDesk, type WhyQuestion } from '../api/why-routes.ts';
import { copyJournalMeanwhile } from '../control/journal-copy.ts';
import { hiddenPlaces } from '../../day/journal/hidden-places.ts';
import { mayRead } from '../../loading/reads/may-read.ts';
import { type Settings } from '../../settings/settings.ts';
import { type AnsweredCommand, type AskedCommand } from './serve-commands.ts';

const MEMORY_MIB = 512;
/** A day of many strategies takes seconds to make again. */
const ANSWER_MS_MAX = 60_000;
/** Below all that trades. */
const PRIORITY = 10;

interface Asked extends Pick<Settings, 'calendar' | 'file' | 'stateDirectory' | 'secretFiles'> {
  readonly strategies: readonly Pick<Settings['strategies'][number], 'path'>[];
}

/**
 * Answers `why` and `why-not` about the journal of a program that trades: a copy of it is replayed in a confined process of its own, as
 * authors' code must not run in the one that trades.
 */
export class ConfinedWhyDesk implements WhyDesk {
  readonly #settings: Asked;
  readonly #journalPath: string;
  readonly #entry: string;
  #isBusy = false;
  readonly #closed = new AbortController();

  /** @param program - what the process runs: see `serveCommands` */
  constructor(
    settings: Asked,
    { journalPath, program }: { readonly journalPath: string; readonly program: string },
  ) {
    this.#settings = settings;
    this.#journalPath = journalPath;
    this.#entry = program;
  }

  async ask(question: WhyQuestion): Promise<Result<object, ApiProblem>> {
    if (this.#isBusy) return fail({ code: 'why-busy' });
    this.#isBusy = true;
    try {
      return await this.#answered(question);
    } finally {
      this.#isBusy = false;
    }
  }

  /** Ends what it is asked. */
  close(): void {
    this.#closed.abort();
  }

  async #answered(question: WhyQuestion): Promise<Result<object, ApiProblem>> {
    const copied = await copyJournalMeanwhile(this.#journalPath);
    if (!copied.ok) return refused(refusalDetail(copied.error));
    const { path, remove } = copied.value;
    try {
      const directory = dirname(path);
      const config = join(directory, 'asked.yaml');
      // The market as the program knows it, without what its own configuration holds besides.
      writeFileSync(config, JSON.stringify({ account: 'asked', ...calendarOf(this.#settings) }));
      const from = ['--journal', path, '--config', config, '--json'];
      const args = [question.kind, ...from, ...argumentsOf(question)];
      return answerOf(await this.#run({ args, directory }));
    } finally {
      remove();
    }
  }

  /** Null where it ended, or took too long. */
  async #run(command: AskedCommand): Promise<AnsweredCommand | null> {
    const { strategies, ...rest } = this.#settings;
    const hidden = hiddenPlaces(rest, this.#journalPath);
    const reads = [
      ...mayRead(
        strategies.map(({ path }) => path),
        hidden,
      ),
      command.directory,
    ];
    const over = new AbortController();
    const signal = AbortSignal.any([over.signal, this.#closed.signal]);
    const { promise, resolve } = Promise.withResolvers<AnsweredCommand | null>();
    const end = (): void => {
      resolve(null);
    };
    const process = new ConfinedProcess(
      { entry: this.#entry, reads, memoryMib: MEMORY_MIB },
      {
        onLine: (line) => {
          resolve((parsedJson(line) ?? null) as AnsweredCommand | null);
        },
        onEnded: end,
      },
    );
    lower(process.pid);
    process.send(JSON.stringify(command));
    void wait(ANSWER_MS_MAX, signal).then(end);
    const answered = await promise;
    over.abort();
    process.kill();
    return answered;
  }
}

function lower(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, PRIORITY);
  } catch {
    // It has ended, or this machine does not let it: it answers all the same.
  }
}

function calendarOf({ calendar }: Asked): object {
  return calendar === null ? {} : { calendar };
}

function argumentsOf({ kind, query }: WhyQuestion): readonly string[] {
  const { of, date } = query;
  return [
    ...(date === undefined ? [] : ['--date', date]),
    ...(kind === 'why-not' ? ['--at', query.at] : []),
    ...('run' in query ? ['--run', query.run] : []),
    // What begins with a dash is a name, too.
    ...(of === undefined ? [] : ['--', of]),
  ];
}

function answerOf(answered: AnsweredCommand | null): Result<object, ApiProblem> {
  if (answered === null) {
    return refused('It was not answered: it took too long, or its process ended');
  }
  const said = parsedJson(answered.out) as { readonly error?: SaidFailure } | undefined;
  if (said === undefined) return refused('It was not answered');
  if (said.error === undefined) return ok(said);
  const { others = [], ...first } = said.error;
  const problems = [first, ...others].map(({ message, ...parts }) => problem(message, parts));
  return refused(refusalDetail({ problems }));
}

/** A problem as `--json` has it, without its empty parts. */
type SaidProblem = Pick<Problem, 'message'> & Partial<Problem>;

/** `error` of `--json`: the first problem, and the others. */
type SaidFailure = SaidProblem & { readonly others?: readonly SaidProblem[] };

function refused(detail: string): Result<never, ApiProblem> {
  return fail({ code: 'why-refused', detail });
}
