import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { dueJobs } from '../../compose/due-jobs.ts';
import { FILE_PARTS } from './person-file.store.ts';
import { STORES } from './stores.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const textOf = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

/** Sources and migrations, which delete and empty rows. */
const SOURCES = [
  ...readdirSync(path.join(ROOT, 'server/src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.includes('.test.'))
    .map((file) => textOf(`server/src/${file}`)),
  ...readdirSync(path.join(ROOT, 'server/migrations'))
    .filter((file) => file.endsWith('.sql'))
    .map((file) => textOf(`server/migrations/${file}`)),
].join('\n');

const tables = async () =>
  (
    await test.ctx.asOwner<{ name: string }>(
      `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND c.relname !~ '_[0-9]{4}$'
          AND c.relname NOT IN ('migration', 'schema_migration') ORDER BY 1`,
    )
  ).map(({ name }) => name);

/** Tables that name a person: by a row of theirs, or in a column that people are known by. */
const naming = async () =>
  (
    await test.ctx.asOwner<{ name: string }>(
      `SELECT DISTINCT c.relname AS name FROM pg_class c
         JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
        WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT a.attisdropped
          AND a.attname ~ '(^|_)(holder|card|web_account|member_account)_id$|email|mobile|surname|first_name|recipient|user_agent|remitter|full_name|account_number|username'`,
    )
  ).map(({ name }) => name);

const termed = (term: string) => Object.entries(STORES).filter(([, store]) => store.term === term);

describe('stores of personal data', () => {
  it('every table has one term, and a new one is named before it is used', async () => {
    const known = await tables();
    expect(known.length).toBeGreaterThan(150);
    expect(Object.keys(STORES).toSorted()).toEqual(known.toSorted());
  });

  it('no table that names a person is said to hold no personal data', async () => {
    const none = new Set(termed('none').map(([table]) => table));
    const own = /_\d{4}$/;
    expect((await naming()).filter((table) => none.has(table) && !own.test(table))).toEqual([]);
  });

  it.each(termed('person'))('%s goes when its person is erased', (table) => {
    const erasure = textOf('server/src/features/account-closing/erasure.store.ts');
    const byFunction = { desk_request: 'forget_requests_about', desk_attachment: 'forget_attachments_about' }[table];
    const found = byFunction
      ? erasure.includes(byFunction)
      : new RegExp(`(DELETE FROM|UPDATE) ${table}\\b`).test(erasure);
    expect(found).toBe(true);
  });

  it.each(termed('time'))('%s goes by due work', (table, { job, after = '' }) => {
    const names = dueJobs(test.ctx.outside).map((one) => ('queue' in one ? one.queue.name : one.name));
    expect([job, names.includes(job ?? '')]).toEqual([job, true]);
    expect(after).not.toBe('');
    const goes = new RegExp(`(DELETE FROM|UPDATE) ${table}\\b`).test(SOURCES);
    const definition = new RegExp(`CREATE TABLE ${table} \\([\\s\\S]*?\\n\\)`).exec(SOURCES)?.[0] ?? '';
    expect(goes || definition.includes('ON DELETE CASCADE')).toBe(true);
  });

  it('all of it is in the file of a person, or is a record of money or names them by an id', () => {
    const inFile = new Set(FILE_PARTS.map(({ table }) => table));
    const left = [...termed('person'), ...termed('time')].map(([table]) => table).filter((table) => !inFile.has(table));
    expect(left.toSorted()).toEqual([
      'address_attempt',
      // Guards, challenges and codes: they hold hashes and counts.
      'backup_token',
      // Bytes of files of the bank name many people, and are sealed.
      'bank_answer',
      'bank_file',
      'client_address',
      'code_request',
      // Tokens of links, and members of staff.
      'complaint_link',
      'complaint_named',
      // Requests of staff and their documents may show other people.
      'desk_attachment',
      'desk_request',
      'identity_question',
      'kept_answer',
      'merchant_category',
      'paid_destination',
      'passkey_challenge',
      'password_reset',
      // Sealed: PayIDs and names of other people.
      'pay_id_look_up',
      'pay_id_payment',
      'pay_id_stop',
      // Other people: payers of a link.
      'payment_link_payer',
      // Files of the programme, sealed.
      'people_file',
      'people_file_row',
      'processor_delivery',
      'remembered_user',
      // The law forbids to tell a person of it.
      'sanction_hit',
      'sign_in_guard',
      'sign_up',
      'staff_challenge',
      'staff_enrolment',
      'staff_guard',
      'staff_session',
      'step_up_proof',
      'store_link',
      'webhook_attempt',
      'webhook_delivery',
      'webhook_event',
    ]);
  });

  it('the page of the area says the term of each store that is deleted by time', () => {
    const page = textOf(path.join('docs', 'areas', 'privacy.md'));
    const missing = termed('time').filter(
      ([table, { after = '' }]) => !page.includes(`\`${table}\``) || !page.includes(after),
    );
    expect(missing).toEqual([]);
  });
});
