import * as z from 'zod';
import { toInstant } from '../../../platform/database/database.ts';
import { deskCommand, pageInput, pageOf } from '../../desk/public.ts';
import { type ListedLetter, listLetters } from './card-letter.store.ts';

const STATES = ['waiting', 'failed', 'printed'] as const;

function stateOf({ fault, is_printed }: ListedLetter): (typeof STATES)[number] {
  if (fault !== null) return 'failed';
  return is_printed ? 'printed' : 'waiting';
}

/** Letters of new cards with where each is. */
export const cardLettersCommand = deskCommand({
  name: 'card-letters',
  title: 'Letters of new cards',
  summary: 'Letters of new cards, the newest first: waiting, at the printer, or given up with the reason',
  permission: 'look',
  input: z.object(pageInput),
  answer: z.object({
    card: z.string(),
    number: z.string(),
    product: z.string(),
    state: z.enum(STATES),
    /** Code of why the letter was given up. */
    reason: z.string(),
    made: z.string(),
  }),
  async run({ ctx, tx, staff, input }) {
    const { shown, hasMore } = await pageOf(ctx, input, (most) => listLetters(tx, staff.tenantId, most));
    const rows = shown.map((letter) => ({
      card: `card:${letter.card_id}`,
      number: letter.masked_number,
      product: letter.product,
      state: stateOf(letter),
      reason: letter.fault ?? '',
      made: toInstant(letter.made_at),
    }));
    return { ok: true, rows, hasMore };
  },
});
