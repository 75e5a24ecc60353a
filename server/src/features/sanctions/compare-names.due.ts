import type { AppContext } from '../../compose/context.ts';
import type { RecurringJob } from '../../platform/due-work/job.ts';
import { openText } from '../../platform/secrets/typed-card-numbers.ts';
import { latinReadings } from './latin-words.ts';
import { type ComparedName, comparedName, keysOf, nameLikeness } from './name-match.domain.ts';
import { type Entry, findCurrentList, findEntries } from './sanction-list.store.ts';
import { addHits, type NameToCompare, type NewHit, readNames, takeDue } from './sanction-hit.store.ts';

/** Compares new and changed names with the list. */
export const compareNames: RecurringJob<AppContext> = {
  name: 'sanctions.compare',
  clock: 'security',
  scope: 'tenant',
  when: { everyMs: 5_000 },
  atOnce: 25,
  async inTransaction(ctx, tx, { tenantId, atOnce }) {
    const due = await takeDue(tx, tenantId, atOnce);
    const list = due.length > 0 ? await findCurrentList(tx, tenantId) : undefined;
    if (!list) return 'done';
    const hits = new Map<string, NewHit>();
    for (const one of await readNames(tx, tenantId, due)) {
      const compared = comparedName(latinReadings(openText(ctx.secrets, one.name)), yearsOf(one));
      const keys = keysOf(compared);
      const entries = keys.length > 0 ? await findEntries(tx, tenantId, keys) : [];
      for (const entry of entries) {
        const { listedName, likeness } = likest(compared, entry);
        const { kind, object_id, name } = one;
        const { reference } = entry;
        // Of the ways in which a person's name is written, the one that is most alike is the hit.
        const key = `${kind} ${object_id} ${reference}`;
        if (likeness < Math.max(list.threshold, hits.get(key)?.likeness ?? 0)) continue;
        hits.set(key, { kind, objectId: String(object_id), name, reference, listedName, likeness });
      }
    }
    await addHits(tx, tenantId, list, ctx.clocks.business.now(), [...hits.values()]);
    return due.length === atOnce ? 'more' : 'done';
  },
};

/** The name of an entry that is most like one, with its likeness in hundredths. */
function likest(compared: ComparedName, { names, birth_years }: Entry) {
  const all = names.map((listedName) => {
    const likeness = nameLikeness(compared, comparedName(latinReadings(listedName), birth_years));
    return { listedName, likeness: Math.round(likeness * 100) };
  });
  return all.reduce((best, one) => (one.likeness > best.likeness ? one : best));
}

const yearsOf = ({ birth_year }: NameToCompare): readonly number[] => (birth_year === null ? [] : [birth_year]);
