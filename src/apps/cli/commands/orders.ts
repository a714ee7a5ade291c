import { type Command } from 'commander';

import { type Order } from '../../../model/orders/order.ts';
import { istClock } from '../../../model/time/ist.ts';
import { answered, type PlatformReader } from '../../../venues/connect-reader.ts';
import { askPlatform, PLATFORM_OPTIONS, tellMalformed, valueOf } from '../account/ask-platform.ts';
import { type CliContext } from '../cli-context.ts';
import { declare, type OptionsOf } from '../options/declared-option.ts';
import { printJson, printLines } from '../output.ts';
import { type Cell, priceText, span, tableLines } from '../view/span.ts';

const OPTIONS = [
  ...PLATFORM_OPTIONS,
  ['--id <order>', 'one order by its identifier'],
  ['--tag <tag>', 'orders that carry a user tag'],
] as const;

type Options = OptionsOf<typeof OPTIONS>;

const HELP = `
Examples:
  sauda orders --config sauda.yaml
  sauda orders --sim sim.json --json
  sauda orders --tag p7k2m9q4 --config sauda.yaml`;

const COLUMNS = [
  ...['created', 'status', 'side', '>filled', 'symbol'],
  ...['>price', '>average', 'tag', 'order', 'reason'],
];

/** `sauda orders`: what the platform's order book shows. */
export function addOrders(command: Command, context: CliContext): void {
  declare(command, OPTIONS, HELP).action((options: Options) => list(context, options));
}

async function list(context: CliContext, options: Options): Promise<void> {
  const { orders, malformed } = await askPlatform(context, options, (reader) =>
    find(reader, options),
  );
  if (options.json === true) {
    printJson(context, { schemaVersion: 1, orders, malformed });
    return;
  }
  if (orders.length === 0) context.terminal.err('No orders\n');
  else printLines(context, tableLines(COLUMNS, orders.map(orderRow)));
  tellMalformed(context, malformed);
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

function orderRow(of: Order): Cell[] {
  const averagePaise =
    of.filledUnits === 0 ? null : Math.round(of.filledValuePaise / of.filledUnits);
  return [
    istClock(of.createdAtMs),
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
