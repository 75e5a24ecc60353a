import type { AppContext } from '../../compose/context.ts';
import type { TableColumn, TableRow } from '../../documents/table.domain.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Period } from './period.domain.ts';

/** Sources of a report. The database may be a standby, and each piece is read in a short transaction. */
export type ReportCall = {
  readonly ctx: AppContext;
  readonly database: Pick<Database, 'read'>;
  readonly tenantId: number;
  readonly period: Period;
};

/** A report before it is written as a file. */
export type MadeReport = {
  readonly title: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[];
  /** Whether its figures agree with those of the books beside it, and in words how or why not. */
  readonly agrees: boolean;
  readonly finding: string;
};

export const text = (title: string, width = 24): TableColumn => ({ title, kind: 'text', width });
export const date = (title: string): TableColumn => ({ title, kind: 'date', width: 12 });
export const amount = (title: string): TableColumn => ({ title, kind: 'money', width: 16 });
