import * as z from 'zod';
import { cardInput, deskCommand, type DeskCallInTransaction, pageInput, pageOf, refused } from '../../desk/public.ts';
import { readDiffering, sendAgain } from './compared-cards.store.ts';

/** Lists what the daily comparison and refused commands have found. */
export const differingCardsCommand = deskCommand({
  name: 'differing-cards',
  title: 'Cards that differ at their processor',
  summary: 'Show cards whose state at their processor is not ours, and cards that only a processor knows',
  permission: 'look',
  input: z.object(pageInput),
  answer: z.object({
    card: z.string(),
    connection: z.string(),
    id: z.string(),
    ending: z.string(),
    ours: z.string(),
    theirs: z.string(),
    since: z.string(),
  }),
  async run({ ctx, tx, staff, input }) {
    const { shown, hasMore } = await pageOf(ctx, input, (most) => readDiffering(tx, staff.tenantId, most));
    return {
      ok: true,
      hasMore,
      rows: shown.map(({ card_id, connection, external_id: id, last4: ending, ours, theirs, since }) => ({
        card: card_id === null ? '' : `card:${card_id}`,
        connection,
        id,
        ending,
        ours: ours ?? '',
        theirs,
        since,
      })),
    };
  },
});

const input = z.object({ card: cardInput });

/** Sends the state of a card to its processor again. It needs no approval: it repeats what was decided. */
export const sendCardStateCommand = deskCommand({
  name: 'send-card-state',
  title: 'Send a card’s state again',
  summary: 'Send the state of a card to its processor once more, where differing-cards lists it: card:ID',
  permission: 'act',
  done: () => ({ words: 'The state of the card is sent to its processor again.' }),
  positional: 'card',
  input,
  answer: z.object({ card: z.string() }),
  async run({ ctx, tx, staff, input: { card } }: DeskCallInTransaction<z.output<typeof input>>) {
    const object = `card:${card}`;
    const outcome = await sendAgain(tx, staff.tenantId, card);
    if (outcome === undefined) return refused('not_found', { field: 'card' });
    if (outcome === 'same') return refused('nothing_to_do', { object });
    tx.afterCommit(ctx.dueWork.wakeUp.send);
    return { ok: true, rows: [{ card: object }], object };
  },
});
