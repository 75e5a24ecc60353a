import { randomUUID } from 'node:crypto';
import type { DeskCallInTransaction } from '../../desk/public.ts';
import { readQuestionThatCounts } from '../../security-questions/public.ts';
import { addChange, type ContactChannel } from '../contact/contact.store.ts';
import { listNames } from '../contact/login-names.store.ts';
import { saveProved } from '../contact/undo.store.ts';
import type { PersonBefore } from './changed-person.store.ts';

/**
 * Stores what each sign-in of a person has before staff change a contact: the same as a change by the person stores, so
 * that an undo restores the same. Returns the id of the first stored row; null for a person without a sign-in.
 */
export async function keepContacts(
  { tx, ctx, staff: { tenantId } }: DeskCallInTransaction<unknown>,
  person: PersonBefore,
  { channel, value }: { readonly channel: ContactChannel; readonly value: string },
): Promise<string | null> {
  const nowMs = ctx.clocks.security.now();
  const place = { tenantId, brandId: person.brand_id };
  const question = await readQuestionThatCounts(tx, tenantId, person.id, { nowMs, keptMs: ctx.config.contacts.newMs });
  let first: string | null = null;
  for (const { id: webAccountId, username } of person.sign_ins) {
    const id = randomUUID();
    const [oldValue, changedAt] = [person[channel], person[`${channel}_changed_at`]];
    const change = { ...place, id, webAccountId, holderId: person.id, channel, oldValue, newValue: value };
    await addChange(tx, { ...change, codeHash: '', askedAt: nowMs });
    const names = await listNames(tx, { ...place, webAccountId }, channel);
    const before = { value: oldValue, changedAt, username, names, ...question };
    await saveProved(tx, tenantId, id, { undoHash: null, before, nowMs });
    first ??= id;
  }
  return first;
}
