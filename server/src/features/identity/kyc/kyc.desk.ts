import * as z from 'zod';
import { deskCommand, type DeskCallInTransaction, refused } from '../../desk/public.ts';
import { passKycOfAccount } from '../../activation/public.ts';
import { settleEvent, typedNameOf } from './kyc-case.ts';
import { type KycCase, listCases, lockCase, verifyHolder } from './kyc-case.store.ts';
import { findAccountOfNumber } from './kyc-desk.store.ts';

const account = z.string().regex(/^\d{9}$/);

/** Cases of an account. No name, no date of birth: the find command has who it is. */
export const kycCommand = deskCommand({
  name: 'kyc',
  summary: 'Cases of identity verification of an account',
  permission: 'look',
  input: z.object({ account }),
  positional: 'account',
  answer: z.object({
    case: z.string(),
    state: z.string(),
    outcome: z.string(),
    rule: z.string(),
    reference: z.string(),
    started: z.string(),
    changed: z.string(),
  }),
  async run({ tx, staff, input }) {
    const found = await findAccountOfNumber(tx, staff.tenantId, input.account);
    if (!found) return refused('not_found', { field: 'account' });
    const cases = await listCases(tx, staff.tenantId, found.id);
    return { ok: true, rows: cases.map(rowOf), object: `account:${found.id}` };
  },
});

const passInput = z.object({
  case: z
    .string()
    .regex(/^[1-9]\d{0,17}$/)
    .transform((typed) => BigInt(typed)),
});

/** Passes a case by hand, when a second person approves it: the documents were seen otherwise. */
export const passKyc = deskCommand({
  name: 'pass-kyc',
  summary: 'Pass a case of identity verification by hand, as kyc shows it',
  permission: 'act',
  input: passInput,
  positional: 'case',
  answer: z.object({ case: z.string(), state: z.string() }),
  check: async (call) => (await findOpen(call)).answer,
  async run(call) {
    const { found, answer } = await findOpen(call);
    if (!found) return answer;
    const { tx, ctx, staff, requestId } = call;
    const { tenantId } = staff;
    const typedName = typedNameOf(ctx, found);
    const state = await settleEvent(tx, found, {
      ctx,
      tenantId,
      by: 'staff',
      actor: `staff:${staff.id}`,
      requestId,
      event: 'passByHand',
      outcome: null,
      rule: found.rule,
    });
    if (found.holder_id !== null) await verifyHolder(tx, tenantId, found.holder_id, typedName);
    await passKycOfAccount(tx, tenantId, found.member_account_id);
    return { ok: true, rows: [{ case: String(found.id), state }], object: `kyc:${found.id}` };
  },
});

async function findOpen({ tx, staff, input }: DeskCallInTransaction<z.output<typeof passInput>>) {
  const found = await lockCase(tx, staff.tenantId, input.case);
  if (!found) return { found: undefined, answer: refused('not_found', { field: 'case' }) };
  const object = `kyc:${found.id}`;
  if (found.state === 'Verified') return { found: undefined, answer: refused('nothing_to_do', { object }) };
  return { found, answer: { ok: true as const, rows: [{ case: String(found.id), state: found.state }], object } };
}

function rowOf(found: KycCase) {
  return {
    case: String(found.id),
    state: found.state,
    outcome: found.outcome ?? '',
    rule: found.rule,
    reference: found.reference,
    started: new Date(found.started_at).toISOString(),
    changed: new Date(found.changed_at).toISOString(),
  };
}
