import { ok, err } from '@wattle/contract/errors.ts';
import { getStatementList, getStatementDetails } from '@wattle/contract/statements/statements.ts';
import { documentKind, type DocumentRoute } from '../../http/document.ts';
import { handleRead, type Route } from '../../http/handle.ts';
import { dayAfter } from './period.domain.ts';
import { findPrimaryAccount, listStatements, findStatement, noteOpened, readStatementFile } from './statement.store.ts';
import { getTaxSummaryDocument } from './get-tax-summary.document.ts';
import { createHash } from 'node:crypto';

/** Statement as it was issued, in the language of its issue. */
const getStatementDetailsDocument = documentKind(getStatementDetails, {
  async find({ parameters: { accountNumber, statementId }, session, tx }) {
    const account = await findPrimaryAccount(tx, session, accountNumber);
    if (!account.ok) return account;
    const found = await findStatement(tx, session.tenantId, account.value.member_account_id, statementId);
    if (!found) return err('not_found', 'statementId');
    const fileName = `statement-${accountNumber.slice(-3)}-${found.first_day}-to-${found.last_day}.pdf`;
    return ok({ statementId, fileName });
  },

  async make({ statementId, fileName }, { ctx, parameters, session: { tenantId } }) {
    const now = ctx.clocks.business.now();
    await ctx.database.transact(tenantId, (tx) => noteOpened(tx, tenantId, statementId, now));
    const kept = await ctx.database.read(tenantId, (tx) => readStatementFile(tx, tenantId, statementId));
    if (!kept) throw new Error('a statement was removed');
    const { body, digest } = kept;
    if (!createHash('sha256').update(body).digest().equals(digest)) throw new Error('a statement was changed');
    return { fileName, contentType: 'application/pdf', isShown: parameters.download === false, body: inPieces(body) };
  },
});

const PIECE = 64 * 1024;

async function* inPieces(body: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < body.length; at += PIECE) yield body.subarray(at, at + PIECE);
}

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
