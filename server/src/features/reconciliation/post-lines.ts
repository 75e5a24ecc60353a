import type { AppContext } from '../../compose/context.ts';
import { TRANSFER_CODE, type TransferCode } from '../../ledger/ledger.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import { audit } from '../../platform/sealed-log/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { lockNames } from '../../platform/database/named-locks.ts';
import { PROGRAMME_ZONE } from '../../platform/time/programme-zone.domain.ts';
import { beginAt, type ListedLine, listLines, saveMatches, transfersByReference } from './compare.store.ts';
import { pairNets } from './net.domain.ts';
import { listMatchedOpposites, referencesPosted, reopenLine } from './reopen.store.ts';
import { type ComparedAccount, COMPARED_ACCOUNTS } from './statement.types.ts';

const ledger = openLedger();

export type AccountLine = ListedLine & { readonly account: ComparedAccount };

/**
 * A line of a statement and what it is posted as: the payment of a net beside its other line, or a fee or loss of the
 * programme.
 */
export type LinePosting =
  | { readonly type: 'net'; readonly line: AccountLine; readonly other: AccountLine }
  | { readonly type: 'fee' | 'loss'; readonly line: AccountLine };

const CODES: Readonly<Record<LinePosting['type'], TransferCode>> = {
  net: TRANSFER_CODE.settlement,
  fee: TRANSFER_CODE.fee,
  loss: TRANSFER_CODE.adjustment,
};

/** Account on the other side of a posting. */
export const besideOf = (posting: LinePosting) =>
  posting.type === 'net' ? posting.other.account : posting.type === 'fee' ? 'fees' : 'losses';

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

/**
 * Posts what the scheme and the gateway have settled with the bank, where both statements carry it. One of the two may
 * have been matched by its amount before the other came: its entries are open again then. Repeatable.
 */
export async function postNets(ctx: AppContext, tenantId: number): Promise<void> {
  await ctx.database.transact(tenantId, async (tx) => {
    await lockStatements(tx, tenantId);
    const open = await openLines(tx, tenantId);
    if (open.length === 0) return;
    const matched = new Set(await listMatchedOpposites(tx, tenantId, open));
    const nets = pairNets([...open, ...matched]).filter(({ bank, other }) => !matched.has(bank) || !matched.has(other));
    const ours = new Set<string>();
    for (const account of COMPARED_ACCOUNTS) {
      const references = nets.flatMap(({ other }) => (other.account === account ? [other.reference] : []));
      if (references.length === 0) continue;
      for (const known of (await transfersByReference(tx, { tenantId, account }, references)).keys()) ours.add(known);
    }
    const posted = await referencesPosted(
      tx,
      tenantId,
      nets.map(({ other }) => other),
    );
    // A message or charge of ours is in the books already, and so is what another statement said.
    const found = nets.filter(({ other }) => !ours.has(other.reference) && !posted.has(other.reference));
    for (const line of found.flatMap(({ bank, other }) => [bank, other])) {
      if (matched.has(line)) await reopenLine(tx, tenantId, line);
    }
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
  for (const posting of postings) {
    const { line } = posting;
    const own = await ledger.settlementAccount(tx, tenantId, line.account);
    const beside = await ledger.settlementAccount(tx, tenantId, besideOf(posting));
    // Above zero is money for us, and an account of ours is an asset: it is debited.
    const [debit, credit] = line.cents > 0n ? [own, beside] : [beside, own];
    const commands = partsOf(line.cents < 0n ? -line.cents : line.cents).map((amount, part) => ({
      do: 'post' as const,
      key: `statement:${line.statement_id}:${line.line}${part === 0 ? '' : `:${part + 1}`}`,
      debit,
      credit,
      amount,
      code: CODES[posting.type],
      effectiveAt: Temporal.PlainDate.from(line.day).toZonedDateTime(PROGRAMME_ZONE).epochMilliseconds,
      postedAt: now,
      forced: true,
    }));
    const entries: { readonly transferId: bigint }[] = [];
    for (const result of await ledger.apply(tx, tenantId, commands)) {
      if (!result.ok) throw new Error(`the ledger refused a line of a statement: ${result.refusal}`);
      entries.push({ transferId: result.value.id });
    }
    const lines = posting.type === 'net' ? [posting.line, posting.other] : [posting.line];
    for (const of of lines) {
      const { account } = of;
      const match = { statementId: of.statement_id, line: of.line };
      await beginAt(tx, { tenantId, account }, of.day);
      await saveMatches(tx, { tenantId, account }, [{ line: match, entries }]);
    }
    audit(tx, ctx.clocks, {
      tenantId,
      actor,
      action: 'statement.posted',
      object: `transfer:${entries[0]?.transferId}`,
      outcome: 'ok',
      details: { type: posting.type, lines: lines.map(nameOfLine).join(' ') },
    });
  }
}

/** Maximum amount of one transfer. */
const MOST = 99_999_999_99n;

function partsOf(cents: bigint): bigint[] {
  return cents <= MOST ? [cents] : [MOST, ...partsOf(cents - MOST)];
}

/** `12/3`: the third line of the statement 12. */
export const nameOfLine = ({ statement_id: statement, line }: ListedLine) => `${statement}/${line}`;
