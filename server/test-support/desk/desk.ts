import { randomUUID } from 'node:crypto';
import { BYTES_TYPE, FIELDS_HEADER } from '@wattle/contract/rules/bytes-call.ts';
import type { FastifyInstance } from 'fastify';
import { deskCommands } from '../../src/compose/desk-commands.ts';
import { addStaff } from '../../src/features/desk/public.ts';
import { addStaffSession } from '../../src/features/desk/sign-in/staff-session.store.ts';
import { makeStaffToken } from '../../src/features/desk/sign-in/staff-token.ts';
import type { TestContext } from '../processes/database.ts';

export type TestStaff = {
  readonly id: bigint;
  readonly tenantId: number;
  readonly name: string;
  readonly sessionId: string;
  readonly headers: { readonly authorization: string };
};

let serial = 0;

/** Staff member with a session, without the cost of a password. */
export async function givenStaff(
  ctx: Pick<TestContext, 'clocks' | 'config' | 'database' | 'secrets'>,
  tenantId: number,
  given: { readonly role?: 'viewer' | 'agent' | 'manager'; readonly name?: string; readonly password?: string } = {},
): Promise<TestStaff> {
  serial += 1;
  const name = given.name ?? `member${serial}`;
  const nowMs = ctx.clocks.security.now();
  const { token, sessionId, tokenHash } = makeStaffToken(ctx.secrets, tenantId);
  const passwordHash = given.password === undefined ? undefined : await ctx.secrets.hashSecret(given.password);
  const id = await ctx.database.transact(tenantId, async (tx) => {
    const added = await addStaff(tx, {
      tenantId,
      name,
      fullName: `Member ${serial}`,
      role: given.role ?? 'manager',
      passwordHash,
      nowMs,
    });
    if (added === undefined) throw new Error(`${name} is taken`);
    const endsAtMs = nowMs + ctx.config.desk.sessionMs;
    await addStaffSession(tx, { id: sessionId, tenantId, staffId: added, tokenHash, nowMs, endsAtMs });
    return added;
  });
  return { id, tenantId, name, sessionId, headers: { authorization: `Bearer ${token}` } };
}

let calls = 0;

/** Another loopback address for each call, so that tests do not share a rate limit. */
function nextAddress(): string {
  calls += 1;
  return `127.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`;
}

type Given = {
  readonly input?: Readonly<Record<string, string | boolean>>;
  readonly reason?: string;
  readonly key?: string;
  /** Bytes of a command that takes a file; a small PDF unless given. */
  readonly file?: Buffer;
};

/** A document of the shortest kind. */
export const SMALL_PDF = Buffer.from('%PDF-1.7\n%%EOF\n');

/** A file of one voucher. */
const SMALL_VOUCHERS = Buffer.from('number,code,amount,expires\n70000000099,aB3xQ7,25.00,2027-06-30\n');
/** A sheet of people with one row, whose product does not exist. */
export const SMALL_SHEET = Buffer.from('reference,product,firstName\r\nrow-1,999999,Mia\r\n');

const SMALL_FILES: Readonly<Record<string, Buffer>> = { workbook: SMALL_SHEET, sheet: SMALL_VOUCHERS };

/** Smallest file of the kind that a command takes. */
export const smallFileOf = (command: string): Buffer =>
  SMALL_FILES[deskCommands.get(command)?.takesFile?.kind ?? ''] ?? SMALL_PDF;

/** Runs a command as this staff member. */
export async function give(
  { app }: { readonly app: FastifyInstance },
  by: Pick<TestStaff, 'headers'> | undefined,
  command: string,
  { input = {}, reason, key = randomUUID(), file = smallFileOf(command) }: Given = {},
): Promise<{ status: number; body: DeskBody }> {
  const fields = { input, ...(reason !== undefined && { reason }) };
  const sendsFile = deskCommands.get(command)?.takesFile !== undefined;
  const response = await app.inject({
    method: 'POST',
    url: `/desk/commands/${command}`,
    remoteAddress: nextAddress(),
    headers: {
      ...by?.headers,
      'content-type': sendsFile ? BYTES_TYPE : 'application/json',
      'idempotency-key': key,
      ...(sendsFile && { [FIELDS_HEADER]: encodeURIComponent(JSON.stringify(fields)) }),
    },
    payload: sendsFile ? file : fields,
  });
  return { status: response.statusCode, body: response.json() };
}

export type DeskBody = {
  readonly rows?: readonly Readonly<Record<string, unknown>>[];
  readonly hasMore?: boolean;
  readonly request?: { readonly id: string; readonly expiresAt: string };
  readonly shownOnce?: readonly string[];
  readonly done?: {
    readonly words: string;
    readonly reference?: string;
    readonly next?: string;
    readonly object?: string;
  };
  readonly error?: string;
  readonly field?: string;
  readonly words?: string;
};

/** Audit lines of a staff member: action, object, outcome, oldest first. */
export async function auditOfStaff(ctx: TestContext, { id }: Pick<TestStaff, 'id'>): Promise<string[]> {
  const rows = await ctx.asOwner<{ line: string }>(
    `SELECT concat_ws(' ', action, object, outcome) AS line FROM audit_log WHERE actor = $1 ORDER BY id`,
    [`staff:${id}`],
  );
  return rows.map(({ line }) => line);
}
