import { err, ok } from '@wattle/contract/errors.ts';
import { monthAt } from '../../../platform/time/clock.ts';
import type { Effect, PaymentTransaction } from '../../payments/public.ts';
import { openNumber } from '../../card-facts/public.ts';
import { addReport } from '../block/card-report.store.ts';
import { addCard, drawCardId } from '../issue-card.store.ts';
import { drawPrintedId, monthAfter, type NewNumber, numberFor } from './new-number.ts';
import {
  keepControls,
  lockOldCard,
  type LockedOldCard,
  type OldCard,
  readLastFours,
  retireCard,
} from './replacement.store.ts';

type Successor = {
  readonly id: bigint;
  readonly number: NewNumber;
  readonly cardId: string;
  readonly expiry: string;
};
type State = { readonly old: LockedOldCard; readonly successor: Successor | null };

/** The first digits of a card number, which a masked number shows. */
const PREFIX_DIGITS = 6;

/**
 * Replaces a card by a new one. It is decided under the lock of the old card, so that one of several concurrent
 * requests is carried out.
 */
export function takingItsPlace(
  card: OldCard,
  { isDamaged, actor }: { readonly isDamaged: boolean; readonly actor: string },
): Effect<'card_problem' | 'card_replaced_already', State> {
  return {
    lock: `card:${card.id}`,
    async read(within) {
      const old = await lockOldCard(within.tx, within.tenantId, card.id);
      if (!old) throw new Error(`card ${card.id} is gone`);
      return { old, successor: old.has_successor ? null : await drawSuccessor(within, card, old, isDamaged) };
    },
    decide({ old, successor }) {
      if (!successor || old.status === 'Replaced') return err('card_replaced_already');
      // The card was reported or blocked after its fee was worked out. An expired card is stored with its earlier
      // status.
      if (old.status !== card.status && card.status !== 'Expired') return err('card_problem');
      if (old.is_held && !card.is_held) return err('card_problem');
      return ok({
        state: { old, successor: null },
        details: { card: String(card.id), successor: String(successor.id), damaged: isDamaged },
        write({ ctx, tx, tenantId }, receipt) {
          addCard(tx, ctx.secrets, successor.id, {
            tenantId,
            brandId: card.brand_id,
            productId: card.product_id,
            memberAccountId: card.member_account_id,
            holderId: card.holder_id,
            number: successor.number,
            cardId: successor.cardId,
            expiry: successor.expiry,
            status: 'Ordered',
            cardName: card.card_name,
            embossedName: card.embossed_name,
            isAllocated: true,
            isDefault: card.is_default && !isDamaged,
            ...(card.spend_limit !== null && { spendLimit: card.spend_limit }),
            contactlessOn: card.contactless_on,
            // The same number keeps its PIN.
            ...(isDamaged && old.pvv !== null && { pvv: { value: old.pvv, keyIndex: old.pvv_key_index ?? 1 } }),
            replacesId: card.id,
            createdAt: receipt.at,
          });
          keepControls(tx, tenantId, card.id, successor.id);
          if (!isDamaged) retireCard(tx, tenantId, card.id);
          addReport(
            tx,
            { tenant_id: tenantId, id: card.id },
            { kind: 'replace', reference: receipt.number, actor, at: receipt.at },
          );
        },
      });
    },
  };
}

async function drawSuccessor(
  { ctx, tx, tenantId }: PaymentTransaction,
  card: OldCard,
  old: LockedOldCard,
  isDamaged: boolean,
): Promise<Successor> {
  const id = await drawCardId(tx);
  const cardId = await drawPrintedId(tx, tenantId);
  const expiry = monthAfter(monthAt(ctx.clocks.business.now()), card.settings.validMonths);
  const pan = openNumber(ctx.secrets, card.id, old);
  // A processor that holds the number decides whether its successor keeps it.
  if (isDamaged && pan !== null) {
    // Number and expiry are unique together.
    return { id, cardId, number: { pan }, expiry: expiry > card.expiry ? expiry : monthAfter(card.expiry, 1) };
  }
  const digits = card.masked_number.replaceAll(' ', '');
  const number = await numberFor(tx, ctx.secrets, card.settings, async () => ({
    prefix: digits.slice(0, PREFIX_DIGITS),
    length: digits.length,
    taken: await readLastFours(tx, tenantId, card.member_account_id),
  }));
  return { id, cardId, number, expiry };
}
