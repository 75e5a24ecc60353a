import { undoContactChange } from '@wattle/contract/profile/undo-contact-change.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handlePublic } from '../../../http/handle.ts';
import { audit } from '../../../platform/audit.ts';
import { foldLoginName, revokeAllSessions } from '../../access/public.ts';
import { findBrand } from '../../brands/public.ts';
import { isNameOfAnother, lockChangeByUndo, renameLogin, saveContact, saveUndone } from './contact.store.ts';
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
