import type { DocumentRoute } from '../../http/document.ts';
import { getStatementDetailsDocument } from './get-statement-details.document.ts';
import { getTaxSummaryDocument } from './get-tax-summary.document.ts';

/** What somebody can save of their statements. */
export const statementDocuments: readonly DocumentRoute[] = [getStatementDetailsDocument, getTaxSummaryDocument];
