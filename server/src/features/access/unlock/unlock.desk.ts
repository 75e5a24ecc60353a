import * as z from 'zod';
import type { AppContext } from '../../../context.ts';
import type { Tx } from '../../../platform/database.ts';
import { deskCommand, type DeskCallInTransaction, refused } from '../../desk/public.ts';
import { type Guard, isLocked, NO_FAILURES } from '../guard/sign-in-guard.domain.ts';
import { type GuardKey, lockGuard, saveGuard } from '../guard/sign-in-guard.store.ts';
import { readCardNumbers, readWebAccountNames } from './unlock.store.ts';

const input = z.object({
  /** As `find` shows it: `web:12` or `card:7`. */
  signIn: z
    .string()
    .regex(/^(web|card):[1-9]\d{0,17}$/)
    .transform((typed) => {
      const [kind, id = ''] = typed.split(':');
      return { kind: kind === 'web' ? ('web' as const) : ('card' as const), id: BigInt(id), text: typed };
    }),
});
type Input = z.output<typeof input>;

/** Lifts the locks that failed sign-ins of a person have set, so that they can sign in again. */
export const unlock = deskCommand({
  name: 'unlock',
  summary: 'Lift the locks of failed sign-ins: web:ID or card:ID, as find shows it',
  permission: 'act',
  input,
  positional: 'signIn',
  answer: z.object({ signIn: z.string(), lock: z.string(), until: z.string() }),
  check: async (call) => (await findLocks(call)).answer,
  async run(call) {
    const { locked, answer } = await findLocks(call);
    for (const key of locked) saveGuard(call.tx, key, NO_FAILURES);
    return answer;
  },
});

/** The guards that keep this person out, locked until the transaction ends. */
async function findLocks({ tx, ctx, staff, input: { signIn } }: DeskCallInTransaction<Input>) {
  const object = signIn.text;
  const keys = await keysOf(tx, ctx, staff.tenantId, signIn);
  if (!keys) return { locked: [], answer: refused('not_found', { field: 'signIn' }) };
  const nowMs = ctx.clocks.security.now();
  const locked: { readonly key: GuardKey; readonly guard: Guard }[] = [];
  for (const key of keys) {
    const guard = await lockGuard(tx, key);
    if (isLocked(guard, nowMs)) locked.push({ key, guard });
  }
  if (locked.length === 0) return { locked: [], answer: refused('nothing_to_do', { object }) };
  const rows = locked.map(({ key, guard }) => ({ signIn: object, lock: key.kind, until: endOf(guard) }));
  return { locked: locked.map(({ key }) => key), answer: { ok: true as const, rows, object } };
}

function endOf({ needsNewCode, lockedUntil }: Guard): string {
  return needsNewCode || lockedUntil === null ? 'a new access code' : new Date(lockedUntil).toISOString();
}

/** The guards of every name and number that the sign-in has. A passcode that was locked is gone, so it has none. */
async function keysOf(
  tx: Tx,
  { secrets }: AppContext,
  tenantId: number,
  { kind, id }: Input['signIn'],
): Promise<GuardKey[] | undefined> {
  const keyOf = (brandId: number, guard: GuardKey['kind'], name: string): GuardKey => ({
    tenantId,
    brandId,
    kind: guard,
    identifierHash: secrets.identifierHash(`${brandId}:${guard}`, name),
  });
  if (kind === 'web') {
    const account = await readWebAccountNames(tx, tenantId, id);
    if (!account) return undefined;
    const names = account.names.map((name) => keyOf(account.brand_id, 'account', name));
    return [...names, keyOf(account.brand_id, 'currentPassword', String(id))];
  }
  const card = await readCardNumbers(tx, tenantId, id);
  if (!card) return undefined;
  const pan = secrets.decrypt(card.pan_cipher, card.pan_key_version, 'pan', card.id);
  return [
    keyOf(card.brand_id, 'card', card.card_id),
    keyOf(card.brand_id, 'card', pan),
    keyOf(card.brand_id, 'cardAccessPin', pan),
  ];
}
