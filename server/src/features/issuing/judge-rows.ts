import type { AppContext } from '../../compose/context.ts';
import type { CardRow, CheckedRow, RowFinding } from './card-row.ts';
import { contentHashOf } from './content-hash.ts';
import { findIssuedRows, type Place } from './people.store.ts';
import { conflictsOf, readFacts, type RowFacts } from './row-facts.ts';

/** A row beside what is in the database. */
export type JudgedRow =
  | { readonly kind: 'wrong'; readonly findings: readonly RowFinding[] }
  /** It was issued before. */
  | { readonly kind: 'known'; readonly row: CardRow; readonly cardId: bigint }
  | { readonly kind: 'good'; readonly row: CardRow; readonly facts: RowFacts };

/** Judges rows against the database, and changes nothing. `today` is the business day. */
export function judgeRows(
  ctx: Pick<AppContext, 'database' | 'secrets'>,
  place: Place,
  checked: readonly CheckedRow[],
  today: string,
): Promise<readonly JudgedRow[]> {
  const rows = checked.flatMap((one) => (one.ok ? [one.row] : []));
  return ctx.database.read(place.tenantId, async (tx) => {
    const known = await findIssuedRows(
      tx,
      place.tenantId,
      rows.map(({ reference }) => reference),
    );
    const facts = await readFacts(tx, ctx.secrets, place, rows);
    const judged = new Map(
      rows.map((row, at): [CardRow, JudgedRow] => {
        const before = known.get(row.reference);
        if (before?.content_hash.equals(contentHashOf(ctx.secrets, place, row)))
          return [row, { kind: 'known', row, cardId: before.id }];
        if (before) return [row, wrong([{ field: 'reference', reason: 'was used for another row' }])];
        const own = facts[at] as RowFacts;
        const findings = conflictsOf(row, own, today);
        return [row, findings.length > 0 ? wrong(findings) : { kind: 'good', row, facts: own }];
      }),
    );
    return checked.map((one) => (one.ok ? (judged.get(one.row) as JudgedRow) : wrong(one.findings)));
  });
}

const wrong = (findings: readonly RowFinding[]): JudgedRow => ({ kind: 'wrong', findings });
