import type { TestApp } from '../app.ts';
import { givenBrand, givenCard, givenTenant } from '../factories.ts';
import { purchaseOf, sendNetwork } from '../network.ts';
import { givenRule } from '../purchase-rules.ts';
import type { DeskSample, Sample } from './desk-sample.ts';
import { SANCTION_SAMPLES } from './sanction-samples.ts';

/** A programme with a rule that has declined a purchase, or with one that was tried. */
async function givenRules(test: TestApp, of: 'on' | 'trial', input: DeskSample['input']): Promise<DeskSample> {
  const { ctx } = test;
  const tenant = await givenTenant(ctx);
  const brand = await givenBrand(ctx, { tenant });
  const card = await givenCard(ctx, { brand, balance: 10_000n });
  const terms = { channels: ['contactless' as const], action: 'decline' as const, tellsDesk: true };
  const rule = await givenRule(ctx, tenant.id, { terms, state: of, ...(of === 'trial' && { trial: {} }) });
  const { reference } = purchaseOf(card);
  if (of === 'on') await sendNetwork(test, 'authorisations', purchaseOf(card, { reference }));
  const [purchase] = await ctx.asOwner<{ id: bigint }>('SELECT id FROM authorisation WHERE reference = $1', [
    reference,
  ]);
  if (of === 'trial') {
    await ctx.asOwner(
      `UPDATE purchase_rule_version SET trial = jsonb_set(trial, '{examples}', $2::jsonb) WHERE rule_id = $1`,
      [rule.id, JSON.stringify([{ purchase: '1', figures: {}, truth: 'unknown' }])],
    );
  }
  const named: Readonly<Record<string, string>> = {
    '{rule}': String(rule.id),
    '{purchase}': String(purchase?.id ?? 1),
    '{card}': `card:${card.id}`,
  };
  const sql = `
    SELECT r.name, v.version, v.state, v.terms, v.trial IS NULL AS is_computed,
           (SELECT count(*) FROM purchase_rule_decision d WHERE d.tenant_id = $1 AND d.seen_at IS NOT NULL) AS seen,
           (SELECT count(*) FROM purchase_rule_pass p WHERE p.tenant_id = $1) AS passes
      FROM purchase_rule r LEFT JOIN purchase_rule_version v ON v.rule_id = r.id
     WHERE r.tenant_id = $1 ORDER BY r.id, v.version`;
  return {
    tenantId: tenant.id,
    input: Object.fromEntries(Object.entries(input).map(([name, value]) => [name, named[String(value)] ?? value])),
    state: async () => JSON.stringify(await ctx.asOwner(sql, [tenant.id])),
    marked: [card.pan],
  };
}

const looking = (
  of: 'on' | 'trial',
  input: DeskSample['input'],
  elsewhere: Sample['elsewhere'] = 'not_found',
): Sample => ({
  roles: ['viewer', 'agent', 'manager'],
  needsApproval: false,
  elsewhere,
  given: (test) => givenRules(test, of, input),
});

const acting = (
  of: 'on' | 'trial',
  input: DeskSample['input'],
  elsewhere: Sample['elsewhere'] = 'not_found',
): Sample => ({
  ...looking(of, input, elsewhere),
  roles: ['agent', 'manager'],
});

const byTwo = (of: 'on' | 'trial', input: DeskSample['input']): Sample => ({
  ...acting(of, input),
  needsApproval: true,
});

export const RULE_SAMPLES: Readonly<Record<string, Sample>> = {
  ...SANCTION_SAMPLES,
  'purchase-rules': looking('on', {}, 'no rows'),
  'purchase-rule': looking('on', { rule: '{rule}' }),
  'draft-rule': acting('on', { rule: '{rule}', channels: 'online', action: 'tell' }),
  'try-rule': acting('trial', { rule: '{rule}' }),
  'rule-trial': looking('trial', { rule: '{rule}' }),
  'rule-trial-days': looking('trial', { rule: '{rule}' }),
  'rule-examples': looking('trial', { rule: '{rule}' }),
  'turn-on-rule': byTwo('trial', { rule: '{rule}' }),
  'turn-off-rule': acting('on', { rule: '{rule}' }),
  'rule-decisions': looking('on', {}, 'no rows'),
  'seen-rule-decision': acting('on', { purchase: '{purchase}' }, 'nothing_to_do'),
  'let-card-pass': byTwo('on', { card: '{card}', rule: '{rule}' }),
  'network-messages': looking('on', { declined: true }, 'no rows'),
  'network-message': looking('on', { message: '{purchase}' }),
  'network-checks': looking('on', { message: '{purchase}' }),
  'audit-log': { ...looking('on', { action: 'desk.' }, 'no rows'), roles: ['manager'] },
};
