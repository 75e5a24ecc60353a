import * as z from 'zod';
import { monthAt } from '../../platform/time/clock.ts';
import { endAccess } from '../access/public.ts';
import { closeCards } from '../cards/public.ts';
import { counted, type DeskCallInTransaction, deskCommand, refused, typedId } from '../desk/public.ts';
import { stopSchedules } from '../schedules/public.ts';
import { endRelations } from './end-relations.ts';
import { findNominee, listSignInsOf, moveSignIn } from './ending.store.ts';

const input = z.object({
  /** As shown by `find`: `web:12`, or `card:7` for a nominee without a sign-in. */
  nominee: typedId(['web', 'card'], 'nominee'),
});

/**
 * Removes a nominee from an account. If the nominee's sign-in has another account, it keeps that one. It gives no one
 * access or money, so it needs no second approval.
 */
export const endNomineeCommand = deskCommand({
  name: 'end-nominee',
  title: 'End a nominee’s access',
  summary:
    'End a nominee: web:ID or card:ID, as find shows it; their cards, scheduled payments and access to the account end',
  permission: 'act',
  done: (row) => ({
    words: 'The nominee’s access has ended.',
    next: `Ended with it: ${counted(row.cards, 'card')} and ${counted(row.schedules, 'scheduled payment')}.`,
  }),
  positional: 'nominee',
  input,
  answer: z.object({ nominee: z.string(), cards: z.number(), schedules: z.number() }),
  async run({ ctx, tx, staff, input: { nominee } }: DeskCallInTransaction<z.output<typeof input>>) {
    const { tenantId } = staff;
    const found = await findNominee(tx, tenantId, nominee.kind, nominee.id);
    if (!found) return refused('not_found', { field: 'nominee' });
    const object = `holder:${found.holder_id}`;
    if (!found.is_nominee) return refused('not_a_nominee', { field: 'nominee', object });
    const whose = { memberAccountIds: [found.member_account_id], holderIds: [found.holder_id], isBoth: true };
    const schedules = await stopSchedules({ ctx, tx, tenantId }, whose);
    const cardIds = await closeCards(tx, tenantId, whose);
    await endRelations({ ctx, tx, tenantId }, whose);
    const webAccountIds: bigint[] = [];
    for (const login of await listSignInsOf(tx, tenantId, found)) {
      if (!(await moveSignIn(tx, tenantId, login, monthAt(ctx.clocks.business.now())))) webAccountIds.push(login);
    }
    const nowMs = ctx.clocks.security.now();
    await endAccess(tx, { tenantId, webAccountIds, cardIds, nowMs, because: 'nominee_ended' });
    ctx.live.publishChanged(tx, tenantId, found.member_account_id);
    return { ok: true, rows: [{ nominee: nominee.text, cards: cardIds.length, schedules }], object };
  },
});
