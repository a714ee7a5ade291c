/**
 * The vocabulary of one deployment of the platform: all that its interface leaves open. Data, loaded from
 * `config/profiles`, each key overridable by the user; `docs/platform.md` says what each one does.
 */
export interface Profile {
  readonly name: string;
  readonly session: SessionProfile;
  readonly webhooks: WebhooksProfile;
  readonly words: WordsProfile;
  readonly records: RecordsProfile;
  readonly lookup: LookupProfile;
  readonly results: ResultsProfile;
  readonly limits: LimitsProfile;
  readonly deadlines: DeadlinesProfile;
  readonly rejections: RejectionsProfile;
}

/** How a session is carried and how long it lasts. */
export interface SessionProfile {
  /** Cookie that proves the login. */
  readonly cookieName: string;
  /** Cookie whose value is repeated in the CSRF header. */
  readonly csrfCookieName: string;
  readonly csrfHeader: string;
  /** Whether a login carries the cookies and header of the session before it. */
  readonly sendHeldOnLogin: boolean;
  /** Whether orders endpoints get the cookies and the header. */
  readonly ordersNeedSession: boolean;
  /** Time of day, IST `HH:MM`, at which every session ends; null for none. */
  readonly endsAtIst: string | null;
  /** Logins that may be tried within `loginWindowMs`. */
  readonly loginAttemptsMax: number;
  readonly loginWindowMs: number;
}

/** Which of the two webhook hosts serves a path. */
export type WebhookRole = 'ordersWebhook' | 'webhook';

/** How the webhooks are spoken to. */
export interface WebhooksProfile {
  readonly tradeSignalHost: WebhookRole;
  readonly positionStartHost: WebhookRole;
  readonly squareOffHost: WebhookRole;
  readonly signalContentType: string;
  readonly exitTimeFormat: InstantFormat;
}

/**
 * How an instant is written. `iso-ist-second` is `YYYY-MM-DDTHH:MM:SS+05:30`, `iso-ist` the same with milliseconds,
 * `iso-utc` ends in `Z`; `ist-minute` is `YYYY-MM-DDTHH:MM`, which names no offset and so is no `date-time` of JSON schema.
 */
export type InstantFormat =
  'iso-ist-second' | 'iso-ist' | 'iso-utc' | 'ist-minute' | 'epoch-seconds' | 'epoch-ms';

/** The platform's words. Those of requests are closed, those of answers open. */
export interface WordsProfile {
  readonly orderType: { readonly market: string; readonly limit: string; readonly stop: string };
  readonly product: { readonly intraday: string; readonly carryForward: string };
  readonly side: { readonly buy: string; readonly sell: string };
  readonly status: {
    readonly placePending: string;
    readonly open: string;
    readonly triggerPending: string;
    readonly modifyPending: string;
    readonly cancelPending: string;
    readonly cancelled: string;
    readonly rejected: string;
    readonly completed: string;
  };
  readonly optionType: { readonly call: string; readonly put: string };
  /** Words of an order's `instrument_type` and a contract's `type`. */
  readonly instrumentType: {
    readonly option: readonly string[];
    readonly future: readonly string[];
  };
}

/** How records are read. */
export interface RecordsProfile {
  /** UTC offset, `+HH:MM`, of timestamps that name none. */
  readonly zonelessOffset: string;
  /** What `trade_time` is. Its format is not shown, so it is only kept out of the way. */
  readonly tradeTime: 'opaque';
  /** Fields of an order record that may be null though the interface calls them strings and numbers. */
  readonly nullableOrderFields: readonly string[];
  /** Fields of a contract that name it in an order; the first present one counts. */
  readonly instrumentIdFields: readonly string[];
}

/** How orders are looked up by tag. */
export interface LookupProfile {
  readonly sendRange: boolean;
  readonly rangeFormat: InstantFormat;
}

/** What the keys of the answers to modify and cancel are. `index` is the position in the request, from 0. */
export interface ResultsProfile {
  readonly modifyKeyedBy: 'order-id' | 'index';
  readonly cancelKeyedBy: 'order-id' | 'index';
}

/** Limits that the interface does not show. */
export interface LimitsProfile {
  readonly cancelBatchMax: number;
  readonly tagLengthMax: number;
  readonly extraTagsMax: number;
  readonly extraTagKeyLengthMax: number;
  readonly extraTagValueLengthMax: number;
  readonly positionLegsMax: number;
  readonly bodyBytesMax: number;
}

/** How long a call may take. */
export interface DeadlinesProfile {
  readonly connectMs: number;
  /** From the call to the last byte of the answer. */
  readonly totalMs: number;
}

/** What proves that a request had no effect. */
export interface RejectionsProfile {
  /** HTTP statuses, undocumented for the endpoint, that the platform sends only before it accepts anything. */
  readonly certainStatuses: readonly number[];
}
