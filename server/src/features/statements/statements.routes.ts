import { ok } from '@wattle/contract/errors.ts';
import { getStatementList } from '@wattle/contract/statements/statements.ts';
import type { DocumentRoute } from '../../http/document.ts';
import { handleRead, type Route } from '../../http/handle.ts';
import { dayAfter } from './period.domain.ts';
import { findPrimaryAccount, listStatements } from './statement.store.ts';
import { getStatementDetailsDocument } from './get-statement-details.document.ts';
import { getTaxSummaryDocument } from './get-tax-summary.document.ts';

/** Calls about statements; the files themselves are documents. */
export const statementRoutes: readonly Route[] = [
  handleRead(
    getStatementList,
    async ({ body, session, tx }) => {
      const found = await findPrimaryAccount(tx, session, body.accountNumber);
      if (!found.ok) return found;
      const account = found.value;
      const rows = await listStatements(tx, session.tenantId, account.member_account_id);
      return ok({
        Statements: rows.map((row) => ({
          StatementId: row.id,
          IssueDateString: dayAfter(row.last_day),
          PeriodStart: row.first_day,
          PeriodEnd: row.last_day,
          IsOpened: row.is_opened,
        })),
        StatementFrequencyType: account.statement_frequency,
        StatementDeliveryType: account.statement_delivery,
      });
    },
    { mayBeOld: true },
  ),
];

/** Documents of statements. */
export const statementDocuments: readonly DocumentRoute[] = [getStatementDetailsDocument, getTaxSummaryDocument];
