import * as z from 'zod';
import type { AppContext } from '../../../compose/context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { becomes, deskCommand, type DeskCallInTransaction, refused, typedId } from '../../desk/public.ts';
import {
  guardOfName,
  guardOfOwner,
  isLocked,
  NO_FAILURES,
  type GuardKey,
  lockGuard,
  readGuard,
  saveGuard,
} from '../../lockouts/public.ts';
import { openNumber } from '../../card-facts/public.ts';
import { readBrandOfWebAccount, readCardNumber } from './unlock.store.ts';

const input = z.object({
  /** As `find` shows it: `web:12` or `card:7`. */
  signIn: typedId(['web', 'card'], 'sign-in'),
});
type Input = z.output<typeof input>;

/** Lifts the locks that failed sign-ins of a person have set, so that they can sign in again. */
export const unlock = deskCommand({
  name: 'unlock',
  title: 'Unlock a sign-in',
  summary: 'Lift the locks of failed sign-ins: web:ID or card:ID, as find shows it',
  permission: 'act',
  done: () => ({ words: 'The sign-in is unlocked.', next: 'The person can sign in straight away.' }),
  input,
  positional: 'signIn',
  answer: z.object({ signIn: z.string(), lock: z.string(), until: z.string() }),
  check: async (call) => (await findLocks(call)).answer,
  async effect({ tx, ctx, staff, input: { signIn } }) {
    const keys = (await keysOf(tx, ctx, staff.tenantId, signIn)) ?? [];
    const nowMs = ctx.clocks.security.now();
    const guards = await Promise.all(keys.map(async (key) => ({ key, guard: await readGuard(tx, key) })));
    return guards.flatMap(({ key, guard }) =>
      isLocked(guard, nowMs)
        ? becomes(
            `${signIn.text}, ${key.kind}`,
            `locked until ${new Date(guard.lockedUntil ?? nowMs).toISOString()}`,
            'open',
            'unlocks',
          )
        : [],
    );
  },
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
  const locked: { readonly key: GuardKey; readonly until: number }[] = [];
  for (const key of keys) {
    const guard = await lockGuard(tx, key);
    if (isLocked(guard, nowMs)) locked.push({ key, until: guard.lockedUntil ?? nowMs });
  }
  if (locked.length === 0) return { locked: [], answer: refused('nothing_to_do', { object }) };
  const rows = locked.map(({ key, until }) => ({
    signIn: object,
    lock: key.kind,
    until: new Date(until).toISOString(),
  }));
  return { locked: locked.map(({ key }) => key), answer: { ok: true as const, rows, object } };
}

/** The guards of a sign-in. A locked passcode was deleted, so it has none. */
async function keysOf(
  tx: Tx,
  ctx: AppContext,
  tenantId: number,
  { kind, id }: Input['signIn'],
): Promise<GuardKey[] | undefined> {
  if (kind === 'web') {
    const brandId = await readBrandOfWebAccount(tx, tenantId, id);
    if (brandId === undefined) return undefined;
    const place = { tenantId, brandId };
    return [guardOfOwner(ctx, place, 'account', id), guardOfName(ctx, place, 'currentPassword', String(id))];
  }
  const card = await readCardNumber(tx, tenantId, id);
  if (!card) return undefined;
  const place = { tenantId, brandId: card.brand_id };
  const pan = openNumber(ctx.secrets, card.id, card);
  // Nothing is proved by the PIN of a card whose processor keeps it.
  const byPin = pan === null ? [] : [guardOfName(ctx, place, 'cardAccessPin', pan)];
  return [guardOfOwner(ctx, place, 'card', id), ...byPin];
}
