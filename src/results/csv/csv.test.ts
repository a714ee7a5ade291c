import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { aResult } from '../../../test/support/results/a-result.ts';
import { type BacktestResult } from '../backtest-result.ts';
import { csvRupees, csvText } from './csv-text.ts';
import { csvFiles } from './result-csv.ts';

const RESULT = aResult({ dates: 20 });

function tableOf(result: BacktestResult, name: string): string {
  return csvFiles(result)[name] ?? '';
}

/** Reads RFC 4180 one character at a time. */
function readCsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (isQuoted && character === '"' && text.charAt(at + 1) === '"') {
      cell += '"';
      at += 1;
    } else if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) cell += character;
    else if (character === ',') {
      row.push(cell);
      cell = '';
    } else if (text.startsWith('\r\n', at)) {
      rows.push([...row, cell]);
      row = [];
      cell = '';
      at += 1;
    } else cell += character;
  }
  expect({ isQuoted, row, cell }).toEqual({ isQuoted: false, row: [], cell: '' });
  return rows;
}

function records(text: string): readonly Readonly<Record<string, string>>[] {
  const [header = [], ...rows] = readCsv(text);
  return rows.map((row) =>
    Object.fromEntries(header.map((name, index) => [name, row[index] ?? ''])),
  );
}

const paiseOf = (amount = ''): number => {
  expect(amount).toMatch(/^-?\d+\.\d\d$/);
  return Number(amount.replace('.', ''));
};
const msOf = (instant = ''): number => Date.parse(instant);

/** Texts that a table could trip over. */
const nasty = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc
    .array(fc.constantFrom('"', ',', '\r', '\n', '\r\n', "'", '=', '+', '-', '@', '\t', 'a', ' '))
    .map((parts) => parts.join('')),
  fc.constantFrom('=1+1', '+1', '-1', '@SUM(A1)', "'=1", '＝1', '', '=HYPERLINK("x","y")'),
);

describe('a table as CSV', () => {
  it('reads back as it was, but for the apostrophe before what is like a formula', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(nasty, nasty)), (rows) => {
        const text = csvText<[string, string]>(
          { one: ([one]) => one, other: ([, it]) => it },
          rows,
        );
        const [header, ...cells] = readCsv(text);
        expect(header).toEqual(['one', 'other']);
        const unguarded = cells.map((row) => row.map((cell) => cell.replace(/^'/, '')));
        expect(unguarded).toEqual(rows);
        for (const cell of cells.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/);
      }),
    );
  });

  it.each(['a,b', 'a"b', 'a\rb', 'a\nb'])('quotes %j', (text) => {
    const [, ...lines] = csvText({ a: (cell: string) => cell }, [text]).split(/^a\r\n/);
    expect(lines).toEqual([`"${text.replace('"', '""')}"\r\n`]);
  });

  it('leaves numbers as they are and nothing empty', () => {
    const columns = {
      a: (value: number) => value,
      b: () => null,
      c: (value: number) => csvRupees(value),
    };
    expect(csvText(columns, [-5])).toBe('a,b,c\r\n-5,,-0.05\r\n');
  });

  it('writes rupees that are the paise again', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (paise) => {
        expect(paiseOf(csvRupees(paise).rupees)).toBe(paise);
      }),
    );
  });
});

