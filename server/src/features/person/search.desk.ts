import { lineText } from '@wattle/contract/rules/typed-text.ts';
import * as z from 'zod';
import { deskCommand, pageInput, pageOf } from '../desk/public.ts';
import { foundPeople } from './found-people.ts';
import { hitsOf } from './hits.ts';
import { waysToRead } from './searched.domain.ts';

/**
 * Finds people by a detail that a caller gives. The form of the text decides which kinds of details it may be. A person
 * is listed once, with all details that match.
 */
export const search = deskCommand({
  name: 'search',
  title: 'Find people',
  summary:
    'Find people by a name, email, mobile, account, last four digits, card id, any receipt or reference, id of a card processor or the payment gateway, order, payee, or merchant and amount',
  permission: 'look',
  positional: 'text',
  input: z.object({ text: z.string().overwrite(lineText).min(2).max(254), ...pageInput }),
  answer: z.object({
    person: z.string(),
    card: z.string(),
    name: z.string(),
    by: z.string(),
    match: z.string(),
    brand: z.string(),
    email: z.string(),
    mobile: z.string(),
    accounts: z.string(),
    cards: z.string(),
    cardIds: z.string(),
  }),
  async run({ tx, ctx, staff, input }) {
    const { tenantId } = staff;
    const ways = waysToRead(input.text);
    const { shown, hasMore } = await pageOf(ctx, input, (limit) => hitsOf(tx, { tenantId, limit }, ways));
    const rows = await foundPeople(tx, tenantId, shown);
    const seen = rows.map(({ person, card }) => person || card);
    return {
      ok: true,
      rows,
      hasMore,
      object: seen.length === 1 ? seen[0] : undefined,
      // Records who searched for whom without a personal detail: the keyed hash can prove later what was typed.
      details: {
        by: ways.map(({ by }) => by).join(' '),
        term: ctx.secrets.identifierHash('desk search', input.text.toLowerCase()).toString('hex'),
        seen: seen.join(' '),
        rows: rows.length,
      },
    };
  },
});
