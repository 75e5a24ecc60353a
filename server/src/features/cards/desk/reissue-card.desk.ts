import * as z from 'zod';
import { monthAt } from '../../../platform/time/clock.ts';
import { move } from '../../../platform/state-table.domain.ts';
import {
  becomes,
  cardInput,
  type DeskCallInTransaction,
  deskCommand,
  effectOnAccount,
  effectOnBook,
  inDollars,
  isNothing,
  refused,
} from '../../desk/public.ts';
import { CARD_STATUS, statusIn } from '../../card-facts/public.ts';
import { replacement } from '../replace/replacement.kind.ts';
import { replacementFeeOf } from '../replace/replacement.domain.ts';
import { findOldCardById } from '../replace/replacement.store.ts';
import { objectOf, wordsOfCard } from './card-status.desk.ts';
import { findDeskCard, referenceOf } from './desk-card.store.ts';

const input = z.object({ card: cardInput, damaged: z.boolean().optional() });
type Input = z.output<typeof input>;

/**
 * Orders a replacement for a card by the rules of its product, with its fee. A second person approves it, so it may
 * also replace a card that the programme had restricted.
 */
export const reissueCardCommand = deskCommand({
  name: 'reissue-card',
  title: 'Replace a card',
  summary: 'Order a new card in the place of another, with the fee of its product; --damaged keeps the number',
  permission: 'act',
  done: (row) => ({
    words: 'A new card is ordered.',
    reference: row.reference,
    next: isNothing(row.fee) ? 'There is no fee.' : `The fee is ${inDollars(row.fee)}.`,
  }),
  positional: 'card',
  input,
  answer: z.object({ card: z.string(), fee: z.string(), reference: z.string() }),
  async check({ ctx, tx, staff, input: { card: id } }: DeskCallInTransaction<Input>) {
    const card = await findDeskCard(tx, staff.tenantId, id);
    if (!card || card.holder_id === null) return refused('not_found', { field: 'card' });
    const state = statusIn(monthAt(ctx.clocks.business.now()), card);
    const outcome = move(CARD_STATUS, { state, event: 'replace', by: 'staff' });
    if (outcome.kind === 'refused') return refused(outcome.error, { field: 'card', object: objectOf(card) });
    return { ok: true, rows: [], object: objectOf(card) };
  },
  async effect(call) {
    const { ctx, tx, staff, input: given } = call;
    const card = await findDeskCard(tx, staff.tenantId, given.card);
    const old = await findOldCardById(tx, staff.tenantId, given.card);
    if (!card || !old || old.status === 'Replaced') return [];
    const status = statusIn(monthAt(ctx.clocks.business.now()), card);
    const fee = replacementFeeOf(status, old.settings);
    const isKept = given.damaged === true;
    return [
      becomes(wordsOfCard(card), status, isKept ? status : 'Replaced'),
      becomes('New card', 'none', 'Ordered', isKept ? 'the same number' : 'another number'),
      ...(fee === 0n
        ? []
        : [
            ...(await effectOnAccount(call, { id: card.member_account_id }, -fee)),
            await effectOnBook(call, 'fees', fee),
          ]),
    ];
  },
  async runAlone({ ctx, staff, input: { card: id, damaged = false }, key, requestId }) {
    const { tenantId } = staff;
    const card = await ctx.database.read(tenantId, (tx) => findDeskCard(tx, tenantId, id));
    if (!card) return refused('not_found', { field: 'card' });
    const person = { brandId: card.brand_id, webAccountId: null, cardId: null, holderId: card.holder_id };
    const ordered = await ctx.payments.submit({
      tenantId,
      kind: replacement,
      key,
      actor: 'desk',
      requestId,
      input: { person, body: { Card: referenceOf(card), IsCardDamaged: damaged }, isByDesk: true },
    });
    if (!ordered.ok) return ordered;
    const { Fee, ReferenceNumber } = ordered.value;
    return { ok: true, rows: [{ card: objectOf(card), fee: Fee.toFixed(2), reference: ReferenceNumber }] };
  },
});
