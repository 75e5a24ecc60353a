import type { AppContext } from '../../compose/context.ts';
import type { Job, RecurringJob } from '../../platform/due-work/job.ts';
import { collectCardOrders, makeCards } from './orders/card-orders.due.ts';
import { renewCards } from './renewal/renew-cards.due.ts';
import { noteCardsThatLeft } from './stock/leave-stock.due.ts';
import { notifyReplaced } from './notify-card.ts';
import { lockCardsUnderOldKeys, saveCardKeys } from './keys/card-keys.store.ts';

/**
 * Writes card numbers under the newest versions of their two keys. Until a card is rewritten it is found
 * and opened under its old versions. Once none is left, a start without the old versions is accepted.
 */
export const rewriteCardKeys: RecurringJob<AppContext> = {
  name: 'cards.rewrite-keys',
  clock: 'security',
  scope: 'tenant',
  when: { everyMs: 10 * 60_000 },
  atOnce: 200,
  async inTransaction({ secrets }, tx, { tenantId, atOnce }) {
    const cards = await lockCardsUnderOldKeys(tx, tenantId, secrets.keyVersions, atOnce);
    const rewritten = cards.map((card) => {
      const pan = secrets.decrypt(card.pan_cipher, card.pan_key_version, 'pan', card.id);
      return { id: card.id, sealed: secrets.encrypt(pan, 'pan', card.id), index: secrets.panHash(pan) };
    });
    if (rewritten.length > 0) await saveCardKeys(tx, tenantId, rewritten);
    return cards.length === atOnce ? 'more' : 'done';
  },
};

/** The work of this feature that falls due. */
export const cardJobs: readonly Job<AppContext>[] = [
  rewriteCardKeys,
  collectCardOrders,
  makeCards,
  renewCards,
  notifyReplaced,
  noteCardsThatLeft,
];
