import * as z from 'zod';
import type { Tx } from '../../platform/database/database.ts';
import { becomes, deskCommand, type DeskCallInTransaction, type Effect, refused, rowNumber } from '../desk/public.ts';
import { findVersion, versionInput } from './rule-trial.desk.ts';
import { ruleWords } from './rule-words.domain.ts';
import { lockRules, readVersions, type RuleVersion, saveState } from './rule.store.ts';
import { declinedPercent, SECOND_LOOK_PERCENT } from './trial.domain.ts';

const input = z.object({
  ...versionInput,
  /** It may decline more than 5 % of approved purchases. */
  despiteMany: z.boolean().optional(),
});
type Call = DeskCallInTransaction<z.output<typeof input>>;

const objectOf = (rule: bigint) => `purchase-rule:${rule}`;

/** Version that is on now, if any. */
async function onNow(tx: Tx, tenantId: number, rule: bigint): Promise<RuleVersion | undefined> {
  return (await readVersions(tx, tenantId, rule)).find(({ state }) => state === 'on');
}

/** The version to turn on, with its trial. */
async function planOn({ tx, staff: { tenantId }, input: given }: Call) {
  const known = await findVersion(tx, tenantId, given);
  if (!known) return refused('not_found', { field: given.version === undefined ? 'rule' : 'version' });
  const object = objectOf(known.rule_id);
  if (known.state === 'on') return refused('nothing_to_do', { object });
  const { trial, terms } = known;
  if (known.state !== 'trial' || !trial) return refused('trial_missing', { object });
  const isMany = terms.action === 'decline' && declinedPercent(trial) > SECOND_LOOK_PERCENT;
  if (isMany && given.despiteMany !== true) return refused('rule_declines_many', { field: 'despiteMany', object });
  const before = await onNow(tx, tenantId, known.rule_id);
  return { ok: true as const, known, trial, before, object };
}

/** Turns a version on, by two people who have its trial before them. The version that was on ends. */
export const turnOnRuleCommand = deskCommand({
  name: 'turn-on-rule',
  title: 'Turn on a rule',
  summary: 'Turn on a rule for purchases whose trial was computed; the version that is on ends',
  permission: 'act',
  done: ({ version }) => ({
    words: `Version ${version} of the rule is on.`,
    next: 'It acts on purchases from now on.',
  }),
  positional: 'rule',
  input,
  answer: z.object({ rule: z.string(), version: z.number(), state: z.string() }),
  async check(call) {
    const plan = await planOn(call);
    if (!plan.ok) return plan;
    const { rule_id, version, state } = plan.known;
    return { ok: true, rows: [{ rule: String(rule_id), version, state }], object: plan.object };
  },
  async effect(call): Promise<readonly Effect[]> {
    const plan = await planOn(call);
    if (!plan.ok) return [];
    const { known, trial, before } = plan;
    const share = `${declinedPercent(trial).toFixed(2)}%`;
    const touched = `${trial.touched} of ${trial.looked} purchases, ${trial.people} people, ${share} of approved ones`;
    const caught = `${trial.fraudTouched} of ${trial.fraud} known to be fraud`;
    return [
      becomes(`Rule ${known.name}`, before ? `version ${before.version}` : 'off', `version ${known.version}, on`),
      becomes('What it does', before ? ruleWords(before.terms) : 'nothing', ruleWords(known.terms)),
      becomes(`From ${trial.from} to ${trial.to} it would have acted on`, 'none', `${touched}; ${caught}`),
    ];
  },
  async run(call) {
    const { ctx, tx, staff } = call;
    await lockRules(tx, staff.tenantId);
    const plan = await planOn(call);
    if (!plan.ok) return plan;
    const { known, before, object } = plan;
    const by = { by: staff.name, atMs: ctx.clocks.business.now() };
    // One version is on, so the one before ends first.
    if (before) await saveState(tx, staff.tenantId, before, 'off', by);
    await saveState(tx, staff.tenantId, known, 'on', by);
    const { rule_id, version } = known;
    return { ok: true, rows: [{ rule: String(rule_id), version, state: 'on' }], object, details: { version } };
  },
});

/** Turns a rule off, by one person: what it declines wrongly has to stop straight away. */
export const turnOffRuleCommand = deskCommand({
  name: 'turn-off-rule',
  title: 'Turn off a rule',
  summary: 'Turn off a rule for purchases: it acts on none from now on, and its pauses end',
  permission: 'act',
  done: ({ version }) => ({
    words: `Version ${version} of the rule is off.`,
    next: 'It acts on no purchase from now on.',
  }),
  positional: 'rule',
  input: z.object({ rule: rowNumber }),
  answer: z.object({ rule: z.string(), version: z.number(), state: z.string() }),
  async run({ ctx, tx, staff, input: { rule } }) {
    await lockRules(tx, staff.tenantId);
    const versions = await readVersions(tx, staff.tenantId, rule);
    if (versions.length === 0) return refused('not_found', { field: 'rule' });
    const object = objectOf(rule);
    const known = versions.find(({ state }) => state === 'on');
    if (!known) return refused('nothing_to_do', { object });
    await saveState(tx, staff.tenantId, known, 'off', { by: staff.name, atMs: ctx.clocks.business.now() });
    const { version } = known;
    return { ok: true, rows: [{ rule: String(rule), version, state: 'off' }], object, details: { version } };
  },
});
