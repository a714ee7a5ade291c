import { AuditStream } from '../../src/audit/audit-stream.ts';
import { type DayPicture } from '../../src/audit/day-picture.ts';
import { AccountBoard, type FollowedDay } from '../../src/daemon/account-board.ts';
import { AlertService, type AlertServiceOptions } from '../../src/daemon/alerts/alert-service.ts';
import { type Effect } from '../../src/engine/effect.ts';
import { type EngineView } from '../../src/engine/engine-view.ts';
import { type Notice } from '../../src/notices/notice.ts';
import { type AlertMessage } from '../../src/ports/notifier.ts';
import { type RunPolicies } from '../../src/model/runs/run-policies.ts';
import { aRun, EngineRig } from './engine-rig.ts';

/** An engine whose steps are heard. */
class HeardRig extends EngineRig {
  readonly audit = new AuditStream();

  override step(event: Parameters<EngineRig['step']>[0]): readonly Effect[] {
    const effects = super.step(event);
    this.audit.take({ ...event, atMs: this.nowMs }, effects);
    return effects;
  }
}

/** Options of the engine, and policies of its run. */
type EngineOf = NonNullable<ConstructorParameters<typeof EngineRig>[0]> & {
  readonly policies?: Partial<RunPolicies>;
};

/** An account with a day over an engine, and alerts over one channel. Time is the engine's. */
export class AlertRig {
  readonly engine: HeardRig;
  readonly board = new AccountBoard({ account: 'desk', mode: 'paper' });
  readonly sent: AlertMessage[] = [];
  readonly service: AlertService;
  /** Laid over what the engine says. */
  over: Partial<EngineView> = {};
  /** Of shadow runs; null for none. */
  shadow: EngineView | null = null;
  #closeDay: () => void = () => undefined;
  #read = 0;

  constructor(
    over: Partial<AlertServiceOptions> = {},
    { policies = {}, ...engine }: EngineOf = {},
  ) {
    this.engine = new HeardRig(engine);
    this.service = new AlertService({
      board: this.board,
      channels: [
        {
          name: 'desk',
          severity: 'info',
          quietHours: null,
          notifier: {
            send: (message) => {
              this.sent.push(message);
              return Promise.resolve({ ok: true, value: null });
            },
          },
        },
      ],
      deadMan: null,
      pace: { repeatsMs: [300_000], perMinuteMax: 100 },
      opensWithinMs: 600_000,
      ordersStaleMs: 15_000,
      disk: null,
      clock: { nowMs: () => this.engine.nowMs },
      wait: untilAborted,
      files: null,
      ...over,
    });
    this.engine.step({ kind: 'run-started', run: aRun(), policies });
    this.service.start();
  }

  openDay(date = '2026-11-20'): void {
    const { audit } = this.engine;
    const picture = (): DayPicture =>
      ({
        books: { ...this.engine.engine.view(), ...this.over },
        ...(this.shadow === null ? {} : { shadow: this.shadow }),
      }) as DayPicture;
    this.#closeDay = this.board.openDay({
      date,
      clock: { nowMs: () => this.engine.nowMs },
      audit,
      picture,
      note: (notice) => {
        audit.note(notice);
      },
    } as Partial<FollowedDay> as FollowedDay);
  }

  closeDay(): void {
    this.#closeDay();
  }

  /** Reports a notice of the day. */
  note(notice: Notice): void {
    this.engine.audit.note({ ...notice, atMs: this.engine.nowMs });
  }

  /** Lets time pass and looks; codes with what was sent since the last call. */
  async after(ms: number): Promise<readonly string[]> {
    if (ms > 0) this.engine.pass(ms);
    this.service.look();
    await delivered();
    const fresh = this.sent.slice(this.#read);
    this.#read = this.sent.length;
    return fresh.map(({ kind, code }) => `${kind} ${code}`);
  }
}

/** Lets what was handed to channels arrive. */
export function delivered(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Time that passes only by the end of the program. */
export function untilAborted(_ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal?.addEventListener('abort', () => {
      resolve();
    });
  });
}
