import { foldNameOnCard, NAME_ON_CARD } from '@wattle/contract/rules/name-on-card.ts';
import * as z from 'zod';
import { retryGivenUp } from '../../../platform/due-work/due-state.store.ts';
import { deskCommand, type DeskCallInTransaction, refused, cardInput } from '../../desk/public.ts';
import { CARDS_TO_MAKE } from '../orders/card-orders.due.ts';
import { objectOf } from './card-status.desk.ts';
import { lockDeskCard, saveNameOnCard } from './desk-card.store.ts';

const input = z.object({
  card: cardInput,
  name: z
    .string()
    .overwrite(foldNameOnCard)
    .regex(NAME_ON_CARD)
    .describe("up to 26 of the letters A to Z, spaces and - ' . ,"),
});

/** Statuses in which a card's name is neither printed nor used in letters. */
const ENDED = ['Lost', 'Stolen', 'Replaced', 'Closed'];

/**
 * Sets the name on a card whose holder's name has no Latin form. Card, letter and statements that waited for it go on.
 * It needs no approval, because it moves no money and gives no access.
 */
export const nameCardCommand = deskCommand({
  name: 'name-card',
  title: 'Set the name on a card',
  summary: 'Set the name that a card bears (--name, in A to Z); card, letter and statements that wait for it go on',
  permission: 'act',
  done: (row) => ({
    words: `The card bears the name ${row.name}.`,
    next: 'Card, letter and statements that waited for it go on.',
  }),
  positional: 'card',
  input,
  answer: z.object({ card: z.string(), name: z.string() }),
  async run({ ctx, tx, staff, input: { card: id, name } }: DeskCallInTransaction<z.output<typeof input>>) {
    const { tenantId } = staff;
    const card = await lockDeskCard(tx, tenantId, id);
    if (!card) return refused('not_found', { field: 'card' });
    const object = objectOf(card);
    if (ENDED.includes(card.status)) return refused('card_problem', { field: 'card', object });
    await saveNameOnCard(tx, card, name);
    const nowMs = ctx.clocks.security.now();
    const order = { tenantId, job: CARDS_TO_MAKE.name, keys: [String(card.id)], reason: 'no_name_on_card' };
    await retryGivenUp(tx, order, nowMs);
    for (const listen of ctx.listeners.cardNamed) await listen(tx, ctx, { tenantId, cardId: card.id, nowMs });
    tx.afterCommit(ctx.dueWork.wakeUp.send);
    ctx.live.publishChanged(tx, tenantId, card.member_account_id);
    return { ok: true, rows: [{ card: object, name }], object };
  },
});
