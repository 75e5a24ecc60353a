import { err, ok } from '@wattle/contract/errors.ts';
import { maskCardNumbers, maskReference } from '@wattle/contract/rules/card-numbers.ts';
import { deletePayees, getPayees, payeeProof, updatePayee } from '@wattle/contract/transfers/payees.ts';
import { PAYEE_TYPE, type SavedPayee } from '@wattle/contract/transfers/payee.ts';
import { callerOf } from '../../../http/caller.ts';
import { handle, handleRead, type Route } from '../../../http/handle.ts';
import { audit } from '../../../platform/sealed-log/audit.ts';
import { dayAt, startOfDay } from '../../../platform/time/clock.ts';
import { lockNames } from '../../../platform/database/named-locks.ts';
import { spendProof } from '../../access/public.ts';
import { findDestination } from '../external/destination.ts';
import { refuseDestination } from '../external/judge-destination.domain.ts';
import { isOnSandboxBlockList } from './sandbox-block-list.ts';
import {
  deletePayee,
  payeeLock,
  payeeOwnerOf,
  readPaidPayees,
  readPayees,
  savePayee,
  type PaidPayee,
} from './payee.store.ts';
import { decidePayee, MAX_SAVED_PAYEES, fullPayeeNumber } from './saved-payees.domain.ts';
import { toInstant } from '../../../platform/database/database.ts';
import { toDollars } from '../../../platform/money.ts';

/** A saved payee as its owner sees it. */
function toPayee(row: PaidPayee, type: number): SavedPayee {
  const mask = type === PAYEE_TYPE.bpay ? maskReference : maskCardNumbers;
  return {
    PayeeId: row.id,
    DestinationAccountName: row.name,
    DestinationBSB: row.bsb === '' ? null : row.bsb,
    DestinationAccountNumber: mask(row.account_number),
    LastPaidAt: row.paid_at === null ? null : toInstant(row.paid_at),
    LastPaidAmount: row.cents === null ? null : toDollars(row.cents),
    LastPurpose: row.purpose,
    PaidThisYear: toDollars(row.this_year),
  };
}

const FIELDS = { bsb: 'DestinationBSB', name: 'DestinationAccountName' };

/** Saved payees. */
export const payeeRoutes: readonly Route[] = [
  handleRead(getPayees, async ({ body, session, tx, ctx }) => {
    const year = dayAt(ctx.clocks.business.now()).slice(0, 4);
    const asked = { caller: callerOf(session), yearBegan: startOfDay(`${year}-01-01`) };
    const of = { tenantId: session.tenantId, type: body.PayeeType, owner: payeeOwnerOf(session) };
    const payees = await readPaidPayees(tx, ctx.secrets, of, asked);
    return ok({ Payees: payees.map((row) => toPayee(row, body.PayeeType)), MaximumPayees: MAX_SAVED_PAYEES });
  }),

  handle(deletePayees, async ({ body, session, tx, ctx, request }) => {
    const { tenantId } = session;
    const { PayeeId: id } = body;
    const actor = callerOf(session);
    // A concurrent payment that updates the payee would insert it again.
    await lockNames(
      tx,
      Object.values(PAYEE_TYPE).map((type) => payeeLock(actor, type)),
    );
    if (!(await deletePayee(tx, tenantId, payeeOwnerOf(session), id))) return err('not_found', 'PayeeId');
    audit(tx, ctx.clocks, {
      tenantId,
      actor,
      action: 'payee.deleted',
      object: `payee:${id}`,
      outcome: 'ok',
      requestId: request.id,
    });
    return ok({ IsSuccessful: true as const });
  }),

  handle(updatePayee, async ({ body, session, tx, ctx, request }) => {
    const { tenantId, brandId } = session;
    const { PayeeId: id, PayeeType: type, DestinationAccountName: name } = body;
    const [owner, actor] = [payeeOwnerOf(session), callerOf(session)];
    await lockNames(tx, [payeeLock(actor, type)]);
    const rows = await readPayees(tx, ctx.secrets, { tenantId, type, owner });
    const saved = rows.map((row) => ({ ...row, accountNumber: row.account_number }));
    const bsb = body.DestinationBSB ?? '';
    const accountNumber = fullPayeeNumber(saved, id, body.DestinationAccountNumber);
    if (accountNumber === undefined) return err('not_found', 'DestinationAccountNumber');
    const decided = decidePayee(saved, { name, bsb, accountNumber, IsUpdatePayee: true, PayeeId: id }, id);
    // The refusal concerns the number of the other payee.
    if (!decided.ok) return decided.error === 'not_found' ? decided : err(decided.error, 'DestinationAccountNumber');
    if (isOnSandboxBlockList(ctx.config, name)) return err('payee_blocked', FIELDS.name);
    if (type === PAYEE_TYPE.external) {
      const refused = refuseDestination(await findDestination({ ctx, tx, tenantId }, brandId, { name, bsb }), FIELDS);
      if (refused) return refused;
    }
    const isSame = saved.some((one) => one.id === id && one.bsb === bsb && one.accountNumber === accountNumber);
    const method = ctx.paymentMethods.find(({ payeeType }) => payeeType === type);
    const wrong = isSame ? undefined : await method?.refuseNumber?.(tx, { bsb, number: accountNumber });
    if (wrong) return err(wrong, 'DestinationAccountNumber');
    const act = { purpose: 'payee', content: payeeProof(body) } as const;
    if (!(await spendProof(tx, ctx, session, act))) return err('proof_needed');
    savePayee(tx, ctx.secrets, { tenantId, type, id, owner, name, bsb, accountNumber });
    audit(tx, ctx.clocks, {
      tenantId,
      actor,
      action: 'payee.changed',
      object: `payee:${id}`,
      outcome: 'ok',
      requestId: request.id,
    });
    return ok({ IsSuccessful: true as const });
  }),
];
