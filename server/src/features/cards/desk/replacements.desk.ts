import * as z from 'zod';
import { monthAt } from '../../../platform/time/clock.ts';
import {
  becomes,
  cardInput,
  type DeskCallInTransaction,
  deskCommand,
  type DeskOutcome,
  pageInput,
  pageOf,
  refused,
} from '../../desk/public.ts';
import { saveReleased } from '../block/card-number.store.ts';
import { statusIn } from '../../card-facts/public.ts';
import { objectOf, wordsOfCard } from './card-status.desk.ts';
import { type DeskCard, findDeskCard, listWaitingReplacements, lockDeskCard } from './desk-card.store.ts';

/** Cards that the programme had restricted before their holders reported them. */
export const waitingReplacementsCommand = deskCommand({
  name: 'waiting-replacements',
  title: 'Replacements that wait',
  summary: 'Show cards that were restricted by us and then reported: a new one waits for release-replacement',
  permission: 'look',
  input: z.object(pageInput),
  answer: z.object({
    card: z.string(),
    account: z.string(),
    number: z.string(),
    as: z.string(),
    at: z.string(),
    reference: z.string(),
  }),
  async run({ ctx, tx, staff, input }) {
    const { shown, hasMore } = await pageOf(ctx, input, (most) => listWaitingReplacements(tx, staff.tenantId, most));
    return {
      ok: true,
      hasMore,
      rows: shown.map(({ id, account_number: account, masked_number: number, kind, ...row }) => ({
        card: objectOf({ id }),
        account,
        number,
        as: kind,
        at: row.at,
        reference: row.reference,
      })),
    };
  },
});

type Call = DeskCallInTransaction<{ readonly card: bigint }>;

/** Status that a card keeps when its replacement is released; undefined if nothing waits for the desk. */
function released({ ctx }: Call, card: DeskCard) {
  const status = statusIn(monthAt(ctx.clocks.business.now()), card);
  const isOver = status === 'Lost' || status === 'Stolen' || status === 'Expired';
  return isOver && card.is_held ? status : undefined;
}

async function settle(call: Call, isDone: boolean): Promise<DeskOutcome> {
  const { ctx, tx, staff, input } = call;
  const card = await (isDone ? lockDeskCard : findDeskCard)(tx, staff.tenantId, input.card);
  if (!card) return refused('not_found', { field: 'card' });
  const object = objectOf(card);
  const status = released(call, card);
  if (status === undefined) return refused('nothing_to_do', { object });
  if (isDone) {
    await saveReleased(tx, card, status);
    ctx.live.publishChanged(tx, staff.tenantId, card.member_account_id);
  }
  return { ok: true, rows: [{ card: object, status }], object };
}

/** Releases the replacement of a card that the programme had restricted before it was reported or expired. */
export const releaseReplacementCommand = deskCommand({
  name: 'release-replacement',
  title: 'Let a replacement be ordered',
  summary:
    'Let the holder order a new card in the place of one that we had restricted: card:ID. A second person approves it',
  permission: 'act',
  done: () => ({ words: 'The cardholder can order a new card.' }),
  positional: 'card',
  input: z.object({ card: cardInput }),
  answer: z.object({ card: z.string(), status: z.string() }),
  check: (call: Call) => settle(call, false),
  async effect(call: Call) {
    const card = await findDeskCard(call.tx, call.staff.tenantId, call.input.card);
    if (!card || released(call, card) === undefined) return [];
    return [becomes(`A new card for ${wordsOfCard(card).toLowerCase()}`, 'not allowed', 'may be ordered', 'allowed')];
  },
  run: (call: Call) => settle(call, true),
});
