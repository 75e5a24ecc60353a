import * as z from 'zod';
import { cardInput, counted, deskCommand, pageInput, pageOf, refused, rowNumber } from '../desk/public.ts';
import { readDecidedPurchases } from './decided-purchase.store.ts';
import { listDecisions, saveSeen } from './decision.store.ts';
import { figureWords } from './rule-words.domain.ts';

export const ruleDecisionsCommand = deskCommand({
  name: 'rule-decisions',
  title: 'Purchases that rules acted on',
  summary: 'Purchases that rules declined or had their holders asked about, the newest first',
  permission: 'look',
  input: z.object({
    rule: rowNumber.optional(),
    card: cardInput.optional(),
    /** Those that rules told the desk of, and no one has looked at: the oldest first. */
    waiting: z.boolean().optional(),
    ...pageInput,
  }),
  answer: z.object({
    purchase: z.string(),
    rule: z.string(),
    ruleName: z.string(),
    version: z.number(),
    action: z.string(),
    at: z.string(),
    person: z.string(),
    name: z.string(),
    card: z.string(),
    ending: z.string(),
    shop: z.string(),
    amount: z.string(),
    why: z.string(),
    seenBy: z.string(),
  }),
  async run({ ctx, tx, staff: { tenantId }, input }) {
    const { shown, hasMore } = await pageOf(ctx, input, (most) => listDecisions(tx, tenantId, input, most));
    const purchases = await readDecidedPurchases(
      tx,
      tenantId,
      shown.map(({ authorisation_id }) => authorisation_id),
    );
    const rows = shown.flatMap((one) => {
      const purchase = purchases.get(one.authorisation_id);
      if (!purchase) return [];
      const { rule_id, rule_name: ruleName, version, action, terms, figures, card_id, seen_by } = one;
      const row = { purchase: String(one.authorisation_id), rule: String(rule_id), ruleName, version, action };
      return [
        { ...row, ...purchase, card: `card:${card_id}`, why: figureWords(terms, figures), seenBy: seen_by ?? '' },
      ];
    });
    return { ok: true, rows, hasMore };
  },
});

/** Takes what a rule told the desk off the queue. */
export const seenRuleDecisionCommand = deskCommand({
  name: 'seen-rule-decision',
  title: 'Note a rule’s decision as seen',
  summary: 'Say that what a rule told the desk of a purchase was looked at; with --card for all of a card',
  permission: 'act',
  done: ({ decisions }) => ({ words: `${counted(decisions, 'decision')} noted as seen.` }),
  input: z.object({ purchase: rowNumber.optional(), card: cardInput.optional() }),
  answer: z.object({ decisions: z.number() }),
  async run({ ctx, tx, staff, input }) {
    if ((input.purchase === undefined) === (input.card === undefined)) {
      return refused('input_invalid', { field: 'purchase' });
    }
    const atMs = ctx.clocks.business.now();
    const decisions = await saveSeen(tx, staff.tenantId, input, { by: staff.name, atMs });
    const object = input.card === undefined ? `purchase:${input.purchase}` : `card:${input.card}`;
    return decisions === 0 ? refused('nothing_to_do', { object }) : { ok: true, rows: [{ decisions }], object };
  },
});
