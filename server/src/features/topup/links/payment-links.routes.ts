import { comparableText } from '@wattle/contract/rules/typed-text.ts';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { err, ok } from '@wattle/contract/errors.ts';
import {
  endPaymentLink,
  getLinkPaymentState,
  getPaymentLink,
  getPaymentLinks,
  initiateLinkPayment,
  makePaymentLink,
} from '@wattle/contract/topup/payment-links.ts';
import type { AppContext } from '../../../compose/context.ts';
import { handle, handlePublic, handleRead, type Route, type Session } from '../../../http/handle.ts';
import { audit } from '../../../platform/sealed-log/audit.ts';
import { dayAt, startOfDay } from '../../../platform/time/clock.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { type Cents, toCents, toDollars } from '../../../platform/money.ts';
import { productTexts } from '../../../platform/text/texts.ts';
import { findBrand } from '../../brands/public.ts';
import { isPrimaryOf } from '../../card-facts/public.ts';
import { initiateCharge, lookAtPayment, readReference, readPaymentState } from '../../gateway/public.ts';
import { listOnItsWay, sumOf } from '../on-its-way.ts';
import { fitsBelowMaximum } from '../maximum-balance.ts';
import { findTopupAccount, type TopupAccount } from '../topup-account.store.ts';
import { available } from '../topup-limits.domain.ts';
import { LINK_PAYMENT } from './link-payment.purpose.ts';
import { isOpen, lastDay, toLinkViews } from './link.view.ts';
import {
  countOpen,
  findLink,
  findLinkByToken,
  findPayer,
  insertLink,
  savePayer,
  listLinks,
  type PaymentLink,
  readShownName,
  saveEnded,
} from './payment-link.store.ts';

/** The account of the primary holder; a nominee has no links on it. */
async function findOwn(
  { ctx, tx }: { readonly ctx: AppContext; readonly tx: Tx },
  session: Session,
  accountNumber: string,
): Promise<TopupAccount | undefined> {
  const account = await findTopupAccount({ ctx, tx }, session.tenantId, session, accountNumber);
  return account && (await isPrimaryOf(tx, session, account.memberAccountId)) ? account : undefined;
}

