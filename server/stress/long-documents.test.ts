import { spawnSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, expect, test } from 'vitest';
import { writeCsv } from '../src/documents/csv/write-csv.ts';
import type { PdfDocument } from '../src/documents/pdf/pdf-document.ts';
import { writePdf } from '../src/documents/pdf/write-pdf.ts';
import type { Table, TableRow } from '../src/documents/table.domain.ts';
import { writeXlsx } from '../src/documents/xlsx/write-xlsx.ts';
import { readPdf, rowsOf } from '../test-support/files/read-pdf.ts';

const ROWS = Number(process.env['WATTLE_DOCUMENT_ROWS'] ?? 1_000);

/** Limits for 100,000 rows, in processor time, so that a busy machine gives the same result. */
const MOST_MS = 15_000;
const MOST_BYTES = 150 * 1024 * 1024;
/**
 * Larger files are read by an external program, if installed, because the reader of the tests keeps everything in
 * memory.
 */
const MOST_READ = 2_000;

const folder = mkdtempSync(path.join(tmpdir(), 'wattle-long-'));
afterAll(() => rmSync(folder, { recursive: true }));

const MERCHANTS = ['Corner Store', '李伟 喆 镕', 'Zoë’s Café', 'Tram 96'];
const cents = (row: number) => (row % 2 === 0 ? row * 7 : -row * 3);

async function* rows(): AsyncGenerator<readonly string[]> {
  for (let row = 1; row <= ROWS; row += 1) {
    const what = `${MERCHANTS[row % MERCHANTS.length]} ${row}`;
    yield ['20/11/26', what, `26324${row}`, (cents(row) / 100).toFixed(2), '2486.35'];
  }
}

/** Writes a file like a server with a slow reader, and checks time and memory. */
async function writeWithin(name: string, source: AsyncIterable<Uint8Array>): Promise<string> {
  const file = path.join(folder, name);
  const before = process.memoryUsage().rss;
  let most = before;
  const look = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 20);
  const started = process.cpuUsage();
  await pipeline(Readable.from(source), createWriteStream(file));
  const { user, system } = process.cpuUsage(started);
  clearInterval(look);
  expect((user + system) / 1000).toBeLessThan(MOST_MS);
  expect(most - before).toBeLessThan(MOST_BYTES);
  return file;
}

test(`a PDF of ${ROWS} rows is complete and has the correct total`, { timeout: 600_000 }, async () => {
  const document: PdfDocument = {
    title: 'Transactions',
    kindWord: 'Export',
    language: 'enAU',
    look: { name: 'Harbour Mutual', colour: '#14503f' },
    footer: 'Questions? Call 1300 555 010',
    pageWord: (page) => `Page ${page}`,
    madeAt: Date.parse('2026-11-20T05:04:03Z'),
    blocks: [
      {
        kind: 'table',
        columns: [
          { title: 'Date', share: 2 },
          { title: 'Description', share: 5 },
          { title: 'Reference', share: 3 },
          { title: 'Amount', share: 2, align: 'right' },
          { title: 'Balance', share: 2, align: 'right' },
        ],
        rows: rows(),
      },
    ],
  };
  const file = await writeWithin('rows.pdf', writePdf(document));
  const amounts = ROWS <= MOST_READ ? await readAmounts(file) : readAmountsByPoppler(file);
  if (amounts) expectSum(amounts);
});

const tableOf = (): Table => ({
  name: 'Transactions',
  columns: [
    { title: 'Date', kind: 'date', width: 12 },
    { title: 'Description', kind: 'text', width: 30 },
    { title: 'Amount', kind: 'money', width: 14 },
    { title: 'Balance', kind: 'money', width: 14 },
  ],
  rows: pieces(),
});

async function* pieces(): AsyncGenerator<readonly TableRow[]> {
  for (let first = 1; first <= ROWS; first += 500) {
    yield Array.from({ length: Math.min(500, ROWS - first + 1) }, (_, place): TableRow => {
      const row = first + place;
      return ['2026-11-20', `${MERCHANTS[row % MERCHANTS.length]} ${row}`, BigInt(cents(row)), 248_635n];
    });
    // Simulates rows from a database.
    await setImmediate();
  }
}

test(`an Excel file of ${ROWS} rows is complete and has the correct total`, { timeout: 600_000 }, async () => {
  const file = await writeWithin('rows.xlsx', writeXlsx(tableOf()));
  const [sheet] = (await readXlsx(readFileSync(file))).sheets;
  expectSum((sheet?.rows ?? []).slice(1).map((row) => String(row[2])));
});

test(`a CSV file of ${ROWS} rows has the correct total`, { timeout: 600_000 }, async () => {
  const file = await writeWithin('rows.csv', writeCsv(tableOf()));
  const [, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\r\n');
  expectSum(lines.map((line) => line.split(',')[2] ?? ''));
});

async function readAmounts(file: string): Promise<string[]> {
  const [head, ...body] = rowsOf(await readPdf(readFileSync(file)));
  expect(head).toEqual(['Date', 'Description', 'Reference', 'Amount', 'Balance']);
  const expected = Array.from(
    { length: ROWS },
    (_, index) => `${MERCHANTS[(index + 1) % MERCHANTS.length]} ${index + 1}`,
  );
  expect(body.map((cells) => cells[1])).toEqual(expected);
  return body.map((cells) => cells[3] ?? '');
}

function readAmountsByPoppler(file: string): string[] | undefined {
  const { status, stdout } = spawnSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8', maxBuffer: 2 ** 30 });
  if (status !== 0) return undefined;
  return stdout.split('\n').flatMap((line) => /^20\/11\/26 .* (-?[\d.]+) +2486\.35$/.exec(line)?.[1] ?? []);
}

function expectSum(amounts: readonly string[]): void {
  expect(amounts).toHaveLength(ROWS);
  const sum = amounts.reduce((total, text) => total + Math.round(Number(text) * 100), 0);
  // Of n rows, n even: 7 × (2 + 4 + … + n) − 3 × (1 + 3 + … + (n − 1)).
  const half = ROWS / 2;
  expect(sum).toBe(7 * half * (half + 1) - 3 * half * half);
}
