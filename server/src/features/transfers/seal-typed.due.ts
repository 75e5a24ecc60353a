import type { AppContext } from '../../context.ts';
import { dayAt } from '../../platform/clock.ts';
import type { RecurringJob } from '../../platform/due-work/job.ts';
import { keepText, keepTexts, nameText } from '../../platform/typed-card-numbers.ts';
import {
  deleteSumsInClear,
  lockBodiesInClear,
  lockDestinationsInClear,
  lockInClear,
  saveBody,
  saveDestination,
  saveTexts,
  SEALED_TABLES,
} from './seal-typed.store.ts';

/** Seals card numbers that people typed and that a release before this one has kept in clear. */
export const sealTyped: RecurringJob<AppContext> = {
  name: 'transfers.seal-typed',
  clock: 'business',
  scope: 'tenant',
  when: { everyMs: 10 * 60_000 },
  atOnce: 200,
  async inTransaction({ secrets, clocks }, tx, { tenantId, atOnce }) {
    let found = 0;
    for (const table of SEALED_TABLES) {
      const rows = await lockInClear(tx, tenantId, table, atOnce);
      found = Math.max(found, rows.length);
      for (const { place, ...texts } of rows) {
        const kept = Object.entries(texts).map(([name, text]) => [name, text && keepText(secrets, text)]);
        await saveTexts(tx, tenantId, table, { ...Object.fromEntries(kept), place });
      }
    }
    const bodies = await lockBodiesInClear(tx, tenantId, atOnce);
    for (const { id, body } of bodies) await saveBody(tx, tenantId, { id, body: keepTexts(secrets, body) });
    const destinations = await lockDestinationsInClear(tx, tenantId, atOnce);
    for (const { id, destination } of destinations) {
      const named = destination.split(':').map((part) => nameText(secrets, part));
      await saveDestination(tx, tenantId, id, named.join(':'));
    }
    await deleteSumsInClear(tx, tenantId, dayAt(clocks.business.now()));
    return Math.max(found, bodies.length, destinations.length) === atOnce ? 'more' : 'done';
  },
};