type Found = {
  readonly tenantId: number;
  readonly brandId: number;
  readonly link: PaymentLink;
  /** Undefined if it cannot be loaded now. */
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

/** A usable link. One that has ended counts as unknown. */
async function findOpen(ctx: AppContext, asked: Asked, host: string): Promise<Found | undefined> {
  const found = await findAsked(ctx, asked, host);
  return found && isOpen(found.link, ctx.clocks.business.now()) ? found : undefined;
}

/** Several people may pay by a link at the same time. A person whose payment is pending cannot pay the same again. */
function subjectOf({ id }: PaymentLink, payerName: string): string {
  return `${id}.${createHash('sha256').update(comparableText(payerName)).digest('base64url').slice(0, 22)}`;
}

/** Payment links: those of an account, and the pages on which a payer sees and pays one. */
export const paymentLinkRoutes: readonly Route[] = [
  handleRead(getPaymentLinks, async ({ body, session, tx, ctx }) => {
    const account = await findOwn({ ctx, tx }, session, body.accountNumber);
    if (!account) return err('invalid_card_details', 'accountNumber');
    const { tenantId } = session;
    const links = await listLinks(tx, tenantId, account.memberAccountId, ctx.config.topup.links.shown);
    return ok({ Links: await toLinkViews(tx, tenantId, links, ctx.clocks.business.now()) });
  }),

  handle(makePaymentLink, async ({ body, session, tx, ctx, request }) => {
    const { tenantId, brandId, webAccountId, holderId } = session;
    const account = await findOwn({ ctx, tx }, session, body.accountNumber);
    if (!account || webAccountId === null || holderId === null) return err('invalid_card_details', 'accountNumber');
    if (!account.ways.card) return err('card_problem', 'accountNumber');
    const maximum = toCents(body.maximumAmount);
    if (maximum < account.least || maximum > account.most) return err('outside_load_limits', 'maximumAmount');
    const now = ctx.clocks.business.now();
    const open = await countOpen(tx, tenantId, account.memberAccountId, now);
    if (open >= ctx.config.topup.links.openMost) return err('too_many_links');
    const id = randomUUID();
    await insertLink(tx, {
      id,
      tenantId,
      brandId,
      memberAccountId: account.memberAccountId,
      webAccountId,
      token: randomBytes(16).toString('base64url'),
      shownName: await readShownName(tx, tenantId, holderId),
      maximum,
      madeAt: now,
      // A link is valid to the end of its last day.
      endsAt: startOfDay(dayAt(now), body.days + 1),
    });
    const object = `account:${account.memberAccountId}`;
    const line = { tenantId, actor: `web:${webAccountId}`, object, outcome: 'ok', requestId: request.id };
    audit(tx, ctx.clocks, { ...line, action: 'paymentLink.made', details: { link: id } });
    const made = await findLink(tx, tenantId, account.memberAccountId, id);
    const [Link] = await toLinkViews(tx, tenantId, made ? [made] : [], now);
    if (!Link) throw new Error('a link was not made');
    return ok({ Link });
  }),

  handle(endPaymentLink, async ({ body, session, tx, ctx, request }) => {
    const { tenantId, webAccountId } = session;
    const account = await findOwn({ ctx, tx }, session, body.accountNumber);
    if (!account) return err('invalid_card_details', 'accountNumber');
    const link = await findLink(tx, tenantId, account.memberAccountId, body.LinkId);
    if (!link) return err('not_found', 'LinkId');
    const now = ctx.clocks.business.now();
    if (await saveEnded(tx, tenantId, link.id, now)) {
      const object = `account:${account.memberAccountId}`;
      const line = { tenantId, actor: `web:${webAccountId}`, object, outcome: 'ok', requestId: request.id };
      audit(tx, ctx.clocks, { ...line, action: 'paymentLink.ended', details: { link: link.id } });
    }
    const [Link] = await toLinkViews(
      tx,
      tenantId,
      [{ ...link, ended_at: link.ended_at ?? new Date(now).toISOString() }],
      now,
    );
    if (!Link) throw new Error('a link has no view');
    return ok({ Link });
  }),

  handlePublic(
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
  ),

  handlePublic(
    initiateLinkPayment,
    async ({ body, ctx, request }) => {
      const found = await findOpen(ctx, body, request.host);
      if (!found) return err('not_found', 'Token');
      const { tenantId, brandId, link, account } = found;
      const amount = toCents(body.Amount);
      // An account that is closed, blocked or full gets the same answer, so that it reveals nothing about the balance.
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
        fits: (tx) => fitsBelowMaximum(tx, tenantId, account, amount),
        alongside: (tx, paymentId) => savePayer(tx, { tenantId, paymentId, linkId: link.id, name: body.PayerName }),
        request,
        page: `/pay/${body.Token}`,
        describes: (words['link.describes'] ?? '').replace('{{name}}', link.shown_name),
        describesShort: 'top-up',
        language,
        actor: 'visitor',
        payer: null,
        recipient: { ...account.recipient, account: account.memberAccountId },
      });
      if (!opened.ok) return opened.error === 'outside_load_limits' ? err('link_payment_refused') : err(opened.error);
      const { url, Sid, Sst, Page } = opened.value;
      return ok({ url, Sid, Sst, Page });
    },
    { rate: 'paymentLink' },
  ),

  handlePublic(getLinkPaymentState, async ({ body, ctx, request }) => {
    const found = await findAsked(ctx, body, request.host);
    const named = readReference(body.Sid);
    if (!found || named?.tenantId !== found.tenantId) return err('not_found', 'Sid');
    const { tenantId, link } = found;
    const payer = await ctx.database.read(tenantId, (tx) => findPayer(tx, tenantId, named.id));
    if (payer?.payment_link_id !== link.id) return err('not_found', 'Sid');
    await lookAtPayment(ctx, tenantId, named.id);
    const payment = await ctx.database.read(tenantId, (tx) => readPaymentState(tx, tenantId, named.id));
    return payment ? ok({ State: payment.state, Amount: toDollars(payment.amount) }) : err('not_found', 'Sid');
  }),
];
