import { type NotificationKind, TOPIC_OF_KIND } from '@wattle/contract/notifications/notifications.ts';
import { DEFAULT_LANGUAGE, inEachLanguage, type Language } from '@wattle/contract/rules/languages.ts';
import type { AppContext } from '../../compose/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { reachedOf } from '../contact-marks/public.ts';
import { noteNotifications } from '../notifications/public.ts';
import { type MessageParams, type NoticeTemplate, type Recipient, TEMPLATES } from './message.types.ts';
import { toE164 } from '../../platform/text/mobile-number.domain.ts';
import { queueNotice, skip } from './queue-message.ts';
import { hasChannel } from '../programme/public.ts';
import { queueToDevices } from './queue-to-devices.ts';
import { notifyInSavepoint } from './notify-in-savepoint.ts';
import { findNotifiedHolder, listReplacedContacts, type NotifiedHolder } from './notified-holder.store.ts';

export type HolderNotice = {
  readonly tenantId: number;
  readonly brandId: number;
  readonly holderId: bigint;
  readonly template: NoticeTemplate;
  /** Values of the template; amounts and reasons are worded in the holder's language. `firstName` is added. */
  readonly params?: MessageParams | ((language: Language) => MessageParams);
  /** Name and signed cents, which its notification shows apart from its words. */
  readonly shown?: { readonly name?: string; readonly cents?: bigint };
  /** Names the cause: each cause is notified once. Up to 100 characters. */
  readonly dedupKey: string;
  /** True if access is concerned: all contacts on record, and replaced ones that can still be restored. */
  readonly everyContact: boolean;
  /** The way that the person has chosen for this matter; the other one where there is no such contact. */
  readonly by?: 'email' | 'sms';
};

/**
 * Notifies a holder of an event, in its transaction and in the holder's language: in the notifications of each sign-in,
 * by email, else by SMS, where messages arrive, and on every device with notices. With `everyContact` by email and by SMS, and also at each
 * contact that was replaced within the time of an undo, so that a thief of the account cannot prevent the notice. It
 * never undoes the event: a message that cannot be queued is skipped and counted, and so is a holder without any
 * contact. Throws only where the database is down. Returns whether anything was queued.
 */
export async function notifyHolder(tx: Tx, ctx: AppContext, event: HolderNotice): Promise<boolean> {
  const { template, holderId } = event;
  return (await notifyInSavepoint(tx, ctx, { template, holderId }, () => notify(tx, ctx, event))) ?? false;
}

async function notify(tx: Tx, ctx: AppContext, event: HolderNotice): Promise<boolean> {
  const { tenantId, brandId, holderId, template, params = {}, dedupKey } = event;
  const holder = await findNotifiedHolder(tx, event);
  if (!holder) return skip(tx, ctx, { template, holderId, channel: null }, 'no_contact');
  const { language, first_name: firstName } = holder;
  const values = typeof params === 'function' ? params(language) : params;
  const notice = { tenantId, brandId, holderId, template, language, params: { ...values, firstName } };
  await addNotifications(tx, ctx, event, holder);
  const recipients = await recipientsOf(tx, ctx, event, holder);
  let isQueued = false;
  for (const [place, recipient] of recipients.entries()) {
    const message = { ...notice, ...recipient, dedupKey: `${dedupKey}:${recipient.channel}:${place}` };
    isQueued = (await queueNotice(tx, ctx, message)) || isQueued;
  }
  const hasPush = TEMPLATES[template].some((way) => way === 'push');
  for (const webAccountId of hasPush ? holder.web_account_ids : []) {
    const message = { ...notice, webAccountId, dedupKey: `${dedupKey}:push:${webAccountId}` };
    isQueued = (await queueToDevices(tx, ctx, message)) || isQueued;
  }
  if (recipients.length === 0 && !isQueued) {
    const reason = holder.unreached.length > 0 ? 'unreached' : 'no_contact';
    skip(tx, ctx, { template, holderId, channel: null }, reason);
  }
  return isQueued;
}

/** Adds the event to the notifications of the holder's sign-ins, with its values in each language. */
async function addNotifications(
  tx: Tx,
  ctx: AppContext,
  event: HolderNotice,
  { web_account_ids: ids }: NotifiedHolder,
) {
  const { tenantId, template, params = {}, shown = {}, dedupKey: cause } = event;
  if (!isNotificationKind(template)) return;
  const valuesIn = (language: Language) => (typeof params === 'function' ? params(language) : params);
  const { change } = valuesIn(DEFAULT_LANGUAGE);
  const kept = { ...shown, ...(change !== undefined && { change }), words: inEachLanguage(valuesIn) };
  const at = ctx.clocks.business.now();
  const all = ids.map((webAccountId) => ({ webAccountId, kind: template, cause, params: kept, at }));
  await noteNotifications(tx, ctx, tenantId, all);
}

function isNotificationKind(template: string): template is NotificationKind {
  return Object.hasOwn(TOPIC_OF_KIND, template);
}

/** The contacts of a holder that get a notice, each once. */
async function recipientsOf(
  tx: Tx,
  ctx: AppContext,
  { tenantId, holderId, template, everyContact, by = 'email' }: HolderNotice,
  holder: NotifiedHolder,
): Promise<readonly Recipient[]> {
  const contacts = [...byEmail(holder.email), ...bySms(holder.mobile)];
  const onRecord = contacts
    .toSorted((a, b) => Number(b.channel === by) - Number(a.channel === by))
    .filter(({ channel }) => TEMPLATES[template].some((way) => way === channel) && hasChannel(ctx, tenantId, channel));
  if (!everyContact) {
    const reached = reachedOf(ctx, tenantId, onRecord, holder.unreached);
    // Where it is among the notifications of a sign-in, it need not go where nothing arrives.
    const isListed = isNotificationKind(template) && holder.web_account_ids.length > 0;
    return (isListed ? reached : [...reached, ...onRecord]).slice(0, 1);
  }
  const since = ctx.clocks.security.now() - ctx.config.contacts.newMs;
  const replaced = (await listReplacedContacts(tx, tenantId, holderId, since)).flatMap(
    ({ channel, old_value: value }) => (channel === 'email' ? byEmail(value) : bySms(value)),
  );
  const all = [...onRecord, ...replaced.filter(({ channel }) => TEMPLATES[template].some((way) => way === channel))];
  return [...new Map(all.map((one) => [`${one.channel}:${one.to.toLowerCase()}`, one])).values()];
}

function byEmail(email: string): Recipient[] {
  return email === '' ? [] : [{ channel: 'email', to: email }];
}

function bySms(mobile: string): Recipient[] {
  const number = toE164(mobile);
  return number === undefined ? [] : [{ channel: 'sms', to: number }];
}
