import type { Tx } from '../../platform/database/database.ts';
import { readDecisionsOf } from './decision.store.ts';
import { figureWords } from './rule-words.domain.ts';

/** A rule that declined a purchase, in words for staff. */
export type Explained = { readonly rule: string; readonly figures: string };

/** Rules that declined some purchases, by the ids of the authorisations. */
export async function explainDecisions(
  tx: Tx,
  tenantId: number,
  authorisations: readonly bigint[],
): Promise<ReadonlyMap<bigint, Explained>> {
  const decisions = await readDecisionsOf(tx, tenantId, authorisations);
  return new Map(
    decisions
      .filter(({ action }) => action === 'decline')
      .map(({ authorisation_id, rule_name, version, terms, figures }) => [
        authorisation_id,
        { rule: `${rule_name}, version ${version}`, figures: figureWords(terms, figures) },
      ]),
  );
}
