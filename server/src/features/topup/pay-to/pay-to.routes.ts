import { randomUUID } from 'node:crypto';
import { err, ok } from '@wattle/contract/errors.ts';
import { mostADay, PAY_TO_ACCOUNT } from '@wattle/contract/rules/pay-to.ts';
import { createPayTo, pausePayTo, resumePayTo } from '@wattle/contract/topup/pay-to.ts';
import type { AppContext } from '../../../compose/context.ts';
import { callerOf } from '../../../http/caller.ts';
import { handle, type Route, type Session } from '../../../http/handle.ts';
import { RESPOND_WITHIN_MINUTES } from '../../../outside/npp/agreements/port.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { audit } from '../../../platform/sealed-log/audit.ts';
import { lockRoomTaken } from '../../balance-watch/public.ts';
import { readBsbReach } from '../../transfers/public.ts';
import { type AutoAccount, findAutoAccount } from '../auto/auto-account.store.ts';
import { lockAutoTopup, lockAutoTopupOf } from '../auto/auto-topup.store.ts';
import { readSetUpStop } from '../auto/set-up-stop.ts';
import { centsOf, refuseAmounts, refuseBank, type SetUpRequest } from '../auto/set-up.ts';
import { insertAgreement, saveWanted } from './agreement.store.ts';
import { saveAgreementOf, savePaused, savePayToTopup } from './pay-to-topup.store.ts';

/** Version of the texts that the holder accepts. It changes when their content does. */
const PAY_TO_VERSION = 'payTo-1';
const MINUTE_MS = 60_000;

type Call = {
  readonly tx: Tx;
  readonly ctx: AppContext;
  readonly session: Session;
  readonly request: { readonly id: string };
};

function auditTopup({ tx, ctx, session, request }: Call, account: AutoAccount, action: string): void {
  const { tenantId } = session;
  const object = `account:${account.memberAccountId}`;
  audit(tx, ctx.clocks, { tenantId, actor: callerOf(session), action, object, outcome: 'ok', requestId: request.id });
  ctx.live.publishChanged(tx, tenantId, account.memberAccountId);
}

/** The account and its automatic top-up by agreement that a call names, locked in the order of a posting. */
async function lockNamed(
  { tx, ctx, session }: Call,
  { MemberNumber, AutoTopUpId }: { readonly MemberNumber: string; readonly AutoTopUpId: string },
) {
  const account = await findAutoAccount({ ctx, tx }, session.tenantId, session, MemberNumber);
  if (!account) return err('invalid_card_details', 'MemberNumber');
  await lockRoomTaken(tx, session.tenantId, account.memberAccountId);
  const row = await lockAutoTopup(tx, session.tenantId, account.memberAccountId, AutoTopUpId);
  if (!row) return err('not_found', 'AutoTopUpId');
  const isOn = row.state === 'Active' || row.state === 'Retry';
  if (row.agreement_id === null || !isOn) return err('auto_topup_refused');
  return ok({ account, row, agreementId: row.agreement_id });
}

