import * as z from 'zod';
import { toInstant, type Tx } from '../../platform/database/database.ts';
import { dollarsOf } from '../../platform/money.ts';
import { deskCommand, refused, rowNumber, wholeNumber } from '../desk/public.ts';
import { readDecidedPurchases } from './decided-purchase.store.ts';
import { figureWords } from './rule-words.domain.ts';
import { forgetTrial, lockRules, readVersions, type RuleVersion, saveState } from './rule.store.ts';
import { declinedPercent, TRIAL_DAYS } from './trial.domain.ts';
import { TRIALS } from './trial.due.ts';

/** A version of a rule; without a number the newest one. */
export const versionInput = { rule: rowNumber, version: wholeNumber(1, 100_000).optional() };

export async function findVersion(
  tx: Tx,
  tenantId: number,
  { rule, version }: { readonly rule: bigint; readonly version?: number | undefined },
): Promise<RuleVersion | undefined> {
  const versions = await readVersions(tx, tenantId, rule);
  return version === undefined ? versions[0] : versions.find((one) => one.version === version);
}

/** Computes what a version would have done. Asked for again, it is computed again. */
export const tryRuleCommand = deskCommand({
  name: 'try-rule',
  title: 'Try a rule',
  summary: `Compute what a rule would have done in the last ${TRIAL_DAYS} days; it acts on nothing`,
  permission: 'act',
  done: ({ version }) => ({
    words: `The trial of version ${version} is being computed.`,
    next: 'It acts on nothing meanwhile.',
  }),
  positional: 'rule',
  input: z.object(versionInput),
  answer: z.object({ rule: z.string(), version: z.number(), state: z.string() }),
  async run({ ctx, tx, staff, input, key }) {
    await lockRules(tx, staff.tenantId);
    const known = await findVersion(tx, staff.tenantId, input);
    if (!known) return refused('not_found', { field: input.version === undefined ? 'rule' : 'version' });
    const { rule_id, version } = known;
    const object = `purchase-rule:${rule_id}`;
    if (known.state === 'on') return refused('nothing_to_do', { object });
    const atMs = ctx.clocks.business.now();
    await saveState(tx, staff.tenantId, known, 'trial', { by: staff.name, atMs });
    await forgetTrial(tx, staff.tenantId, rule_id, version);
    await ctx.dueWork.enqueue(tx, TRIALS, {
      tenantId: staff.tenantId,
      key: `${rule_id}:${version}:${key}`,
      payload: { rule: String(rule_id), version },
    });
    return { ok: true, rows: [{ rule: String(rule_id), version, state: 'trial' }], object, details: { version } };
  },
});

export const ruleTrialCommand = deskCommand({
  name: 'rule-trial',
  title: 'Trial of a rule',
  summary: 'What a rule would have done; empty while it is computed',
  permission: 'look',
  positional: 'rule',
  input: z.object(versionInput),
  answer: z.object({
    version: z.number(),
    state: z.string(),
    since: z.string(),
    from: z.string(),
    to: z.string(),
    purchases: z.number(),
    touched: z.number(),
    touchedAmount: z.string(),
    /** Share of approved purchases that it would have acted on, in percent. */
    share: z.string(),
    people: z.number(),
    fraud: z.number(),
    fraudTouched: z.number(),
    fraudAmount: z.string(),
    wrong: z.number(),
    wrongAmount: z.string(),
    wrongPeople: z.number(),
  }),
  async run({ tx, staff: { tenantId }, input }) {
    const known = await findVersion(tx, tenantId, input);
    if (!known) return refused('not_found', { field: input.version === undefined ? 'rule' : 'version' });
    const { trial } = known;
    if (!trial) return { ok: true, rows: [] };
    const row = {
      version: known.version,
      state: known.state,
      since: toInstant(known.changed_at),
      from: trial.from,
      to: trial.to,
      purchases: trial.looked,
      touched: trial.touched,
      touchedAmount: dollarsOf(BigInt(trial.touchedCents)),
      share: declinedPercent(trial).toFixed(2),
      people: trial.people,
      fraud: trial.fraud,
      fraudTouched: trial.fraudTouched,
      fraudAmount: dollarsOf(BigInt(trial.fraudTouchedCents)),
      wrong: trial.wrong,
      wrongAmount: dollarsOf(BigInt(trial.wrongCents)),
      wrongPeople: trial.wrongPeople,
    };
    return { ok: true, rows: [row] };
  },
});

export const ruleTrialDaysCommand = deskCommand({
  name: 'rule-trial-days',
  title: 'Trial of a rule by day',
  summary: 'Days of a trial with the purchases that the rule would have acted on',
  permission: 'look',
  positional: 'rule',
  input: z.object(versionInput),
  answer: z.object({ day: z.string(), purchases: z.number() }),
  async run({ tx, staff: { tenantId }, input }) {
    const known = await findVersion(tx, tenantId, input);
    if (!known) return refused('not_found', { field: input.version === undefined ? 'rule' : 'version' });
    const rows = Object.entries(known.trial?.byDay ?? {}).map(([day, purchases]) => ({ day, purchases }));
    return { ok: true, rows };
  },
});

export const ruleExamplesCommand = deskCommand({
  name: 'rule-examples',
  title: 'Examples of a trial',
  summary: 'Up to 20 purchases that a rule would have acted on, with what decided and what they turned out to be',
  permission: 'look',
  positional: 'rule',
  input: z.object(versionInput),
  answer: z.object({
    purchase: z.string(),
    at: z.string(),
    person: z.string(),
    name: z.string(),
    ending: z.string(),
    shop: z.string(),
    amount: z.string(),
    why: z.string(),
    /** `fraud`: disputed as not the holder's. `holder`: it was theirs. `unknown`. */
    truth: z.string(),
  }),
  async run({ tx, staff: { tenantId }, input }) {
    const known = await findVersion(tx, tenantId, input);
    if (!known) return refused('not_found', { field: input.version === undefined ? 'rule' : 'version' });
    const { terms, trial } = known;
    const examples = trial?.examples ?? [];
    const purchases = await readDecidedPurchases(
      tx,
      tenantId,
      examples.map(({ purchase }) => BigInt(purchase)),
    );
    const rows = examples.flatMap(({ purchase, figures, truth }) => {
      const one = purchases.get(BigInt(purchase));
      return one ? [{ purchase, ...one, why: figureWords(terms, figures), truth }] : [];
    });
    return { ok: true, rows };
  },
});
