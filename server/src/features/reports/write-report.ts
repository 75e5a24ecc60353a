import { money } from '@wattle/contract/rules/amounts.ts';
import { DEFAULT_LANGUAGE } from '@wattle/contract/rules/languages.ts';
import type { AppContext } from '../../compose/context.ts';
import { writeCsv } from '../../documents/csv/write-csv.ts';
import { writePdf } from '../../documents/pdf/write-pdf.ts';
import type { TableCell, TableColumn } from '../../documents/table.domain.ts';
import { writeXlsx } from '../../documents/xlsx/write-xlsx.ts';
import { toDollars } from '../../platform/money.ts';
import { brandsOfProgramme, documentLook } from '../brands/public.ts';
import { inDays, readTenantName } from '../desk/public.ts';
import type { MadeReport } from './report.types.ts';

export const FORMATS = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
} as const;
export type ReportFormat = keyof typeof FORMATS;
export const FORMAT_NAMES = ['xlsx', 'csv', 'pdf'] as const satisfies readonly ReportFormat[];

const PARTS = 500;

async function* inParts<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  for (let from = 0; from < rows.length; from += PARTS) yield rows.slice(from, from + PARTS);
}

async function* oneByOne<Row>(rows: readonly Row[]): AsyncGenerator<Row> {
  for (const row of rows) yield row;
}

type Written = {
  readonly report: MadeReport;
  readonly format: ReportFormat;
  readonly tenantId: number;
  readonly period: string;
};

/** Bytes of a report. All of its rows are read before, so that writing it holds no connection. */
export async function writeReport(ctx: AppContext, written: Written): Promise<Buffer> {
  const { report, format } = written;
  const { title: name, columns, rows } = report;
  const table = { name, columns, rows: inParts(rows) };
  const bytes = format === 'pdf' ? await pdfOf(ctx, written) : format === 'csv' ? writeCsv(table) : writeXlsx(table);
  return Buffer.concat(await Array.fromAsync(bytes));
}

const PLAIN = { name: '', colour: '#151a19' };

async function pdfOf(ctx: AppContext, { report, tenantId, period }: Written): Promise<AsyncGenerator<Uint8Array>> {
  const [brand] = await brandsOfProgramme(ctx, tenantId);
  const programme = await ctx.database.read(tenantId, (tx) => readTenantName(tx, tenantId));
  const look = brand ? await documentLook(ctx, brand) : PLAIN;
  const { title, columns, rows, finding } = report;
  return writePdf({
    title: `${title}, ${period}`,
    kindWord: 'Report',
    language: DEFAULT_LANGUAGE,
    look: { ...look, name: programme },
    footer: finding,
    pageWord: (page) => `Page ${page}`,
    madeAt: ctx.clocks.business.now(),
    blocks: [
      { kind: 'text', text: finding },
      {
        kind: 'table',
        columns: columns.map(({ title: head, kind, width }) => ({
          title: head,
          share: width,
          align: kind === 'money' ? ('right' as const) : ('left' as const),
        })),
        rows: oneByOne(rows.map((row) => row.map((cell, place) => shown(cell, columns[place])))),
      },
    ],
  });
}

function shown(cell: TableCell, column: TableColumn | undefined): string {
  if (cell === null) return '';
  if (typeof cell === 'bigint') return money(toDollars(cell), DEFAULT_LANGUAGE);
  return column?.kind === 'date' ? inDays(cell) : cell;
}
