import { err, ok } from '@wattle/contract/errors.ts';
import { getTopupBank, getTopupDetails, getTopupsOnTheirWay, LOAD_TYPE } from '@wattle/contract/topup/topup.ts';
import { getPaymentState, initiatePayment } from '@wattle/contract/topup/card-topup.ts';
import { SAVED_CARDS_MAXIMUM, getSavedCards, removeSavedCard } from '@wattle/contract/topup/saved-cards.ts';
import { getVoucherBalance, redeemVoucher, validateVoucher } from '@wattle/contract/topup/vouchers.ts';
import { handle, handleOutside, handlePayment, handleRead, type Route } from '../../http/handle.ts';
import { leftToSpend } from '../../ledger/aside.domain.ts';
import { audit } from '../../platform/sealed-log/audit.ts';
import { dayAt } from '../../platform/time/clock.ts';
import { toCents, toDollars } from '../../platform/money.ts';
import { productTexts } from '../../platform/text/texts.ts';
import { guardOfName, judge, lockGuard, saveGuard } from '../lockouts/public.ts';
import { readOpenLinkMoney } from '../balance-watch/public.ts';
import {
  findGatewayPayment,
  initiateCharge,
  listSavedCards,
  lookAtPayment,
  readReference,
  readPaymentState,
  endSavedCard,
} from '../gateway/public.ts';
import type { DocumentRoute } from '../../http/document.ts';
import { agreementDocument, autoTopupRoutes } from './auto/auto-topup.routes.ts';
import { payToRoutes } from './pay-to/pay-to.routes.ts';
import { topupReceiptDocument } from './receipt/topup-receipt.document.ts';
import { CARD_TOPUP } from './card/card-topup.purpose.ts';
import { paymentLinkRoutes } from './links/payment-links.routes.ts';
import { listOnItsWay, sumOf } from './on-its-way.ts';
import { fitsBelowMaximum } from './maximum-balance.ts';
import { findTopupAccount } from './topup-account.store.ts';
import { available } from './topup-limits.domain.ts';
import { hashVoucherCode, isVoucherCode } from './voucher/voucher-code.ts';
import { voucherRedemption } from './voucher/voucher-redemption.kind.ts';
import { isRedeemable } from './voucher/voucher.states.domain.ts';
import { findCheckedVoucher, findVoucher, saveCheck } from './voucher/voucher.store.ts';
import { callerOf } from '../../http/caller.ts';

/** Cards that a login has saved for its top-ups. */
const savedCardRoutes: readonly Route[] = [
  handleRead(getSavedCards, async ({ session, tx, ctx }) => {
    const { tenantId, webAccountId } = session;
    if (webAccountId === null) return ok({ Cards: [] });
    const month = dayAt(ctx.clocks.business.now()).slice(0, 7);
    const cards = await listSavedCards(tx, { tenantId, webAccountId }, month);
    return ok({
      Cards: cards.map(({ id, ending, expires }) => ({ SavedCardId: id, Ending: ending, Expires: expires })),
    });
  }),

  handle(removeSavedCard, async ({ body, session, tx, ctx, request }) => {
    const { tenantId, webAccountId } = session;
    const times = { business: ctx.clocks.business.now(), security: ctx.clocks.security.now() };
    const isEnded =
      webAccountId !== null && (await endSavedCard(tx, { tenantId, webAccountId }, body.SavedCardId, times));
    if (!isEnded) return err('not_found', 'SavedCardId');
    audit(tx, ctx.clocks, {
      tenantId,
      actor: callerOf(session),
      action: 'savedCard.remove',
      object: `savedCard:${body.SavedCardId}`,
      outcome: 'ok',
      requestId: request.id,
    });
    return ok({ IsSuccessful: true as const });
  }),
];

