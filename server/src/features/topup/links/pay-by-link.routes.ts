import { err, ok } from '@wattle/contract/errors.ts';
import { getLinkPaymentState, getPaymentLink, initiateLinkPayment } from '@wattle/contract/topup/links/pay-by-link.ts';
import { createHash } from 'node:crypto';
import type { AppContext } from '../../../context.ts';
import { handlePublic } from '../../../http/handle.ts';
import { type Cents, toCents, toDollars } from '../../../platform/money.ts';
import { productTexts } from '../../../platform/texts.ts';
import { findBrand } from '../../brands/public.ts';
import { initiateCharge, lookAtPayment, readReference, readStanding } from '../../gateway/public.ts';
import { listOnItsWay, sumOf } from '../on-its-way.ts';
import { fits } from '../room.ts';
import { findTopupAccount, type TopupAccount } from '../topup-account.store.ts';
import { available } from '../topup-limits.domain.ts';
import { isOpen, lastDay } from './link.view.ts';
import { LINK_PAYMENT } from './link-payment.purpose.ts';
import { findLinkByToken, findPayer, keepPayer, type PaymentLink } from './payment-link.store.ts';

type Found = {
  readonly tenantId: number;
  readonly brandId: number;
  readonly link: PaymentLink;
  /** Undefined where nobody can load it at the moment. */
  readonly account: TopupAccount | undefined;
  readonly onItsWay: Cents;
};

type Asked = { readonly brand: string; readonly Token: string };

/** A link by its token, and the account that it pays into. */
async function findAsked(ctx: AppContext, asked: Asked, host: string): Promise<Found | undefined> {
  const brand = await findBrand(ctx, asked.brand, host);
  if (!brand) return undefined;
  const { tenantId, id: brandId } = brand;
  return ctx.database.read(tenantId, async (tx) => {
    const link = await findLinkByToken(tx, { tenantId, brandId }, asked.Token);
    if (!link) return undefined;
    const owner = { brandId, holderId: link.holder_id, webAccountId: null, cardId: null };
    const account = await findTopupAccount({ ctx, tx }, tenantId, owner, link.account_number);
    const onItsWay = sumOf(await listOnItsWay(tx, ctx, tenantId, link.member_account_id));
    return { tenantId, brandId, link, account, onItsWay };
  });
}

/** A link that can be used; one that has ended is as good as none. */
async function findOpen(ctx: AppContext, asked: Asked, host: string): Promise<Found | undefined> {
  const found = await findAsked(ctx, asked, host);
  return found && isOpen(found.link, ctx.clocks.business.now()) ? found : undefined;
}

export const getPaymentLinkRoute = handlePublic(
  getPaymentLink,
  async ({ body, ctx, request }) => {
    const found = await findOpen(ctx, body, request.host);
    if (!found) return err('not_found', 'Token');
    const { link } = found;
    return ok({
      Name: link.shown_name,
      MinimumAmount: toDollars(found.account?.least ?? 0n),
      MaximumAmount: toDollars(link.maximum),
      EndsOn: lastDay(link),
    });
  },
  { rate: 'paymentLink' },
);

export const initiateLinkPaymentRoute = handlePublic(
  initiateLinkPayment,
  async ({ body, ctx, request }) => {
    const found = await findOpen(ctx, body, request.host);
    if (!found) return err('not_found', 'Token');
    const { tenantId, brandId, link, account } = found;
    const amount = toCents(body.Amount);
    // One answer for an account that is closed, blocked or full, so that it tells nothing of what is on it.
    if (!account?.ways.card || amount > link.maximum) return err('link_payment_refused');
    if (amount < account.least || amount > account.most || amount > available({ ...account, ...found })) {
      return err('link_payment_refused');
    }
    const language = body.Language ?? account.language;
    const words = productTexts(language, 'topup');
    const opened = await initiateCharge(ctx, {
      tenantId,
      brandId,
      purpose: LINK_PAYMENT,
      subject: subjectOf(link, body.PayerName),
      countedAs: link.id,
      amount,
      fits: (tx) => fits(tx, tenantId, account, amount),
      alongside: (tx, paymentId) => keepPayer(tx, { tenantId, paymentId, linkId: link.id, name: body.PayerName }),
      address: request.address,
      origin: request.origin,
      describes: (words['link.describes'] ?? '').replace('{{name}}', link.shown_name),
      language,
      actor: 'visitor',
      requestId: request.id,
    });
    if (!opened.ok) return opened.error === 'outside_load_limits' ? err('link_payment_refused') : err(opened.error);
    const { url, Sid, Sst } = opened.value;
    return ok({ url, Sid, Sst });
  },
  { rate: 'paymentLink' },
);

/** People pay by a link at once; one who has paid and waits cannot pay the same again. */
function subjectOf({ id }: PaymentLink, payerName: string): string {
  const folded = payerName.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ');
  return `${id}.${createHash('sha256').update(folded).digest('base64url').slice(0, 22)}`;
}

export const getLinkPaymentStateRoute = handlePublic(getLinkPaymentState, async ({ body, ctx, request }) => {
  const found = await findAsked(ctx, body, request.host);
  const named = readReference(body.Sid);
  if (!found || named?.tenantId !== found.tenantId) return err('not_found', 'Sid');
  const { tenantId, link } = found;
  const payer = await ctx.database.read(tenantId, (tx) => findPayer(tx, tenantId, named.id));
  if (payer?.payment_link_id !== link.id) return err('not_found', 'Sid');
  await lookAtPayment(ctx, tenantId, named.id);
  const standing = await ctx.database.read(tenantId, (tx) => readStanding(tx, tenantId, named.id));
  return standing ? ok({ State: standing.state, Amount: toDollars(standing.amount) }) : err('not_found', 'Sid');
});
