import type { AppContext } from '../../context.ts';
import type { Delivery } from '../../outside/delivery.ts';
import type { PushSubscription } from '../../outside/push/port.ts';
import type { Transports } from '../../outside/transports.ts';
import { findBrandById } from '../brands/public.ts';
import type { Content } from './message.types.ts';
import type { ClaimedMessage } from './outbox.store.ts';
import type { Rendered } from './message.view.ts';
import { langOf, wordMessage } from './word-message.ts';

const OFF: Delivery = { ok: false, isFinal: true, code: 'channel_off' };
/** A text lacks a placeholder's value or is not there: the same tomorrow, until somebody mends it. */
const UNWORDABLE: Delivery = { ok: false, isFinal: true, code: 'unwordable' };
const UNREADABLE: Delivery = { ok: false, isFinal: true, code: 'unreadable' };

/** Words a message and hands it to its channel, once. Throws only where the database is away. */
export async function sendMessage(ctx: AppContext, transports: Transports, row: ClaimedMessage): Promise<Delivery> {
  const brand = await findBrandById(ctx, row.brand_id);
  if (!brand) return UNWORDABLE;
  const content = openContent(ctx, row);
  if (!content) return UNREADABLE;
  let rendered: Rendered;
  try {
    rendered = wordMessage(brand, { ...row, params: content.params });
  } catch (error) {
    // The message names a key of the texts, never a value.
    ctx.log.error({ template: row.template, fault: (error as Error).message }, 'a message cannot be worded');
    return UNWORDABLE;
  }
  return handOver(transports, row, content.to, rendered, brand.name);
}

function openContent(ctx: AppContext, row: ClaimedMessage): Content | undefined {
  try {
    const plain = ctx.secrets.decrypt(row.content_cipher, row.content_key_version, 'message', row.id);
    return JSON.parse(plain) as Content;
  } catch {
    return undefined;
  }
}

async function handOver(
  transports: Transports,
  row: ClaimedMessage,
  to: Content['to'],
  rendered: Rendered,
  fromName: string,
): Promise<Delivery> {
  const messageId = row.message_id;
  switch (rendered.channel) {
    case 'email': {
      const { subject, text, html } = rendered;
      return transports.email?.send({ messageId, to: to as string, fromName, subject, text, html }) ?? OFF;
    }
    case 'sms':
      return transports.sms?.send({ messageId, to: to as string, text: rendered.text }) ?? OFF;
    case 'push': {
      const { title, body } = rendered;
      const notice = { messageId, to: to as PushSubscription, title, body, language: langOf(row.language) };
      return transports.push?.send(notice) ?? OFF;
    }
  }
}
