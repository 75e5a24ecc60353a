import * as z from 'zod';
import { toInstant, type Tx } from '../../platform/database/database.ts';
import { deviceWords } from '../access/public.ts';
import {
  deskCommand,
  type DeskCallInTransaction,
  type DeskRow,
  pageInput,
  pageOf,
  personInput,
} from '../desk/public.ts';
import { listDevices, listDocuments, listMessages, listSessions } from './lists.store.ts';
import { NO_PERSON, objectOf, yes } from './person.desk.ts';
import { findPerson } from './person.store.ts';

const input = z.object({ person: personInput, ...pageInput });
type Call = DeskCallInTransaction<{ readonly person: bigint; readonly page: number }>;

/** Returns a page of one list of a person's rows. */
async function rowsOf<Row>(
  { tx, ctx, staff, input: given }: Call,
  list: (tx: Tx, tenantId: number, holderId: bigint, limit: number) => Promise<readonly Row[]>,
  toRow: (row: Row) => DeskRow,
) {
  const person = await findPerson(tx, staff.tenantId, given.person);
  if (!person) return NO_PERSON;
  const { shown, hasMore } = await pageOf(ctx, given, (most) => list(tx, staff.tenantId, person.id, most));
  return { ok: true as const, rows: shown.map(toRow), hasMore, object: objectOf(person) };
}

export const messagesOfCommand = deskCommand({
  name: 'messages-of',
  title: 'List the messages to a person',
  summary: 'List the messages to a person and whether they were delivered, newest first: holder:ID',
  permission: 'look',
  positional: 'person',
  input,
  answer: z.object({
    at: z.string(),
    message: z.string(),
    channel: z.string(),
    language: z.string(),
    state: z.string(),
    deliveredAt: z.string(),
    tries: z.number(),
    error: z.string(),
  }),
  run: (call: Call) =>
    rowsOf(call, listMessages, (row) => ({
      at: toInstant(row.queued_at),
      message: row.template,
      channel: row.channel,
      language: row.language,
      state: row.state,
      deliveredAt: row.delivered_at === null ? '' : toInstant(row.delivered_at),
      tries: row.attempts,
      error: row.last_error ?? '',
    })),
});

export const devicesOfCommand = deskCommand({
  name: 'devices-of',
  title: 'List the devices of a person',
  summary: 'List the devices that a person has used, those seen last first: holder:ID',
  permission: 'look',
  positional: 'person',
  input,
  answer: z.object({
    device: z.string(),
    name: z.string(),
    seen: z.string(),
    registered: z.string(),
    notices: z.string(),
    passcode: z.string(),
    signIn: z.string(),
  }),
  run: (call: Call) =>
    rowsOf(call, listDevices, (row) => ({
      device: [row.model, row.platform, row.version].filter(Boolean).join(' '),
      name: row.name,
      seen: toInstant(row.seen_at),
      registered: row.registered_at === null ? '' : toInstant(row.registered_at),
      notices: yes(row.has_notices),
      passcode: yes(row.has_passcode),
      signIn: `web:${row.web_account_id}`,
    })),
});

export const signInsOfCommand = deskCommand({
  name: 'sign-ins-of',
  title: 'List the sign-ins of a person',
  summary: 'List the sign-ins of a person that are on record, with views by staff, and which are still open: holder:ID',
  permission: 'look',
  positional: 'person',
  input,
  answer: z.object({
    at: z.string(),
    by: z.string(),
    device: z.string(),
    network: z.string(),
    lastActive: z.string(),
    state: z.string(),
    because: z.string(),
    signIn: z.string(),
    staff: z.string(),
  }),
  run: (call: Call) => {
    const nowMs = call.ctx.clocks.security.now();
    return rowsOf(call, listSessions, (row) => {
      const { browser, system } = deviceWords(row.user_agent);
      const isOver = row.revoked_at !== null || Date.parse(row.ends_at) <= nowMs;
      return {
        at: toInstant(row.created_at),
        by: row.scope,
        device: [browser, system].filter(Boolean).join(' on '),
        network: row.network ?? '',
        lastActive: toInstant(row.last_active_at),
        state: isOver ? 'ended' : 'open',
        because: row.revoked_because ?? '',
        signIn: row.web_account_id === null ? `card:${row.card_id}` : `web:${row.web_account_id}`,
        staff: row.staff ?? '',
      };
    });
  },
});

export const documentsOfCommand = deskCommand({
  name: 'documents-of',
  title: 'List the statements of a person',
  summary: 'List the statements of a person’s own accounts, newest first: holder:ID',
  permission: 'look',
  positional: 'person',
  input,
  answer: z.object({
    document: z.string(),
    account: z.string(),
    from: z.string(),
    until: z.string(),
    made: z.string(),
    opened: z.string(),
  }),
  run: (call: Call) =>
    rowsOf(call, listDocuments, (row) => ({
      document: 'statement',
      account: row.account_number,
      from: row.first_day,
      until: row.last_day,
      made: toInstant(row.made_at),
      opened: row.opened_at === null ? '' : toInstant(row.opened_at),
    })),
});
