import { readSubscription } from '@wattle/contract/devices/notice.ts';
import { isNameOf } from '@wattle/contract/rules/typed-names.ts';
import type { AppContext } from '../../compose/context.ts';
import type { Delivery } from '../../outside/delivery.ts';
import type { Mail } from '../../outside/mail/port.ts';
import type { PushDelivery } from '../../outside/push/port.ts';
import type { Transports } from '../../outside/transports.ts';
import { type Brand, findBrandById, readBrandAsset } from '../brands/public.ts';
import { receiptsOrigin } from '../programme/public.ts';
import { findSent } from './find-sent.ts';
import { type Content, PAGE_OF } from './message.types.ts';
import type { ClaimedMessage } from './outbox.store.ts';
import type { Rendered } from './message.view.ts';
import { renderMessage } from './render-message.ts';

const OFF: Delivery = { ok: false, isFinal: true, code: 'channel_off' };
/** A text or the value of a placeholder is missing. A retry fails too until the templates are corrected. */
const UNRENDERABLE: Delivery = { ok: false, isFinal: true, code: 'unwordable' };
const UNREADABLE: Delivery = { ok: false, isFinal: true, code: 'unreadable' };
const NO_BROWSER: Delivery = { ok: false, isFinal: true, code: 'bad_subscription' };

/**
 * Outcome of an attempt. `gone`: the registration of a device that accepts no more notices. `isFound`: nothing was sent,
 * because an earlier attempt was accepted.
 */
export type Outcome = Delivery & { readonly gone?: string; readonly isFound?: true };

/** Renders a message and hands it to its channel once. Throws only where the database is down. */
export async function sendMessage(ctx: AppContext, transports: Transports, row: ClaimedMessage): Promise<Outcome> {
  const brand = await findBrandById(ctx, row.brand_id);
  if (!brand) return UNRENDERABLE;
  const content = openContent(ctx, row);
  if (!content) return UNREADABLE;
  let rendered: Rendered;
  try {
    rendered = renderMessage(ctx, brand, { ...row, params: content.params });
  } catch (error) {
    // The message names a key of the texts, never a value.
    ctx.log.error({ template: row.template, fault: (error as Error).message }, 'a message cannot be rendered');
    return UNRENDERABLE;
  }
  const picture = rendered.channel === 'email' ? await readPicture(ctx, brand, rendered.picture) : undefined;
  const smsFrom = brand.settings.TextSender ?? undefined;
  const origin = receiptsOrigin(ctx);
  const receiptsUrl = origin === undefined ? undefined : `${origin}/network/sms-receipts/${row.tenant_id}`;
  const envelope = { to: content.to, fromName: brand.name, picture, smsFrom, receiptsUrl };
  return deliver(ctx, transports, row, envelope, rendered);
}

function openContent(ctx: AppContext, row: ClaimedMessage): Content | undefined {
  try {
    const plain = ctx.secrets.decrypt(row.content_cipher, row.content_key_version, 'message', row.id);
    return JSON.parse(plain) as Content;
  } catch {
    return undefined;
  }
}

/** A picture of the brand, which goes along with the mail. */
async function readPicture(ctx: AppContext, brand: Brand, name: string | undefined): Promise<Mail['picture']> {
  if (name === undefined) return undefined;
  const asset = await readBrandAsset(ctx, brand, name);
  return asset && { name, contentType: asset.contentType, body: asset.body };
}

type Envelope = {
  readonly to: string;
  readonly fromName: string;
  readonly picture: Mail['picture'];
  /** Sender of texts that the brand has registered. */
  readonly smsFrom: string | undefined;
  readonly receiptsUrl: string | undefined;
};

async function deliver(
  ctx: AppContext,
  transports: Transports,
  row: ClaimedMessage,
  { to, fromName, picture, smsFrom, receiptsUrl }: Envelope,
  rendered: Rendered,
): Promise<Outcome> {
  const messageId = row.message_id;
  switch (rendered.channel) {
    case 'email': {
      const { subject, text, html } = rendered;
      return transports.email?.send({ messageId, to, fromName, subject, text, html, picture }) ?? OFF;
    }
    case 'sms': {
      if (!transports.sms) return OFF;
      const expiresAt = Date.parse(row.expires_at);
      const sms = { messageId, to, text: rendered.text, expiresAt, from: smsFrom, receiptsUrl };
      return (await findSent(ctx, transports.sms, row, sms)) ?? transports.sms.send(sms);
    }
    case 'push': {
      const { title, body } = rendered;
      const page = (isNameOf(PAGE_OF, row.template) && PAGE_OF[row.template]) || 'cardHome';
      const payload = { id: messageId, title, body, language: row.language, page };
      const subscription = readSubscription(to);
      const delivery: PushDelivery = subscription
        ? ((await transports.push?.send({ to: subscription, payload })) ?? OFF)
        : NO_BROWSER;
      return delivery.isGone ? { ...delivery, gone: to } : delivery;
    }
  }
}
