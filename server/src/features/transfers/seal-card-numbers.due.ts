import type { AppContext } from '../../compose/context.ts';
import { dayAt } from '../../platform/time/clock.ts';
import type { RecurringJob } from '../../platform/due-work/job.ts';
import { sealRows } from '../../platform/sealed-log/seal-rows.ts';
import { keepTexts, nameText } from '../../platform/secrets/typed-card-numbers.ts';
import { sealBankTexts } from '../settlement/public.ts';
import {
  deletePlaintextSums,
  lockPlaintextBodies,
  lockPlaintextDestinations,
  saveBody,
  saveDestination,
  sealTaxFileNumbers,
} from './seal-card-numbers.store.ts';

/** Seals card numbers and references that may be tax file numbers in texts that an earlier release stored in clear. */
export const sealCardNumbers: RecurringJob<AppContext> = {
  name: 'transfers.seal-typed',
  clock: 'business',
  scope: 'tenant',
  when: { everyMs: 10 * 60_000 },
  atOnce: 200,
  async inTransaction({ secrets, clocks }, tx, { tenantId, atOnce }) {
    const tax = await sealTaxFileNumbers(tx, secrets, { tenantId, atOnce });
    const payees = { tenantId, table: 'payee', columns: ['account_number'], atOnce };
    const found = Math.max(await sealRows(tx, secrets, payees), await sealBankTexts(tx, secrets, tenantId, atOnce));
    const bodies = await lockPlaintextBodies(tx, tenantId, atOnce);
    for (const { id, body } of bodies) await saveBody(tx, tenantId, { id, body: keepTexts(secrets, body, null) });
    const destinations = await lockPlaintextDestinations(tx, tenantId, atOnce);
    for (const { id, destination } of destinations) {
      const named = destination.split(':').map((part) => nameText(secrets, part));
      await saveDestination(tx, tenantId, id, named.join(':'));
    }
    await deletePlaintextSums(tx, tenantId, dayAt(clocks.business.now()));
    return Math.max(tax, found, bodies.length, destinations.length) === atOnce ? 'more' : 'done';
  },
};
