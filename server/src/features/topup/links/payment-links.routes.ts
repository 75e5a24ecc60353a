import { err, ok } from '@wattle/contract/errors.ts';
import { endPaymentLink, getPaymentLinks, makePaymentLink } from '@wattle/contract/topup/links/payment-links.ts';
import { randomBytes, randomUUID } from 'node:crypto';
import type { AppContext } from '../../../context.ts';
import { handle, handleRead, type Session } from '../../../http/handle.ts';
import { audit } from '../../../platform/audit.ts';
import { dayAt, startOfDay } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/database.ts';
import { toCents } from '../../../platform/money.ts';
import { isPrimary } from '../../cards/public.ts';
import { findTopupAccount, type TopupAccount } from '../topup-account.store.ts';
import { toLinkViews } from './link.view.ts';
import { countOpen, findLink, insertLink, listLinks, readShownName, saveEnded } from './payment-link.store.ts';

/** The account of the primary holder; a nominee has no links on it. */
async function findOwn(
  { ctx, tx }: { readonly ctx: AppContext; readonly tx: Tx },
  session: Session,
  accountNumber: string,
): Promise<TopupAccount | undefined> {
  const account = await findTopupAccount({ ctx, tx }, session.tenantId, session, accountNumber);
  return account && (await isPrimary(tx, session)) ? account : undefined;
}

export const getPaymentLinksRoute = handleRead(getPaymentLinks, async ({ body, session, tx, ctx }) => {
  const account = await findOwn({ ctx, tx }, session, body.accountNumber);
  if (!account) return err('invalid_card_details', 'accountNumber');
  const { tenantId } = session;
  const links = await listLinks(tx, tenantId, account.memberAccountId, ctx.config.topup.links.shown);
  return ok({ Links: await toLinkViews(tx, tenantId, links, ctx.clocks.business.now()) });
});

export const makePaymentLinkRoute = handle(makePaymentLink, async ({ body, session, tx, ctx, request }) => {
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
    // The whole of its last day.
    endsAt: startOfDay(dayAt(now), body.days + 1),
  });
  const object = `account:${account.memberAccountId}`;
  const line = { tenantId, actor: `web:${webAccountId}`, object, outcome: 'ok', requestId: request.id };
  audit(tx, ctx.clocks, { ...line, action: 'paymentLink.made', details: { link: id } });
  const made = await findLink(tx, tenantId, account.memberAccountId, id);
  const [Link] = await toLinkViews(tx, tenantId, made ? [made] : [], now);
  if (!Link) throw new Error('a link was not made');
  return ok({ Link });
});

export const endPaymentLinkRoute = handle(endPaymentLink, async ({ body, session, tx, ctx, request }) => {
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
});
