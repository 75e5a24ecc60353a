import { readSubscription } from '@wattle/contract/devices/notice.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { getInbox, type InboxMessage } from '@wattle/contract/sandbox/inbox.ts';
import type { AppContext } from '../../compose/context.ts';
import { handlePublic, type Route } from '../../http/handle.ts';
import { toInstant } from '../../platform/database/database.ts';
import { type Brand, findBrand } from '../brands/public.ts';
import type { Content } from './message.types.ts';
import type { Rendered } from './message.view.ts';
import { readNewest, type StoredMessage } from './outbox.store.ts';
import { renderMessage } from './render-message.ts';

const SHOWN = 100;

function toInboxMessage(ctx: AppContext, brand: Brand, row: StoredMessage): InboxMessage[] {
  if (row.content_cipher === null || row.content_key_version === null) return [];
  const plain = ctx.secrets.decrypt(row.content_cipher, row.content_key_version, 'message', row.id);
  const { to, params } = JSON.parse(plain) as Content;
  const { channel, template, language } = row;
  return [
    {
      Id: row.message_id,
      Channel: channel,
      Recipient: channel === 'push' ? hostOf(to) : to,
      Template: template,
      Language: language,
      ...partsOf(renderMessage(ctx, brand, { channel, template, language, params })),
      QueuedTime: toInstant(row.queued_at),
      State: row.state,
      Attempts: row.attempts,
    },
  ];
}

/** Shows only the host, because the full address is a secret of the browser. */
function hostOf(registration: string): string {
  const subscription = readSubscription(registration);
  return subscription ? new URL(subscription.endpoint).host : '';
}

function partsOf(rendered: Rendered): Pick<InboxMessage, 'Subject' | 'Text' | 'Html'> {
  switch (rendered.channel) {
    case 'email':
      return { Subject: rendered.subject, Text: rendered.text, Html: rendered.html };
    case 'sms':
      return { Subject: null, Text: rendered.text, Html: null };
    case 'push':
      return { Subject: rendered.title, Text: rendered.body, Html: null };
  }
}

/** The inbox of the sandbox. */
export const messageRoutes: readonly Route[] = [
  /** Shows codes to any caller, so production does not have it. */
  handlePublic(
    getInbox,
    async ({ query, ctx, request }) => {
      const brand = await findBrand(ctx, query.brand, request.host);
      if (!brand) return err('not_found');
      const rows = await ctx.database.read(brand.tenantId, (tx) => readNewest(tx, brand.tenantId, brand.id, SHOWN));
      return ok({ Messages: rows.flatMap((row) => toInboxMessage(ctx, brand, row)) });
    },
    { isSandboxOnly: true },
  ),
];
