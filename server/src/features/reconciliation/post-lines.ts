import type { AppContext } from '../../context.ts';
import { TRANSFER_CODE, type TransferCode } from '../../ledger/ledger.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import { audit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/database.ts';
import { lockNames } from '../../platform/named-locks.ts';
import { PROGRAMME_ZONE } from '../../platform/programme-zone.domain.ts';
import { beginAt, type ListedLine, listLines, saveMatches, transfersByReference } from './compare.store.ts';
import { pairNets } from './net.domain.ts';
import { type ComparedAccount, COMPARED_ACCOUNTS } from './statement.types.ts';

const ledger = openLedger();

export type AccountLine = ListedLine & { readonly account: ComparedAccount };

/** A line of a statement and what it is posted as: the payment of a net beside its other line, or a fee of the programme. */
export type LinePosting =
  | { readonly type: 'net'; readonly line: AccountLine; readonly other: AccountLine }
  | { readonly type: 'fee'; readonly line: AccountLine };

const CODES: Readonly<Record<LinePosting['type'], TransferCode>> = {
  net: TRANSFER_CODE.settlement,
  fee: TRANSFER_CODE.fee,
};

/** Keeps everybody else from matching or posting lines until the transaction ends. */
export const lockStatements = (tx: Tx, tenantId: number) =>
  lockNames(
    tx,
    COMPARED_ACCOUNTS.map((account) => `statements:${tenantId}:${account}`),
  );

/** Unmatched lines of all three accounts. */
export async function openLines(tx: Tx, tenantId: number): Promise<AccountLine[]> {
  const lines: AccountLine[] = [];
  for (const account of COMPARED_ACCOUNTS) {
    for (const line of await listLines(tx, { tenantId, account }, null)) lines.push({ ...line, account });
  }
  return lines;
}

/** Posts what the scheme and the gateway have settled with the bank, where both statements carry it. Repeatable. */
export async function postNets(ctx: AppContext, tenantId: number): Promise<void> {
  await ctx.database.transact(tenantId, async (tx) => {
    await lockStatements(tx, tenantId);
    const lines = await openLines(tx, tenantId);
    const nets = pairNets(lines);
    const ours = new Set<string>();
    for (const account of COMPARED_ACCOUNTS) {
      const references = nets.flatMap(({ other }) => (other.account === account ? [other.reference] : []));
      if (references.length === 0) continue;
      for (const known of (await transfersByReference(tx, { tenantId, account }, references)).keys()) ours.add(known);
    }
    // A message or charge of ours is in the books already.
    const found = nets.filter(({ other }) => !ours.has(other.reference));
    await postLines(
      ctx,
      tx,
      tenantId,
      found.map(({ bank, other }) => ({ type: 'net', line: bank, other })),
      'system',
    );
  });
}

/** Posts lines and matches them with what was posted. Its callers hold `lockStatements` and have read them open. */
export async function postLines(
  ctx: AppContext,
  tx: Tx,
  tenantId: number,
  postings: readonly LinePosting[],
  actor: string,
): Promise<void> {
  if (postings.length === 0) return;
  const now = ctx.clocks.business.now();
  const commands = [];
  for (const posting of postings) {
    const { line } = posting;
    const own = await ledger.settlementAccount(tx, tenantId, line.account);
    const beside = await ledger.settlementAccount(
      tx,
      tenantId,
      posting.type === 'net' ? posting.other.account : 'fees',
    );
    // Above zero is money for us, and an account of ours is an asset: it is debited.
    const [debit, credit] = line.cents > 0n ? [own, beside] : [beside, own];
    commands.push({
      do: 'post' as const,
      key: `statement:${line.statement_id}:${line.line}`,
      debit,
      credit,
      amount: line.cents < 0n ? -line.cents : line.cents,
      code: CODES[posting.type],
      effectiveAt: Temporal.PlainDate.from(line.day).toZonedDateTime(PROGRAMME_ZONE).epochMilliseconds,
      postedAt: now,
      forced: true,
    });
  }
  const results = await ledger.apply(tx, tenantId, commands);
  for (const [place, posting] of postings.entries()) {
    const result = results[place];
    if (!result?.ok) throw new Error(`the ledger refused a line of a statement: ${result?.refusal}`);
    const lines = posting.type === 'net' ? [posting.line, posting.other] : [posting.line];
    for (const line of lines) {
      const { account } = line;
      const match = { statementId: line.statement_id, line: line.line };
      await beginAt(tx, { tenantId, account }, line.day);
      await saveMatches(tx, { tenantId, account }, [{ line: match, entries: [{ transferId: result.value.id }] }]);
    }
    audit(tx, ctx.clocks, {
      tenantId,
      actor,
      action: 'statement.posted',
      object: `transfer:${result.value.id}`,
      outcome: 'ok',
      details: { type: posting.type, lines: lines.map(nameOfLine).join(' ') },
    });
  }
}

/** `12/3`: the third line of the statement 12. */
export const nameOfLine = ({ statement_id: statement, line }: ListedLine) => `${statement}/${line}`;
