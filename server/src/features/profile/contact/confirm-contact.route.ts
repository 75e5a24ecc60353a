import { confirmContact } from '@wattle/contract/profile/confirm-contact.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { randomBytes } from 'node:crypto';
import { handleOutside, type SessionInput } from '../../../http/handle.ts';
import { audit } from '../../../platform/audit.ts';
import { endOtherSessions, foldLoginName, webAccountOf } from '../../access/public.ts';
import { findBrandById } from '../../brands/public.ts';
import { isChannelOn, queueNotice, toE164 } from '../../messages/public.ts';
import { pageOf } from '../../reset/public.ts';
import {
  type ChangeRow,
  isNameOfAnother,
  lockOpenChange,
  readContactHolder,
  renameLogin,
  saveContact,
  saveProved,
  saveWrongCode,
} from './contact.store.ts';
import { hashOfUndo } from './undo-token.ts';

type Input = SessionInput<typeof confirmContact>;

export const confirmContactRoute = handleOutside(
  confirmContact,
  {
    async admit({ tx, session, body }) {
      const row = await lockOpenChange(tx, session.tenantId, webAccountOf(session), body.Channel);
      return ok({ hash: row?.code_hash ?? null });
    },
    outside: ({ ctx, body, intent }) => ctx.secrets.verifySecret(intent.hash, body.code),
    async settle(input) {
      const { tx, ctx, session, body, intent, known } = input;
      const row = await lockOpenChange(tx, session.tenantId, webAccountOf(session), body.Channel);
      const { codeMs, wrongCodes } = ctx.config.resets;
      const isGood =
        row !== undefined &&
        row.code_hash === intent.hash &&
        row.wrong_codes < wrongCodes &&
        ctx.clocks.security.now() - Date.parse(row.asked_at) < codeMs;
      if (row && known && isGood) return take(input, row);
      if (row) await saveWrongCode(tx, session.tenantId, row.id);
      return err('access_code_wrong');
    },
  },
  { keepsRefusals: true, rate: 'signIn' },
);

/** The new contact takes the place of the old one, which hears of it. */
async function take({ tx, ctx, session, request }: Input, row: ChangeRow) {
  const { tenantId, brandId } = session;
  const { channel, holder_id: holderId, web_account_id: webAccountId, new_value: value } = row;
  const to = foldLoginName(value);
  if (await isNameOfAnother(tx, session, to, webAccountId)) return err('email_taken');
  const now = ctx.clocks.security.now();
  const token = randomBytes(16).toString('hex');
  await saveContact(tx, tenantId, { holderId, channel, value, changedAt: now });
  await renameLogin(tx, tenantId, { webAccountId, channel, from: foldLoginName(row.old_value), to });
  await saveProved(tx, tenantId, row.id, hashOfUndo(ctx, brandId, token), now);
  audit(tx, ctx.clocks, {
    tenantId,
    actor: `web:${webAccountId}`,
    action: `profile.${channel}_changed`,
    object: `session:${session.id}`,
    outcome: 'ok',
    requestId: request.id,
  });
  await endOtherSessions(tx, ctx, session, 'contact_changed');
  const brand = await findBrandById(ctx, brandId);
  const person = await readContactHolder(tx, tenantId, webAccountId);
  const old = channel === 'email' ? row.old_value : toE164(row.old_value);
  const by = channel === 'email' ? ('email' as const) : ('sms' as const);
  if (brand && person && old && isChannelOn(ctx, by)) {
    await queueNotice(tx, ctx, {
      tenantId,
      brandId,
      channel: by,
      to: old,
      holderId,
      template: 'contactReplaced',
      language: person.language,
      params: { link: pageOf(ctx, brand, request, `/undoContactChange/${token}`), firstName: person.first_name },
      dedupKey: `contact-replaced:${row.id}`,
    });
  }
  return ok({ result: true as const });
}
