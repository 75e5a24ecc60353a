import type { TrialResult } from '../src/features/purchase-rules/trial.domain.ts';
import { reachOf } from '../src/features/purchase-rules/rule.domain.ts';
import type { RuleTerms } from '../src/features/purchase-rules/rule-terms.ts';
import type { TestContext } from './processes/database.ts';

/** A rule that looks at every purchase and asks about none. */
export const EVERY_PURCHASE: RuleTerms = {
  channels: [],
  categories: [],
  codes: [],
  countries: [],
  place: 'anywhere',
  amountFrom: null,
  amountBelow: null,
  wallet: 'any',
  threeDs: 'any',
  count: null,
  sum: null,
  first: null,
  cardYounger: null,
  action: 'tell',
  pause: null,
  tellsDesk: false,
};

let serial = 0;

type RuleGiven = {
  readonly terms?: Partial<RuleTerms>;
  readonly state?: 'draft' | 'trial' | 'on' | 'off';
  readonly trial?: Partial<TrialResult>;
};

/** A rule of a programme in any state, without the people whom it takes. */
export async function givenRule(
  ctx: TestContext,
  tenantId: number,
  { terms, state = 'on', trial }: RuleGiven = {},
): Promise<{ readonly id: bigint; readonly name: string }> {
  serial += 1;
  const name = `Rule ${serial}`;
  const all = { ...EVERY_PURCHASE, ...terms };
  const [rule] = await ctx.asOwner<{ id: bigint }>(
    'INSERT INTO purchase_rule (tenant_id, name) VALUES ($1, $2) RETURNING id',
    [tenantId, name],
  );
  if (!rule) throw new Error('a rule');
  await ctx.asOwner(
    `INSERT INTO purchase_rule_version
       (tenant_id, rule_id, version, state, terms, reach_days, made_by, made_at, changed_by, changed_at, trial)
     VALUES ($1, $2, 1, $3, $4, $5, 'omar', '2026-11-12', 'omar', '2026-11-12', $6)`,
    [
      tenantId,
      rule.id,
      state,
      JSON.stringify(all),
      reachOf(all),
      trial ? JSON.stringify({ ...NO_TRIAL, ...trial }) : null,
    ],
  );
  return { id: rule.id, name };
}

const NO_TRIAL: TrialResult = {
  from: '2026-10-21',
  to: '2026-11-19',
  looked: 100,
  approved: 100,
  touched: 1,
  touchedCents: 100,
  touchedApproved: 1,
  people: 1,
  fraud: 0,
  fraudTouched: 0,
  fraudTouchedCents: 0,
  wrong: 0,
  wrongCents: 0,
  wrongPeople: 0,
  byDay: { '2026-11-02': 1 },
  examples: [],
};
