import { arrayRows } from '../../platform/database/array-rows.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type Figures, type Match, pauseAfter } from './rule.domain.ts';
import type { RuleTerms } from './rule-terms.ts';

const ADD = `
INSERT INTO purchase_rule_decision
  (tenant_id, authorisation_id, rule_id, version, action, figures, card_id, at, pauses_until, tells_desk)
SELECT $1, authorisation_id, rule_id, version, action, figures, card_id, at, pauses_until, tells_desk
FROM ${arrayRows('new', 2, {
  authorisation_id: 'bigint',
  rule_id: 'bigint',
  version: 'integer',
  action: 'text',
  figures: 'jsonb',
  card_id: 'bigint',
  at: 'timestamptz',
  pauses_until: 'timestamptz',
  tells_desk: 'boolean',
})}`;

/** A match that acted on a purchase. */
export type NewDecision = {
  readonly authorisation: bigint;
  readonly card: bigint;
  /** Milliseconds. */
  readonly at: number;
  readonly match: Match;
};

/** Keeps what rules decided, with the figures. */
export function addDecisions(tx: Tx, tenantId: number, all: readonly NewDecision[]): void {
  if (all.length === 0) return;
  const column = <T>(of: (one: NewDecision) => T): T[] => all.map(of);
  tx.later(ADD, [
    tenantId,
    column(({ authorisation }) => authorisation),
    column(({ match }) => match.rule.id),
    column(({ match }) => match.rule.version),
    column(({ match }) => match.rule.terms.action),
    column(({ match }) => JSON.stringify(match.figures)),
    column(({ card }) => card),
    column(({ at }) => new Date(at).toISOString()),
    column(({ match, at }) => {
      const until = pauseAfter(match, at);
      return until === undefined ? null : new Date(until).toISOString();
    }),
    column(({ match }) => match.rule.terms.tellsDesk),
  ]);
}

const COUNT = `
SELECT rule_id, count(*)::integer AS decisions FROM purchase_rule_decision
WHERE tenant_id = $1 AND rule_id = ANY ($2::bigint[]) AND at >= $3 GROUP BY rule_id`;

/** Decisions of rules since an instant; a rule without any is left out. */
export async function countDecisions(
  tx: Tx,
  tenantId: number,
  rules: readonly bigint[],
  sinceMs: number,
): Promise<ReadonlyMap<bigint, number>> {
  const rows = await tx.query<{ rule_id: bigint; decisions: number }>(COUNT, [tenantId, rules, new Date(sinceMs)]);
  return new Map(rows.map(({ rule_id, decisions }) => [rule_id, decisions]));
}

export type Decision = {
  readonly authorisation_id: bigint;
  readonly rule_id: bigint;
  readonly rule_name: string;
  readonly version: number;
  readonly action: string;
  readonly terms: RuleTerms;
  readonly figures: Figures;
  readonly card_id: bigint;
  readonly seen_by: string | null;
};

const DECISIONS = `
SELECT d.authorisation_id, d.rule_id, r.name AS rule_name, d.version, d.action, v.terms, d.figures, d.card_id, d.seen_by
FROM purchase_rule_decision d
JOIN purchase_rule r ON r.tenant_id = d.tenant_id AND r.id = d.rule_id
JOIN purchase_rule_version v ON v.tenant_id = d.tenant_id AND v.rule_id = d.rule_id AND v.version = d.version
WHERE d.tenant_id = $1`;

// Each way has its index: by time, by rule and time, and the few that wait.
const ALL = `${DECISIONS} ORDER BY d.at DESC, d.authorisation_id DESC LIMIT $2`;
const OF_RULE = `${DECISIONS} AND d.rule_id = $3 ORDER BY d.at DESC, d.authorisation_id DESC LIMIT $2`;
const OF_CARD = `${DECISIONS} AND d.card_id = $3 ORDER BY d.at DESC, d.authorisation_id DESC LIMIT $2`;
const WAITING = `${DECISIONS} AND d.tells_desk AND d.seen_at IS NULL ORDER BY d.at, d.authorisation_id LIMIT $2`;

const OF_PURCHASES = `${DECISIONS} AND d.authorisation_id = ANY ($2::bigint[]) ORDER BY d.rule_id DESC`;

/** Decisions about some purchases. */
export function readDecisionsOf(tx: Tx, tenantId: number, authorisations: readonly bigint[]): Promise<Decision[]> {
  return tx.query(OF_PURCHASES, [tenantId, authorisations]);
}

type Wanted = {
  readonly rule?: bigint | undefined;
  readonly card?: bigint | undefined;
  readonly waiting?: boolean | undefined;
};

/** Decisions of rules: of a card, of a rule, those that wait for the desk, or all. */
export function listDecisions(
  tx: Tx,
  tenantId: number,
  { rule, card, waiting }: Wanted,
  most: number,
): Promise<Decision[]> {
  if (waiting === true) return tx.query(WAITING, [tenantId, most]);
  if (card !== undefined) return tx.query(OF_CARD, [tenantId, most, card]);
  return rule === undefined ? tx.query(ALL, [tenantId, most]) : tx.query(OF_RULE, [tenantId, most, rule]);
}

const SEEN = `
UPDATE purchase_rule_decision SET seen_by = $4, seen_at = $5
WHERE tenant_id = $1 AND tells_desk AND seen_at IS NULL
  AND (authorisation_id = $2 OR card_id = $3) RETURNING authorisation_id`;

/** Notes that staff have looked at decisions of the queue. Returns the number of decisions. */
export async function saveSeen(
  tx: Tx,
  tenantId: number,
  { purchase, card }: { readonly purchase?: bigint | undefined; readonly card?: bigint | undefined },
  { by, atMs }: { readonly by: string; readonly atMs: number },
): Promise<number> {
  const seen = await tx.query(SEEN, [tenantId, purchase ?? null, card ?? null, by, new Date(atMs)]);
  return seen.length;
}
