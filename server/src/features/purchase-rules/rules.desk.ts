import * as z from 'zod';
import { toInstant } from '../../platform/database/database.ts';
import { deskCommand, pageInput, pageOf, refused, rowNumber } from '../desk/public.ts';
import { countDecisions } from './decision.store.ts';
import { ruleWords } from './rule-words.domain.ts';
import { listRules, readVersions } from './rule.store.ts';
import { inputsOf } from './typed-terms.ts';

const DAY_MS = 86_400_000;

export const purchaseRulesCommand = deskCommand({
  name: 'purchase-rules',
  title: 'Rules for purchases',
  summary: 'Rules that decline purchases or have their holders asked, those that are on first',
  permission: 'look',
  input: z.object(pageInput),
  answer: z.object({
    rule: z.string(),
    name: z.string(),
    state: z.string(),
    version: z.number(),
    says: z.string(),
    changedBy: z.string(),
    changedAt: z.string(),
    /** Purchases that it has acted on in the last 24 hours. */
    lastDay: z.number(),
  }),
  async run({ ctx, tx, staff: { tenantId }, input }) {
    const { shown, hasMore } = await pageOf(ctx, input, (most) => listRules(tx, tenantId, most));
    const since = ctx.clocks.business.now() - DAY_MS;
    const counted = await countDecisions(
      tx,
      tenantId,
      shown.map(({ rule_id }) => rule_id),
      since,
    );
    const rows = shown.map(({ rule_id, name, state, version, terms, changed_by, changed_at }) => ({
      rule: String(rule_id),
      name,
      state,
      version,
      says: ruleWords(terms),
      changedBy: changed_by,
      changedAt: toInstant(changed_at),
      lastDay: counted.get(rule_id) ?? 0,
    }));
    return { ok: true, rows, hasMore };
  },
});

export const purchaseRuleCommand = deskCommand({
  name: 'purchase-rule',
  title: 'Show a rule for purchases',
  summary: 'The versions of a rule, the newest first',
  permission: 'look',
  positional: 'rule',
  input: z.object({ rule: rowNumber }),
  answer: z.object({
    rule: z.string(),
    name: z.string(),
    version: z.number(),
    state: z.string(),
    says: z.string(),
    action: z.string(),
    /** The inputs of draft-rule that state it, as JSON. */
    inputs: z.string(),
    madeBy: z.string(),
    madeAt: z.string(),
    changedBy: z.string(),
    changedAt: z.string(),
  }),
  async run({ tx, staff: { tenantId }, input: { rule } }) {
    const versions = await readVersions(tx, tenantId, rule);
    if (versions.length === 0) return refused('not_found', { field: 'rule' });
    const rows = versions.map(({ rule_id, name, version, state, terms, ...of }) => ({
      rule: String(rule_id),
      name,
      version,
      state,
      says: ruleWords(terms),
      action: terms.action,
      inputs: JSON.stringify(inputsOf(terms)),
      madeBy: of.made_by,
      madeAt: toInstant(of.made_at),
      changedBy: of.changed_by,
      changedAt: toInstant(of.changed_at),
    }));
    return { ok: true, rows, object: `purchase-rule:${rule}` };
  },
});
