import { INTENT_LIFE } from '../../src/engine/intents/intent-machine.ts';
import { ORDER_LIFE, ORDER_STATUSES, ORDER_STEPS } from '../../src/model/orders/order-machine.ts';

/** The life of an intent as `docs/orders.md` draws it. */
export function intentDiagram(): string {
  const edges = INTENT_LIFE.map(([from, , to, says]) => `${from} --> ${to}: ${says}`);
  return diagram(['[*] --> waiting: let in by the gate, in the journal', ...edges]);
}

/** What records do to an order, as that page draws it. A record that would revive it leaves it as it is. */
export function orderDiagram(): string {
  const first = Object.keys(ORDER_LIFE).map((phase) => `[*] --> ${phase}: appears`);
  const edges = Object.entries(ORDER_LIFE).flatMap(([known, shown]) =>
    Object.entries(shown).map(([phase, step]) => {
      return `${known} --> ${step === 'revives' ? known : phase}: ${step}`;
    }),
  );
  return diagram([...first, ...edges]);
}

/** Rows of that page's table of steps, by its headings. */
export function stepRows(): readonly Record<string, string>[] {
  return Object.entries(ORDER_STEPS).map(([step, meaning]) => ({ step, meaning }));
}

/** Rows of that page's table of statuses, by its headings. */
export function statusRows(): readonly Record<string, string>[] {
  return Object.entries(ORDER_STATUSES).map(([status, facts]) => ({
    status,
    phase: facts.phase,
    'at the exchange': facts.hasArrived ? 'yes' : 'no',
    'takes a modify': facts.phase === 'working' && !facts.isChanging ? 'yes' : 'no',
    rests: facts.rests?.replace('at-', 'at its ') ?? '',
  }));
}

/** The page with its two diagrams and two tables as the machines have them; not formatted. */
export function ordersPage(page: string): string {
  const diagrams = [intentDiagram(), orderDiagram()];
  const drawn = page.replaceAll(/```mermaid\n[^`]*```/g, (old) => diagrams.shift() ?? old);
  return [stepRows(), statusRows()].reduce(withTable, drawn);
}

function diagram(edges: readonly string[]): string {
  return ['```mermaid', 'stateDiagram-v2', ...edges.map((edge) => `  ${edge}`), '```'].join('\n');
}

function withTable(page: string, rows: readonly Record<string, string>[]): string {
  const [first = {}] = rows;
  const headings = Object.keys(first);
  const [name = ''] = headings;
  const body = rows.map((row) => line(headings.map((at) => mark(at === name, row[at] ?? ''))));
  const table = [line(headings), line(headings.map(() => '---')), ...body].join('\n');
  return page.replace(new RegExp(`^\\| ${name} .*\\n(?:\\|.*\\n)*`, 'm'), () => `${table}\n`);
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function mark(isName: boolean, cell: string): string {
  return isName ? `\`${cell}\`` : cell;
}