/** Saves an automatic top-up by agreement, for which the bank is asked after the transaction. */
async function savePayTo(call: Call, account: AutoAccount, asked: SetUpRequest, replaces: bigint | undefined) {
  const { tx, ctx, session } = call;
  const { webAccountId, tenantId } = session;
  if (webAccountId === null) throw new Error('an automatic top-up belongs to a web account');
  const now = ctx.clocks.business.now();
  const publicId = randomUUID();
  const { memberAccountId, maxBalance, bounds, fee } = account;
  const dayMost = centsOf(mostADay(asked.Amount, bounds.maximumLoad));
  const bankAccount = { bsb: asked.Bsb, accountNumber: asked.AccountNumber.replace(/[ -]/g, '') };
  const terms = {
    publicId,
    memberAccountId,
    webAccountId,
    agreementVersion: PAY_TO_VERSION,
    accountName: asked.AccountName,
    ...bankAccount,
    trigger: centsOf(asked.TriggerAmount),
    amount: centsOf(asked.Amount),
    maximum: maxBalance,
    dayMost,
  };
  const autoTopupId = await savePayToTopup(tx, tenantId, terms, replaces, now);
  const agreementId = await insertAgreement(tx, tenantId, {
    reference: randomUUID(),
    autoTopupId,
    memberAccountId,
    name: asked.AccountName,
    ...bankAccount,
    maximum: dayMost,
    // Only a new automatic top-up has a fee, which its first credit pays.
    fee: replaces === undefined ? fee : 0n,
    madeAt: now,
    respondBy: now + RESPOND_WITHIN_MINUTES * MINUTE_MS,
  });
  saveAgreementOf(tx, tenantId, autoTopupId, agreementId);
  auditTopup(call, account, 'autoTopup.agreementAsked');
  return publicId;
}

/** Automatic top-ups by PayTo agreement: set up, pause and resume. They change and end as every other. */
export const payToRoutes: readonly Route[] = [
  handle(createPayTo, async ({ body, session, tx, ctx, request }) => {
    const { tenantId } = session;
    const account = await findAutoAccount({ ctx, tx }, tenantId, session, body.MemberNumber);
    if (!account) return err('invalid_card_details', 'MemberNumber');
    if (!account.isOffered || !account.mayBeMade || !ctx.outside.agreements(tenantId)) return err('auto_topup_refused');
    await lockRoomTaken(tx, tenantId, account.memberAccountId);
    const existing = await lockAutoTopupOf(tx, tenantId, account.memberAccountId);
    if (existing && existing.state !== 'Expired' && existing.way !== 'payTo') return err('auto_topup_refused');
    const { stop } = await readSetUpStop(tx, ctx, session, account.memberAccountId);
    if (stop) return err('auto_topup_refused');
    const refused = refuseAmounts(account, body) ?? (await refuseBank(tx, ctx, session, body));
    if (refused) return refused;
    const reach = await readBsbReach(tx, ctx, tenantId, body.Bsb);
    const takesAgreements = reach?.takesPayTo !== false && PAY_TO_ACCOUNT.test(body.AccountNumber.replace(/[ -]/g, ''));
    if (!takesAgreements) return err('auto_topup_refused');
    return ok({ AutoTopUpId: await savePayTo({ tx, ctx, session, request }, account, body, existing?.id) });
  }),

  handle(pausePayTo, async ({ body, session, tx, ctx, request }) => {
    const call = { tx, ctx, session, request };
    const found = await lockNamed(call, body);
    if (!found.ok) return found;
    const { account, row, agreementId } = found.value;
    // One that the other side paused stays theirs to resume.
    if (row.paused_by !== null)
      return row.paused_by === 'us' ? ok({ IsSuccessful: true as const }) : err('auto_topup_refused');
    savePaused(tx, session.tenantId, row.id, { by: 'us', notice: null, trouble: null });
    saveWanted(tx, session.tenantId, agreementId, 'paused', ctx.clocks.business.now());
    auditTopup(call, account, 'autoTopup.paused');
    return ok({ IsSuccessful: true as const });
  }),

  handle(resumePayTo, async ({ body, session, tx, ctx, request }) => {
    const call = { tx, ctx, session, request };
    const found = await lockNamed(call, body);
    if (!found.ok) return found;
    const { account, row, agreementId } = found.value;
    if (row.paused_by === null) return ok({ IsSuccessful: true as const });
    if (row.paused_by !== 'us' || !account.isOn || !account.mayBeMade) return err('auto_topup_refused');
    // It fires once the bank has resumed the agreement.
    saveWanted(tx, session.tenantId, agreementId, 'active', ctx.clocks.business.now());
    auditTopup(call, account, 'autoTopup.resumed');
    return ok({ IsSuccessful: true as const });
  }),
];