describe('a result as CSV', () => {
  it('has its trades', () => {
    const { trades } = RESULT;
    const read = records(tableOf(RESULT, 'trades.csv')).map((row) => ({
      strategy: row['strategy'],
      runId: row['run'],
      leg: row['leg'],
      symbol: row['symbol'],
      underlying: row['underlying'],
      expiry: row['expiry'],
      optionType: row['option_type'],
      product: row['product'],
      side: row['side'],
      units: Number(row['units']),
      openedAtMs: msOf(row['opened_at_ist']),
      closedAtMs: msOf(row['closed_at_ist']),
      entryPaise: paiseOf(row['entry_rupees']),
      exitPaise: paiseOf(row['exit_rupees']),
      closedBy: row['closed_by'],
      daysToExpiry: Number(row['days_to_expiry']),
      grossPaise: paiseOf(row['gross_rupees']),
      costsPaise: paiseOf(row['costs_rupees']),
      netPaise: paiseOf(row['net_rupees']),
      mae: {
        grossPaise: paiseOf(row['mae_rupees']),
        perUnitPaise: paiseOf(row['mae_points']),
      },
      mfe: {
        grossPaise: paiseOf(row['mfe_rupees']),
        perUnitPaise: paiseOf(row['mfe_points']),
      },
    }));
    expect(read).toEqual(trades);
  });

  it('leaves the end of an open trade, the type of a future, and what older results lack, empty', () => {
    const open = RESULT.trades.slice(0, 1).map(({ mae, mfe, ...trade }) => {
      expect([mae, mfe]).not.toContain(undefined);
      return { ...trade, closedAtMs: null, closedBy: 'open', optionType: null } as const;
    });
    expect(records(tableOf({ ...RESULT, trades: open }, 'trades.csv'))).toMatchObject([
      { closed_at_ist: '', closed_by: 'open', option_type: '', mae_rupees: '', mfe_points: '' },
    ]);
  });

  it('has its days, those that did not run too', () => {
    const read = records(tableOf(RESULT, 'days.csv')).map((row) => ({
      date: row['date'],
      status: row['status'],
      ...(row['reason'] === '' ? {} : { reason: row['reason'] }),
      bars: Number(row['bars']),
      orders: Number(row['orders']),
      trades: Number(row['trades']),
      grossPaise: paiseOf(row['gross_rupees']),
      costsPaise: paiseOf(row['costs_rupees']),
      netPaise: paiseOf(row['net_rupees']),
      marginPaiseMax: paiseOf(row['margin_max_rupees']),
      commandLogSha256: row['command_log_sha256'],
      costs: {
        brokeragePaise: paiseOf(row['brokerage_rupees']),
        sttPaise: paiseOf(row['stt_rupees']),
        exchangePaise: paiseOf(row['exchange_rupees']),
        sebiPaise: paiseOf(row['sebi_rupees']),
        gstPaise: paiseOf(row['gst_rupees']),
        stampPaise: paiseOf(row['stamp_rupees']),
        totalPaise: paiseOf(row['costs_rupees']),
      },
    }));
    const days = RESULT.days.map(({ sessions, fills, equity, index, legs, ...day }) => {
      expect([sessions, fills, equity, index, legs]).toBeDefined();
      return day;
    });
    expect(read).toEqual(days);
    expect(days.some(({ status }) => status === 'missing')).toBe(true);
  });

  it('has its fills', () => {
    const read = records(tableOf(RESULT, 'fills.csv')).map((row) => ({
      atMs: msOf(row['at_ist']),
      strategy: row['strategy'],
      runId: row['run'],
      leg: row['leg'],
      role: row['role'],
      symbol: row['symbol'],
      side: row['side'],
      units: Number(row['units']),
      pricePaise: paiseOf(row['price_rupees']),
      bestPaise: paiseOf(row['best_rupees']),
      worstPaise: paiseOf(row['worst_rupees']),
      assumption: row['assumption'],
    }));
    expect(read).toEqual(RESULT.days.flatMap(({ fills }) => fills));
  });

  it('has its equity, of each day and over all', () => {
    const rows = records(tableOf(RESULT, 'equity.csv'));
    const points = RESULT.days.flatMap(({ equity }) => equity);
    const read = rows.map((row) => ({
      atMs: msOf(row['at_ist']),
      netPaise: paiseOf(row['day_net_rupees']),
    }));
    expect(read).toEqual(points);
    expect(paiseOf(rows.at(-1)?.['equity_rupees'])).toBe(RESULT.totals.netPaise);
    expect(rows.every((row) => row['at_ist']?.slice(0, 10) === row['date'])).toBe(true);
  });

  it('has a header alone where there is nothing', () => {
    const files = csvFiles({ ...RESULT, trades: [], days: [] });
    expect(Object.keys(files)).toEqual(['trades.csv', 'days.csv', 'fills.csv', 'equity.csv']);
    for (const text of Object.values(files)) expect(records(text)).toEqual([]);
  });
});
