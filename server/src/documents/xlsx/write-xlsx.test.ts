import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { readXlsx } from 'hucre/xlsx';
import readExcelFile from 'read-excel-file/node';
import { expect, test } from 'vitest';
import { collect } from '../../../test-support/files/read-pdf.ts';
import type { Table, TableRow } from '../table.domain.ts';
import { writeXlsx } from './write-xlsx.ts';

async function* inPieces(...rows: readonly TableRow[]): AsyncGenerator<readonly TableRow[]> {
  for (const row of rows) yield [row];
}

function given(...rows: readonly TableRow[]): Table {
  return {
    name: 'Transactions [2026]: all/of them, and a good deal more',
    columns: [
      { title: 'Date', kind: 'date', width: 12 },
      { title: 'Description', kind: 'text', width: 30 },
      { title: 'Amount', kind: 'money', width: 14 },
    ],
    rows: inPieces(...rows),
  };
}

async function readBack(...rows: readonly TableRow[]) {
  const { sheets } = await readXlsx(await collect(writeXlsx(given(...rows))));
  return sheets[0];
}

/** Text of an archive entry: its local header has 30 bytes and the name, and the data are self-terminating. */
function partOf(archive: Uint8Array, name: string): string {
  const bytes = Buffer.from(archive);
  return inflateRawSync(bytes.subarray(bytes.indexOf(name) + name.length)).toString();
}

test('amounts are signed numbers, dates are dates, and empty values are empty cells', async () => {
  const sheet = await readBack(
    ['2026-11-20', 'Corner Store', -1_250n],
    ['2000-02-29', '', 5n],
    ['2026-01-01', null, 9_999_999_999n],
    [null, 'Nothing', null],
    ['2026-06-30', 'Zero', 0n],
  );
  expect(sheet?.rows).toEqual([
    ['Date', 'Description', 'Amount'],
    [new Date('2026-11-20T00:00:00Z'), 'Corner Store', -12.5],
    [new Date('2000-02-29T00:00:00Z'), '', 0.05],
    [new Date('2026-01-01T00:00:00Z'), null, 99_999_999.99],
    [null, 'Nothing', null],
    [new Date('2026-06-30T00:00:00Z'), 'Zero', 0],
  ]);
});

test('a text is never a formula and is read back unchanged', async () => {
  const texts = ['=HYPERLINK("https://evil.example","Click")', '+61', '-1', '@SUM(A1)', ' =1', '李伟 喆 镕', '<b>&"\''];
  const bytes = await collect(writeXlsx(given(...texts.map((text): TableRow => ['2026-11-20', text, 1n]))));
  const { sheets } = await readXlsx(bytes, { readStyles: true });
  expect(sheets[0]?.rows.slice(1).map((row) => row[1])).toEqual(texts);
  expect([...(sheets[0]?.cells?.values() ?? [])].filter((cell) => cell.formula !== undefined)).toEqual([]);
});

test('an independent reader finds the same cells, and numeric text keeps its leading zeros', async () => {
  const columns = [
    { title: 'Date', kind: 'date', width: 12 },
    { title: 'Amount', kind: 'money', width: 14 },
    { title: 'Reference', kind: 'text', width: 18 },
    { title: 'Card ending in', kind: 'text', width: 12 },
  ] as const;
  const rows: readonly TableRow[] = [
    ['2026-11-20', -1_250n, null, '0017'],
    [null, 5n, '=1+1', '9036'],
  ];
  const bytes = await collect(writeXlsx({ name: 'Endings', columns, rows: inPieces(...rows) }));
  const expected = [
    ['Date', 'Amount', 'Reference', 'Card ending in'],
    [new Date('2026-11-20T00:00:00Z'), -12.5, null, '0017'],
    [null, 0.05, '=1+1', '9036'],
  ];
  // It fails on a row or cell without a reference.
  expect(await readExcelFile(Buffer.from(bytes))).toEqual([{ sheet: 'Endings', data: expected }]);
  expect((await readXlsx(bytes)).sheets[0]?.rows).toEqual(expected);
});

// ECMA-376 makes `r` optional; Gnumeric and others require it.
test('every row and cell has its position, also beyond column Z', async () => {
  const columns = Array.from({ length: 28 }, (_, index) => ({
    title: `${index}`,
    kind: 'text' as const,
    width: 9,
  }));
  const row: TableRow = columns.map((_, index) => (index === 25 ? null : 'x'));
  const bytes = await collect(writeXlsx({ name: 'Wide', columns, rows: inPieces(row, row) }));
  const { sheets } = await readXlsx(bytes);
  expect(sheets[0]?.rows[2]?.slice(24)).toEqual(['x', null, 'x', 'x']);
  const sheet = partOf(bytes, 'xl/worksheets/sheet1.xml');
  const places = [...sheet.matchAll(/<(?:row|c) r="(\w+)"/g)].map(([, at]) => at);
  expect(places).toHaveLength(3 + 28 + 27 + 27);
  expect(sheet.match(/<(?:row|c)\b/g)).toHaveLength(places.length);
  expect(places.slice(-4)).toEqual(['X3', 'Y3', 'AA3', 'AB3']);
});

test('the sheet has a permitted name, frozen headings and column widths', async () => {
  const sheet = await readBack(['2026-11-20', 'One', 1n]);
  expect(sheet?.name).toBe('Transactions  2026   all of the');
  expect(sheet?.freezePane).toEqual({ rows: 1 });
  expect(sheet?.columns?.map(({ width }) => width)).toEqual([12, 30, 14]);
});

test('characters outside of XML are dropped, and a very long text is cut', async () => {
  const sheet = await readBack(['2026-11-20', 'a\u0000b\u001Fc\uFFFEd', 1n], ['2026-11-20', 'x'.repeat(40_000), 1n]);
  expect(sheet?.rows[1]?.[1]).toBe('abcd');
  expect(String(sheet?.rows[2]?.[1])).toHaveLength(32_767);
});

test('the archive is valid for an independent program', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'wattle-xlsx-'));
  try {
    const file = path.join(folder, 'one.xlsx');
    writeFileSync(file, await collect(writeXlsx(given(['2026-11-20', 'One', 1n]))));
    const { error, status, stdout } = spawnSync('unzip', ['-t', file], { encoding: 'utf8' });
    // If it is not installed, the reader above is the only check.
    if (error === undefined) expect([status, stdout]).toEqual([0, expect.stringContaining('No errors detected')]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the rows are closed when the reader stops', async () => {
  let isEnded = false;
  async function* endless(): AsyncGenerator<readonly TableRow[]> {
    try {
      for (;;) yield Array.from({ length: 500 }, (_, row) => ['2026-11-20', `Row ${Math.random()} ${row}`, 1n]);
    } finally {
      isEnded = true;
    }
  }
  let bytes = 0;
  for await (const piece of writeXlsx({ ...given(), rows: endless() })) {
    bytes += piece.length;
    if (bytes > 100_000) break;
  }
  await expect.poll(() => isEnded).toBe(true);
});

test('the file breaks off when the rows cannot be read', async () => {
  async function* failing(): AsyncGenerator<readonly TableRow[]> {
    yield [['2026-11-20', 'One', 1n]];
    throw new Error('the database is away');
  }
  await expect(collect(writeXlsx({ ...given(), rows: failing() }))).rejects.toThrow('the database is away');
});
