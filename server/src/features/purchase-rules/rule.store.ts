import type { Tx } from '../../platform/database/database.ts';
import { reachOf } from './rule.domain.ts';
import type { RuleTerms } from './rule-terms.ts';
import type { TrialResult } from './trial.domain.ts';

export const RULE_STATES = ['draft', 'trial', 'on', 'off'] as const;
export type RuleState = (typeof RULE_STATES)[number];

/** A version of a rule. */
export type RuleVersion = {
  readonly rule_id: bigint;
  readonly name: string;
  readonly version: number;
  readonly state: RuleState;
  readonly terms: RuleTerms;
  readonly made_by: string;
  /** timestamptz as text. */
  readonly made_at: string;
  readonly changed_by: string;
  readonly changed_at: string;
  /** null: no trial, or it is not computed yet. */
  readonly trial: TrialResult | null;
};

const VERSION = `
SELECT v.rule_id, r.name, v.version, v.state, v.terms, v.made_by, v.made_at, v.changed_by, v.changed_at, v.trial
FROM purchase_rule_version v JOIN purchase_rule r ON r.tenant_id = v.tenant_id AND r.id = v.rule_id`;

// The version that acts, else the newest one.
const LIST = `${VERSION}
WHERE v.tenant_id = $1 AND (v.state = 'on' OR NOT EXISTS (
        SELECT FROM purchase_rule_version o WHERE o.tenant_id = $1 AND o.rule_id = v.rule_id AND o.state = 'on'))
  AND (v.state = 'on' OR v.version = (
        SELECT max(o.version) FROM purchase_rule_version o WHERE o.tenant_id = $1 AND o.rule_id = v.rule_id))
ORDER BY v.state = 'on' DESC, v.state = 'trial' DESC, r.name LIMIT $2`;

/** Rules of a programme, those that act first. */
export function listRules(tx: Tx, tenantId: number, most: number): Promise<RuleVersion[]> {
  return tx.query(LIST, [tenantId, most]);
}

const VERSIONS = `${VERSION} WHERE v.tenant_id = $1 AND v.rule_id = $2 ORDER BY v.version DESC`;

/** Versions of a rule, the newest first. Empty: there is no such rule. */
export function readVersions(tx: Tx, tenantId: number, rule: bigint): Promise<RuleVersion[]> {
  return tx.query(VERSIONS, [tenantId, rule]);
}

const NAMED = `SELECT id FROM purchase_rule WHERE tenant_id = $1 AND name = $2`;

export async function findRule(tx: Tx, tenantId: number, name: string): Promise<bigint | undefined> {
  return (await tx.first<{ id: bigint }>(NAMED, [tenantId, name]))?.id;
}

const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended('purchase-rules:' || $1::integer, 0))`;

/** Changes of rules of a programme are one after the other. Purchases do not wait for it. */
export async function lockRules(tx: Tx, tenantId: number): Promise<void> {
  await tx.run(LOCK, [tenantId]);
}

const ADD = `INSERT INTO purchase_rule (tenant_id, name) VALUES ($1, $2) RETURNING id`;

export async function addRule(tx: Tx, tenantId: number, name: string): Promise<bigint> {
  const row = await tx.first<{ id: bigint }>(ADD, [tenantId, name]);
  if (!row) throw new Error('a rule was not added');
  return row.id;
}

const ADD_VERSION = `
INSERT INTO purchase_rule_version
  (tenant_id, rule_id, version, state, terms, reach_days, made_by, made_at, changed_by, changed_at)
VALUES ($1, $2, $3, 'draft', $4, $5, $6, $7, $6, $7)`;

type By = { readonly by: string; readonly atMs: number };

export async function addVersion(
  tx: Tx,
  tenantId: number,
  { rule, version, terms }: { readonly rule: bigint; readonly version: number; readonly terms: RuleTerms },
  { by, atMs }: By,
): Promise<void> {
  const reach = reachOf(terms);
  await tx.run(ADD_VERSION, [tenantId, rule, version, JSON.stringify(terms), reach, by, new Date(atMs)]);
}

const SET_STATE = `
UPDATE purchase_rule_version SET state = $4, changed_by = $5, changed_at = $6
WHERE tenant_id = $1 AND rule_id = $2 AND version = $3`;

export async function saveState(
  tx: Tx,
  tenantId: number,
  { rule_id, version }: Pick<RuleVersion, 'rule_id' | 'version'>,
  state: RuleState,
  { by, atMs }: By,
): Promise<void> {
  await tx.run(SET_STATE, [tenantId, rule_id, version, state, by, new Date(atMs)]);
}

const FORGET_TRIAL = `
UPDATE purchase_rule_version SET trial = NULL WHERE tenant_id = $1 AND rule_id = $2 AND version = $3`;

export async function forgetTrial(tx: Tx, tenantId: number, rule: bigint, version: number): Promise<void> {
  await tx.run(FORGET_TRIAL, [tenantId, rule, version]);
}

const SAVE_TRIAL = `
UPDATE purchase_rule_version SET trial = $4
WHERE tenant_id = $1 AND rule_id = $2 AND version = $3 AND state = 'trial'`;

export async function saveTrial(
  tx: Tx,
  tenantId: number,
  { rule_id, version }: Pick<RuleVersion, 'rule_id' | 'version'>,
  result: TrialResult,
): Promise<void> {
  await tx.run(SAVE_TRIAL, [tenantId, rule_id, version, JSON.stringify(result)]);
}

const PASS = `
INSERT INTO purchase_rule_pass (tenant_id, rule_id, card_id, ends_at, given_by) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (tenant_id, card_id, rule_id) DO UPDATE SET ends_at = excluded.ends_at, given_by = excluded.given_by`;

/** A rule may not act on a card until an instant. */
export async function letPass(
  tx: Tx,
  tenantId: number,
  {
    rule,
    card,
    until,
    by,
  }: { readonly rule: bigint; readonly card: bigint; readonly until: number; readonly by: string },
): Promise<void> {
  await tx.run(PASS, [tenantId, rule, card, new Date(until), by]);
}
