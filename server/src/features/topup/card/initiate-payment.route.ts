import { err, ok } from '@wattle/contract/errors.ts';
import { initiatePayment } from '@wattle/contract/topup/card/initiate-payment.ts';
import { handleOutside } from '../../../http/handle.ts';
import { toCents } from '../../../platform/money.ts';
import { productTexts } from '../../../platform/texts.ts';
import { initiateCharge } from '../../gateway/public.ts';
import { listOnItsWay, sumOf } from '../on-its-way.ts';
import { fits } from '../room.ts';
import { findTopupAccount } from '../topup-account.store.ts';
import { available } from '../topup-limits.domain.ts';
import { CARD_TOPUP } from './card-topup.purpose.ts';

export const initiatePaymentRoute = handleOutside(initiatePayment, {
  async admit({ body, session, tx, ctx }) {
    const account = await findTopupAccount({ ctx, tx }, session.tenantId, session, body.accountNumber);
    if (!account) return err('invalid_card_details', 'accountNumber');
    if (!account.ways.card) return err('card_problem', 'accountNumber');
    const amount = toCents(body.amount);
    const onItsWay = sumOf(await listOnItsWay(tx, ctx, session.tenantId, account.memberAccountId));
    const room = available({ ...account, onItsWay });
    if (amount < account.least || amount > account.most || amount > room) return err('outside_load_limits', 'amount');
    return ok({ account, amount });
  },
  outside({ ctx, session, request, body, intent: { account, amount } }) {
    const language = body.Language ?? account.language;
    return initiateCharge(ctx, {
      tenantId: session.tenantId,
      brandId: session.brandId,
      purpose: CARD_TOPUP,
      subject: String(account.memberAccountId),
      amount,
      fits: (tx) => fits(tx, session.tenantId, account, amount),
      address: request.address,
      origin: request.origin,
      describes: productTexts(language, 'topup')['card.describes'] ?? '',
      language,
      actor: `web:${session.webAccountId}`,
      requestId: request.id,
    });
  },
  async settle({ known }) {
    if (!known.ok) return known.error === 'outside_load_limits' ? err(known.error, 'amount') : known;
    const { url, Sid, Sst } = known.value;
    return ok({ url, Sid, Sst });
  },
});
