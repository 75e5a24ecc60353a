import { undoContactChange } from '@wattle/contract/profile/undo-contact-change.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import type { AppContext } from '../../../context.ts';
import { handlePublic } from '../../../http/handle.ts';
import type { Tx } from '../../../platform/database.ts';
import { audit } from '../../../platform/audit.ts';
import { foldLoginName, revokeAllSessions } from '../../access/public.ts';
import { findBrand } from '../../brands/public.ts';
import { isChannelOn, queueNotice, toE164 } from '../../messages/public.ts';
import {
  type ChangeRow,
  isNameOfAnother,
  lockChangeByUndo,
  readContactHolder,
  renameLogin,
  saveContact,
  saveUndone,
} from './contact.store.ts';
import { hashOfUndo } from './undo-token.ts';

export const undoContactChangeRoute = handlePublic(
  undoContactChange,
  async ({ body, ctx, request }) => {
    const brand = await findBrand(ctx, request.brand, request.host);
    if (!brand) return err('token_invalid');
    const { tenantId, id: brandId } = brand;
    return ctx.database.transact(tenantId, async (tx) => {
      const row = await lockChangeByUndo(tx, { tenantId, brandId }, hashOfUndo(ctx, brandId, body.token));
      const now = ctx.clocks.security.now();
      if (!row?.proved_at || row.undone_at !== null) return err('token_invalid');
      if (now - Date.parse(row.proved_at) >= ctx.config.contacts.newMs) return err('token_expired');
      const { channel, holder_id: holderId, web_account_id: webAccountId, old_value: value } = row;
      const to = foldLoginName(value);
      if (await isNameOfAnother(tx, { tenantId, brandId }, to, webAccountId)) return err('token_invalid');
      await saveContact(tx, tenantId, { holderId, channel, value, changedAt: null });
      await renameLogin(tx, tenantId, { webAccountId, channel, from: foldLoginName(row.new_value), to });
      await saveUndone(tx, tenantId, row.id, now);
      await tellRestored(tx, ctx, { tenantId, brandId, row });
      // Whoever is signed in has changed what its owner did not.
      const ended = await revokeAllSessions(tx, tenantId, webAccountId, { nowMs: now, because: 'contact_undone' });
      for (const id of ended) ctx.live.tellEnded(tx, tenantId, id);
      audit(tx, ctx.clocks, {
        tenantId,
        actor: 'visitor',
        action: `profile.${channel}_change_undone`,
        object: `web:${webAccountId}`,
        outcome: 'ok',
        requestId: request.id,
      });
      return ok({ result: true as const });
    });
  },
  { rate: 'signIn' },
);

/** The contact that is back hears of it, so that its owner can go on to a new password. */
async function tellRestored(
  tx: Tx,
  ctx: AppContext,
  { tenantId, brandId, row }: { readonly tenantId: number; readonly brandId: number; readonly row: ChangeRow },
): Promise<void> {
  const person = await readContactHolder(tx, tenantId, row.web_account_id);
  const channel = row.channel === 'email' ? ('email' as const) : ('sms' as const);
  const to = channel === 'email' ? row.old_value : toE164(row.old_value);
  if (!person || !to || !isChannelOn(ctx, channel)) return;
  await queueNotice(tx, ctx, {
    tenantId,
    brandId,
    channel,
    to,
    holderId: row.holder_id,
    template: 'contactRestored',
    language: person.language,
    params: { firstName: person.first_name },
    dedupKey: `contact-restored:${row.id}`,
  });
}
