import type { AppContext } from '../../compose/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { readMarksOfAll, troubleOf } from '../contact-marks/public.ts';
import { readUnreached, type UnreachedPerson } from './unreached.store.ts';

export type Unreached = {
  readonly person: UnreachedPerson;
  /** Contacts with a mark, and why. */
  readonly contacts: ReturnType<typeof troubleOf>['contacts'];
};

/** Up to the given number of people whom no message reaches by the channels of now, those who wait longest first. */
export async function listUnreached(tx: Tx, ctx: AppContext, tenantId: number, most: number): Promise<Unreached[]> {
  const found: Unreached[] = [];
  for (let from = 0; ; from += most) {
    const listed = await readUnreached(tx, tenantId, { from, most });
    const holders = listed.map(({ holder_id: id }) => id);
    const marks = await readMarksOfAll(tx, tenantId, holders);
    for (const person of listed) {
      const { contacts, isReached } = troubleOf(ctx, tenantId, person, marks.get(person.holder_id) ?? []);
      if (!isReached) found.push({ person, contacts });
    }
    if (listed.length < most || found.length >= most) return found.slice(0, most);
  }
}