/** Every call of top-up. */
export const topupRoutes: readonly Route[] = [
  handleRead(getTopupDetails, async ({ body, session, tx, ctx }) => {
    const account = await findTopupAccount({ ctx, tx }, session.tenantId, session, body.accountNumber);
    if (!account) return err('invalid_card_details', 'accountNumber');
    const { balance, maxBalance, least, most, fee } = account;
    const isByCard = (body.loadType ?? LOAD_TYPE.card) === LOAD_TYPE.card;
    const onItsWay = sumOf(await listOnItsWay(tx, ctx, session.tenantId, account.memberAccountId));
    const byLinks = await readOpenLinkMoney(tx, session.tenantId, account.memberAccountId);
    return ok({
      MaximumLoadLimit: toDollars(maxBalance),
      MinimumTopup: isByCard ? toDollars(least) : 0,
      MaximumTopup: toDollars(most < maxBalance ? most : maxBalance),
      MaximumAvailableTopup: toDollars(available({ balance, maxBalance, onItsWay: onItsWay + byLinks })),
      CurrentAccountBalance: toDollars(balance),
      OnItsWay: toDollars(onItsWay),
      Fee: isByCard ? toDollars(fee) : 0,
    });
  }),

  handleRead(getTopupsOnTheirWay, async ({ body, session, tx, ctx }) => {
    const account = await findTopupAccount({ ctx, tx }, session.tenantId, session, body.accountNumber);
    if (!account) return err('invalid_card_details', 'accountNumber');
    const all = await listOnItsWay(tx, ctx, session.tenantId, account.memberAccountId);
    return ok({
      TopUps: all.map(({ way, amount, startedAt, expectedOn, sid = null }) => ({
        Way: way,
        Amount: toDollars(amount),
        StartedAt: new Date(startedAt).toISOString(),
        ExpectedOn: expectedOn,
        Sid: sid,
      })),
    });
  }),

  handleRead(getTopupBank, async ({ query, session, tx, ctx }) => {
    const account = await findTopupAccount({ ctx, tx }, session.tenantId, session, query.accountNumber);
    if (!account) return err('invalid_card_details', 'accountNumber');
    if (!account.ways.bank) return err('card_problem', 'accountNumber');
    return ok({
      AccountName: account.holderName,
      Bsb: account.bsb,
      AccountNumber: query.accountNumber,
      BankingDays: ctx.config.topup.bankDays,
    });
  }),

  handleOutside(
    initiatePayment,
    {
      async admit({ body, session, tx, ctx }) {
        const account = await findTopupAccount({ ctx, tx }, session.tenantId, session, body.accountNumber);
        if (!account) return err('invalid_card_details', 'accountNumber');
        if (!account.ways.card) return err('card_problem', 'accountNumber');
        const amount = toCents(body.amount);
        const onItsWay = sumOf(await listOnItsWay(tx, ctx, session.tenantId, account.memberAccountId));
        const room = available({ ...account, onItsWay });
        if (amount < account.least || amount > account.most || amount > room)
          return err('outside_load_limits', 'amount');
        const { tenantId, webAccountId } = session;
        const month = dayAt(ctx.clocks.business.now()).slice(0, 7);
        const saved = webAccountId === null ? [] : await listSavedCards(tx, { tenantId, webAccountId }, month);
        const card = saved.find(({ id }) => id === body.SavedCardId);
        if (body.SavedCardId !== undefined && !card) return err('not_found', 'SavedCardId');
        const isKept = body.SaveCard === true && saved.length < SAVED_CARDS_MAXIMUM;
        return ok({
          account,
          amount,
          savedCard: card?.token,
          savesFor: isKept ? (webAccountId ?? undefined) : undefined,
        });
      },
      outside({ ctx, session, request, body, intent: { account, amount, savedCard, savesFor } }) {
        const language = body.Language ?? account.language;
        return initiateCharge(ctx, {
          tenantId: session.tenantId,
          brandId: session.brandId,
          purpose: CARD_TOPUP,
          subject: String(account.memberAccountId),
          amount,
          fits: (tx) => fitsBelowMaximum(tx, session.tenantId, account, amount),
          request,
          page: '/topup/card',
          describes: productTexts(language, 'topup')['card.describes'] ?? '',
          describesShort: 'top-up',
          language,
          actor: `web:${session.webAccountId}`,
          payer: session.webAccountId,
          recipient: { ...account.recipient, account: account.memberAccountId },
          savedCard,
          savesFor,
        });
      },
      async settle({ known }) {
        if (!known.ok) return known.error === 'outside_load_limits' ? err(known.error, 'amount') : known;
        const { url, Sid, Sst, Page } = known.value;
        return ok({ url, Sid, Sst, Page });
      },
    },
    { needsProof: ({ body }) => body.SaveCard === true },
  ),

  handleOutside(getPaymentState, {
    async admit({ body, session, tx, ctx }) {
      const account = await findTopupAccount({ ctx, tx }, session.tenantId, session, body.accountNumber);
      if (!account) return err('invalid_card_details', 'accountNumber');
      const named = readReference(body.Sid);
      if (named?.tenantId !== session.tenantId) return err('not_found', 'Sid');
      const payment = await findGatewayPayment(tx, session.tenantId, named.id);
      const isOfAccount = payment?.purpose === CARD_TOPUP && payment.subject === String(account.memberAccountId);
      return isOfAccount ? ok({ id: payment.id }) : err('not_found', 'Sid');
    },
    outside: ({ ctx, session, intent }) => lookAtPayment(ctx, session.tenantId, intent.id),
    async settle({ body, session, tx, ctx, intent }) {
      const [account, payment] = await Promise.all([
        findTopupAccount({ ctx, tx }, session.tenantId, session, body.accountNumber),
        readPaymentState(tx, session.tenantId, intent.id),
      ]);
      if (!account) return err('invalid_card_details', 'accountNumber');
      if (!payment) return err('not_found', 'Sid');
      return ok({
        State: payment.state,
        Amount: toDollars(payment.amount),
        ReceiptNumber: payment.receipt,
        AvailableAccountBalance: toDollars(leftToSpend(account.balance - account.held, account.aside)),
      });
    },
  }),

  /**
   * Guesses are counted by person, so that no stranger can block the voucher of another person and another login gives
   * no new tries. A right code does not reset the count, because a guesser may own vouchers.
   */
  handle(
    validateVoucher,
    async ({ body, session, tx, ctx, request }) => {
      const { tenantId, brandId, webAccountId, holderId } = session;
      const account = await findTopupAccount({ ctx, tx }, tenantId, session, body.MemberNumber);
      if (!account) return err('invalid_card_details', 'MemberNumber');
      if (!account.ways.voucher || webAccountId === null) return err('card_problem', 'MemberNumber');
      const key = guardOfName(
        ctx,
        session,
        'voucher',
        holderId === null ? `web:${webAccountId}` : `holder:${holderId}`,
      );
      const guard = await lockGuard(tx, key);
      const voucher = await findVoucher(tx, session, body.VoucherId);
      const given = hashVoucherCode(ctx, brandId, body.VoucherId, body.AccessCode);
      const isRight = isVoucherCode(voucher?.code_hash, given);
      const now = ctx.clocks.security.now();
      const judged = judge(ctx.config.lockouts.voucher, guard, isRight, now);
      saveGuard(tx, key, judged.guard);
      const today = dayAt(ctx.clocks.business.now());
      const isGood = voucher !== undefined && isRedeemable(voucher.status, voucher.expires_on, today);
      const refusal = judged.verdict === 'locked' ? 'login_locked_or_token_expired' : 'access_code_wrong';
      const isIn = judged.verdict === 'in' && isGood;
      audit(tx, ctx.clocks, {
        tenantId,
        actor: `web:${webAccountId}`,
        action: 'voucher.checked',
        object: `account:${account.memberAccountId}`,
        outcome: isIn ? 'ok' : refusal,
        requestId: request.id,
      });
      if (!isIn) return err(refusal, 'AccessCode');
      saveCheck(tx, tenantId, webAccountId, voucher.id, now);
      return ok({ IsSuccessful: true as const });
    },
    { keepsRefusals: true, rate: 'voucher' },
  ),

  handleRead(getVoucherBalance, async ({ body, session, tx, ctx }) => {
    const { tenantId } = session;
    const since = ctx.clocks.security.now() - ctx.config.topup.voucherCheckMs;
    const [account, voucher] = await Promise.all([
      findTopupAccount({ ctx, tx }, tenantId, session, body.MemberNumber),
      findCheckedVoucher(tx, tenantId, session, body.VoucherId, since),
    ]);
    if (!account) return err('invalid_card_details', 'MemberNumber');
    if (!account.ways.voucher) return err('card_problem', 'MemberNumber');
    if (!voucher) return err('access_code_wrong', 'VoucherId');
    return ok({ Balance: toDollars(voucher.amount), ExpiryDate: voucher.expires_on });
  }),

  handlePayment(redeemVoucher, voucherRedemption),

  ...savedCardRoutes,
  ...paymentLinkRoutes,
  ...autoTopupRoutes,
  ...payToRoutes,
];

/** Every file of top-up that a person can save. */
export const topupDocuments: readonly DocumentRoute[] = [agreementDocument, topupReceiptDocument];
