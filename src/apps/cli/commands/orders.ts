import { existsSync } from 'node:fs';

import { type Command } from 'commander';

import { shellWord } from '../../../base/shell-word.ts';
import { jsonFromApi } from '../../../daemon/api/ask-api.ts';
import { type OrderRecord, orderRecords } from '../../../day/day-records.ts';
import { isJournalInUse, journalPathOf } from '../../../day/journal/open-day-journal.ts';
import { type Order } from '../../../model/orders/order.ts';
import { istClock } from '../../../model/time/ist.ts';
import { type Settings } from '../../../settings/settings.ts';
import { answered, type PlatformReader } from '../../../venues/connect-reader.ts';
import { askPlatform, PLATFORM_OPTIONS, tellMalformed, valueOf } from '../account/ask-platform.ts';
import { addressOf } from '../account/control-options.ts';
import { fromJournals } from '../account/from-journals.ts';
import { onSimulator } from '../account/on-simulator.ts';
import { readOperatorSettings } from '../account/operator-settings.ts';
import { type CliContext } from '../cli-context.ts';
import { declare, type OptionsOf } from '../options/declared-option.ts';
import { printJson, printLines } from '../output.ts';
import { type Cell, priceText, span, tableLines } from '../view/span.ts';

const OPTIONS = [
  ...PLATFORM_OPTIONS,
  ['--id <order>', 'one order by its identifier'],
  ['--tag <tag>', 'orders that carry a user tag'],
  ['--platform', "ask the platform, though the account's program runs and knows them"],
] as const;

type Options = OptionsOf<typeof OPTIONS>;

const HELP = `
While the account's program runs, they are those of its last poll, and no second login is made; --platform asks anew. Rows at
stage shadow are in the paper book of runs that send nothing; with --json they are in "shadow".

Examples:
  sauda orders --config sauda.yaml
  sauda orders --sim sim.json --json
  sauda orders --tag p7k2m9q4 --config sauda.yaml`;

const COLUMNS = [
  ...['created', 'run', 'stage', 'broker', 'status', 'side', '>filled', 'symbol'],
  ...['>price', '>average', 'tag', 'order', 'reason'],
];

/** `sauda orders`: what the platform's order book shows. */
export function addOrders(command: Command, context: CliContext): void {
  declare(command, OPTIONS, HELP).action((options: Options) => list(context, options));
}

async function list(context: CliContext, options: Options): Promise<void> {
  const known = options.platform === true ? null : await ofProgram(context, options);
  const { orders, shadow, malformed } = known ?? (await fromPlatform(context, options));
  if (options.json === true) {
    printJson(context, { schemaVersion: 1, orders, shadow, malformed });
    return;
  }
  const rows = [...orders, ...shadow];
  if (rows.length === 0) context.terminal.err(`No orders\n${whereOnPaper(context, options)}`);
  else printLines(context, platformOrderLines(rows));
  tellMalformed(context, malformed);
}

/** What the platform shows, with the runs that the account's journals know by their tags. */
async function fromPlatform(context: CliContext, options: Options) {
  const { orders, malformed } = await askPlatform(context, options, (reader) =>
    find(reader, options),
  );
  const journalPath = journalPathOf(settingsOf(context, options));
  if (journalPath === null || !existsSync(journalPath)) {
    return { orders: orders.map(ofNoRun), shadow: [], malformed };
  }
  const isRunning = isJournalInUse(journalPath);
  const of = fromJournals(context, options, { journalPath, isRunning });
  const shadow = orderRecords(of.shadow).filter((order) => isMeant(order, options));
  return { orders: orderRecords(of.view, orders), shadow, malformed };
}

function ofNoRun(order: Order): OrderRecord {
  return { ...order, runId: null, stage: null, broker: null };
}

function settingsOf(context: CliContext, { config, sim }: Options): Settings {
  const { settings } = readOperatorSettings(context, { config });
  return sim === undefined ? settings : onSimulator(context, settings, sim);
}

function isMeant({ orderId, tag }: Order, { id, tag: wanted }: Options): boolean {
  return (id === undefined || orderId === id) && (wanted === undefined || tag === wanted);
}

/** A paper account sends nothing to the platform; its orders outlive its program in the journal. Empty for a live one. */
function whereOnPaper(context: CliContext, options: Options): string {
  const settings = settingsOf(context, options);
  const journalPath = journalPathOf(settings);
  if (settings.mode !== 'paper' || journalPath === null) return '';
  const status = addressOf(options)('sauda status');
  return `Orders of a paper account are not at the platform but in its journal: ${status}, or sauda journal ${shellWord(journalPath)}\n`;
}

/** What the running program's last poll showed; null where none runs, or it does not know the order that is meant. */
async function ofProgram(context: CliContext, options: Options) {
  const journalPath = journalPathOf(settingsOf(context, options));
  if (journalPath === null) return null;
  // Only our own program answers in this directory, which is its owner's alone.
  const answer = (await jsonFromApi(journalPath, '/v1/orders')) as {
    readonly asOfMs: number | null;
    readonly orders: readonly OrderRecord[];
    readonly shadow: readonly OrderRecord[];
  } | null;
  if (typeof answer?.asOfMs !== 'number') return null;
  const orders = answer.orders.filter((of) => isMeant(of, options));
  const shadow = answer.shadow.filter((of) => isMeant(of, options));
  if (orders.length + shadow.length === 0 && (options.id ?? options.tag) !== undefined) return null;
  context.terminal.err(`As the running program saw them at ${istClock(answer.asOfMs)} IST\n`);
  return { orders, shadow, malformed: [] };
}

async function find({ orders }: PlatformReader, { id, tag }: Options) {
  if (id !== undefined) {
    const one = valueOf(answered(await orders.byId(id), `Cannot find order "${id}"`));
    return { orders: [one], malformed: [] };
  }
  if (tag !== undefined) {
    const tagged = valueOf(answered(await orders.byTag(tag), `Cannot find orders of tag "${tag}"`));
    return { orders: tagged, malformed: [] };
  }
  return valueOf(answered(await orders.today(), "Cannot list today's orders"));
}

/** What only the account's books know: not there where no journal is found. */
const OF_RUN = new Set(['run', 'stage', 'broker']);

/** The table of orders. Columns of the run are left out where no order has one. */
export function platformOrderLines(orders: readonly OrderRecord[]): ReturnType<typeof tableLines> {
  const rows = orders.map(orderRow);
  const isShown = COLUMNS.map(
    (column, place) => !OF_RUN.has(column) || rows.some((row) => row[place] !== ''),
  );
  const shown = <Of>(cells: readonly Of[]): Of[] =>
    cells.filter((_, place) => isShown[place] === true);
  return tableLines(shown(COLUMNS), rows.map(shown));
}

function orderRow(of: OrderRecord): Cell[] {
  const averagePaise =
    of.filledUnits === 0 ? null : Math.round(of.filledValuePaise / of.filledUnits);
  return [
    istClock(of.createdAtMs),
    of.runId ?? '',
    of.stage ?? '',
    of.broker ?? '',
    span(of.statusWord, of.status === 'rejected' ? 'bad' : 'plain'),
    of.side,
    `${String(of.filledUnits)}/${String(of.quantityUnits)}`,
    of.symbol,
    priceText(pricePaise(of)),
    priceText(averagePaise),
    of.tag,
    span(of.orderId, 'dim'),
    span(of.rejectionReason, 'bad'),
  ];
}

function pricePaise({ terms }: Order): number | null {
  if (terms.kind === 'limit') return terms.pricePaise;
  return terms.kind === 'stop' ? terms.triggerPricePaise : null;
}
