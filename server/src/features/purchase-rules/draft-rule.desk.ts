import * as z from 'zod';
import { deskCommand, nameOf, refused, rowNumber } from '../desk/public.ts';
import { addRule, addVersion, findRule, lockRules, readVersions } from './rule.store.ts';
import { ruleWords } from './rule-words.domain.ts';
import { termInputs, termsOf } from './typed-terms.ts';

/** Writes a rule, or the next version of one. It acts on nothing until two people turn it on. */
export const draftRuleCommand = deskCommand({
  name: 'draft-rule',
  title: 'Write a rule for purchases',
  summary: 'Write a rule for purchases, or with --rule its next version: a draft, which acts on nothing',
  permission: 'act',
  done: ({ version, says }) => ({
    words: `Version ${version} is written: ${says}`,
    next: 'It acts on nothing until it was tried and two people turn it on.',
  }),
  input: z.object({ name: nameOf(1, 60).optional(), rule: rowNumber.optional(), ...termInputs }),
  answer: z.object({ rule: z.string(), version: z.number(), says: z.string() }),
  async run({ ctx, tx, staff, input: { name, rule: known, ...typed } }) {
    if ((name === undefined) === (known === undefined)) {
      return refused('input_invalid', { field: name === undefined ? 'name' : 'rule' });
    }
    const checked = termsOf(typed);
    if (!checked.ok) return checked;
    const { terms } = checked;
    await lockRules(tx, staff.tenantId);
    if (name !== undefined && (await findRule(tx, staff.tenantId, name)) !== undefined) {
      return refused('name_taken', { field: 'name' });
    }
    const before = known === undefined ? [] : await readVersions(tx, staff.tenantId, known);
    if (known !== undefined && before.length === 0) return refused('not_found', { field: 'rule' });
    const rule = known ?? (await addRule(tx, staff.tenantId, name ?? ''));
    const version = (before[0]?.version ?? 0) + 1;
    const by = { by: staff.name, atMs: ctx.clocks.business.now() };
    await addVersion(tx, staff.tenantId, { rule, version, terms }, by);
    return {
      ok: true,
      rows: [{ rule: String(rule), version, says: ruleWords(terms) }],
      object: `purchase-rule:${rule}`,
      details: { version },
    };
  },
});
