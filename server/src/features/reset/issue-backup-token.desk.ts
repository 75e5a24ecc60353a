import { randomInt, randomUUID } from 'node:crypto';
import * as z from 'zod';
import { contactForCode } from '../contact-marks/public.ts';
import { deskCommand, type DeskCallInTransaction, refused, typedId } from '../desk/public.ts';
import { queueRequested } from '../messages/public.ts';
import { addBackupToken, endBackupToken, hasBackupToken } from './backup-token.store.ts';
import { hashOfBackupToken } from './check-backup-token.ts';
import { maskContact, notifyEveryContact } from './contacts.ts';
import { BACKUP_ALPHABET } from './reset.domain.ts';
import { readBrandId, readPerson } from './reset.store.ts';

const LENGTH = 8;

const input = z.object({
  /** As `find` shows it: `web:12`. */
  signIn: typedId(['web']),
  /**
   * `contact`: sent to the registered mobile, else email. `readOut`: read out on the phone after identity questions.
   */
  by: z.enum(['contact', 'readOut']),
});
type Call = DeskCallInTransaction<z.output<typeof input>>;

/** For a person who has forgotten password and security answer. It is valid within a reset that they have begun. */
export const issueBackupToken = deskCommand({
  name: 'issue-backup-token',
  title: 'Issue a backup sign-in code',
  summary: 'Give a person a backup token for a reset: web:ID, --by contact or readOut',
  permission: 'act',
  done: (_row, input) => ({
    words: input.by === 'contact' ? 'A backup code is sent to the contact on record.' : 'A backup code is made.',
    next:
      input.by === 'contact'
        ? 'The person resets their password with it.'
        : 'Read it out. The person resets their password with it.',
  }),
  input,
  positional: 'signIn',
  answer: z.object({ signIn: z.string(), by: z.string(), token: z.string(), until: z.string() }),
  shownOnce: ['token'],
  check: async (call: Call) => {
    const found = await findPerson(call);
    return 'person' in found ? { ok: true, rows: [], object: call.input.signIn.text } : found;
  },
  async effect(call: Call) {
    const found = await findPerson(call);
    if (!('person' in found)) return [];
    const { by, signIn } = call.input;
    const to = by === 'readOut' ? 'read out on the phone' : found.contact ? maskContact(found.contact) : '';
    const what = `Backup token for a reset, ${signIn.text}`;
    const has = await hasBackupToken(call.tx, call.staff.tenantId, signIn.id);
    return [{ what, before: has ? 'one in use' : 'none', change: has ? 'replaced' : 'issued', after: to }];
  },
  async run(call) {
    const { tx, ctx, staff, input: given, key } = call;
    const { tenantId } = staff;
    const found = await findPerson(call);
    if (!('person' in found)) return found;
    const { person, place, contact } = found;
    const { id: webAccountId, text: object } = given.signIn;
    const token = Array.from({ length: LENGTH }, () => BACKUP_ALPHABET.charAt(randomInt(BACKUP_ALPHABET.length))).join(
      '',
    );
    const now = ctx.clocks.security.now();
    const endsAt = now + ctx.config.resets.backupTokenMs;
    await endBackupToken(tx, tenantId, webAccountId, now);
    const tokenHash = hashOfBackupToken(ctx, webAccountId, token);
    await addBackupToken(tx, { id: randomUUID(), tenantId, webAccountId, tokenHash, issuedAt: now, endsAt });
    const shown = `${token.slice(0, 4)}-${token.slice(4)}`;
    if (given.by === 'contact' && contact) {
      await queueRequested(tx, ctx, {
        ...place,
        ...contact,
        holderId: person.holder_id,
        template: 'backupToken',
        language: person.language,
        params: { code: shown, firstName: person.first_name },
        expiresAt: endsAt,
        replaces: `backup-token:${webAccountId}:`,
        dedupKey: `backup-token:${webAccountId}:${key}`,
      });
    }
    await notifyEveryContact(tx, ctx, { ...place, person, template: 'backupTokenIssued', cause: key });
    const row = { signIn: object, by: given.by, token: given.by === 'readOut' ? shown : '', until: iso(endsAt) };
    return { ok: true, rows: [row], object, details: { by: given.by } };
  },
});

const iso = (ms: number) => new Date(ms).toISOString();

async function findPerson({ tx, ctx, staff, input: { signIn, by } }: Call) {
  const { tenantId } = staff;
  const brandId = await readBrandId(tx, tenantId, signIn.id);
  const person = await readPerson(tx, tenantId, signIn.id);
  if (brandId === undefined || !person) return refused('not_found', { field: 'signIn' });
  const contact = contactForCode(ctx, tenantId, person);
  if (by === 'contact' && !contact) return refused('nothing_to_do', { field: 'by', object: signIn.text });
  return { person, place: { tenantId, brandId }, contact };
}
