import { calledBy } from '@wattle/contract/rules/person-name.ts';
import { randomInt } from 'node:crypto';
import * as z from 'zod';
import type { AppContext } from '../../compose/context.ts';
import { maskName } from '../access/public.ts';
import { WAITS_FOR_ACTIVATION } from '../card-facts/public.ts';
import { contactForCode } from '../contact-marks/public.ts';
import {
  becomes,
  cardInput,
  type DeskCall,
  type DeskCallInTransaction,
  deskCommand,
  type DeskOutcome,
  refused,
} from '../desk/public.ts';
import { queueRequested } from '../messages/public.ts';
import { type CardToCode, findCardToCode, isQueued, lockCardToCode, saveNewCode } from './send-code.store.ts';

const input = z.object({ card: cardInput });
type Input = z.output<typeof input>;

/**
 * Where the code goes. A new contact gets no code, because a thief of the account may have set it; someone who was never
 * signed in has no account that could be taken, and their contact was corrected by staff.
 */
function contactOf(ctx: AppContext, tenantId: number, card: CardToCode) {
  const known = card.is_new ? { ...card, email_changed_at: null, mobile_changed_at: null } : card;
  return contactForCode(ctx, tenantId, known);
}

function judge(ctx: AppContext, tenantId: number, card: CardToCode | undefined) {
  if (!card) return refused('not_found', { field: 'card' });
  const object = `card:${card.id}`;
  if (!card.has_code || !WAITS_FOR_ACTIVATION.includes(card.status))
    return refused('card_problem', { field: 'card', object });
  const contact = contactOf(ctx, tenantId, card);
  return contact ? ({ ok: true, card, contact, object } as const) : refused('no_contact', { field: 'card', object });
}

const DIGITS = 6;
const drawCode = () => String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');

/** A code opens the card, so a second person approves that it is sent. */
export const sendActivationCode = deskCommand({
  name: 'send-activation-code',
  title: 'Send a new activation code',
  summary: 'Send a new activation code of a card that waits for its activation, to the contact on record: card:ID',
  permission: 'act',
  done: () => ({
    words: 'A new activation code was sent to the contact on record.',
    next: 'Codes that were sent before don’t work any more.',
  }),
  positional: 'card',
  input,
  answer: z.object({ card: z.string(), channel: z.string() }),
  async check({ ctx, tx, staff: { tenantId }, input: { card } }: DeskCallInTransaction<Input>): Promise<DeskOutcome> {
    const found = judge(ctx, tenantId, await findCardToCode(tx, tenantId, card));
    return found.ok ? { ok: true, rows: [], object: found.object } : found;
  },
  async effect({ ctx, tx, staff: { tenantId }, input: { card } }: DeskCallInTransaction<Input>) {
    const found = judge(ctx, tenantId, await findCardToCode(tx, tenantId, card));
    if (!found.ok) return [];
    const { to, channel } = found.contact;
    return [
      becomes(`Activation code of ${found.card.masked_number}`, 'the one of before', 'a new one', 'changes'),
      becomes(channel === 'sms' ? 'Text to' : 'Email to', '', maskName(to), 'sent'),
    ];
  },
  async runAlone({ ctx, staff: { tenantId }, input: { card: id }, key }: DeskCall<Input>): Promise<DeskOutcome> {
    const code = drawCode();
    // The hash is computed before the transaction.
    const hash = await ctx.secrets.hashSecret(code);
    return ctx.database.transact(tenantId, async (tx): Promise<DeskOutcome> => {
      const found = judge(ctx, tenantId, await lockCardToCode(tx, tenantId, id));
      if (!found.ok) return found;
      const { card, contact, object } = found;
      const rows = [{ card: object, channel: contact.channel }];
      const dedupKey = `activation-code:${id}:${key}`;
      // Carried out before a server stopped: the code that was sent stays.
      if (await isQueued(tx, tenantId, dedupKey)) return { ok: true, rows, object };
      await saveNewCode(tx, tenantId, id, hash);
      await queueRequested(tx, ctx, {
        tenantId,
        brandId: card.brand_id,
        ...contact,
        holderId: card.holder_id,
        template: card.is_virtual ? 'cardActivationCode' : 'firstActivationCode',
        language: card.language,
        params: { code, firstName: calledBy({ firstName: card.first_name, surname: card.surname }) },
        replaces: `activation-code:${id}:`,
        dedupKey,
      });
      return { ok: true, rows, object };
    });
  },
});
