import * as z from 'zod';
import {
  accountNumber,
  becomes,
  type DeskCallInTransaction,
  deskCommand,
  refused,
  rowNumber,
} from '../../desk/public.ts';
import { settleEvent } from './kyc-case.ts';
import { findAccountOfNumber, findCaseToPass, type KycCase, listCases, lockCase } from './kyc-case.store.ts';
import { findSubjectsOfCase } from './kyc-subject.ts';

/** Cases of an account, without name or date of birth. The find command shows the person. */
export const kycCommand = deskCommand({
  name: 'kyc',
  title: 'Identity checks of an account',
  summary: 'Cases of identity verification of an account',
  permission: 'look',
  input: z.object({ account: accountNumber }),
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
    const cases = await listCases(tx, staff.tenantId, { memberAccountId: found.id });
    return { ok: true, rows: cases.map(rowOf), object: `account:${found.id}` };
  },
});

const passInput = z.object({
  case: rowNumber,
});

/** Passes a case by hand after a second person has approved it: the documents were checked in another way. */
export const passKyc = deskCommand({
  name: 'pass-kyc',
  title: 'Confirm identity by hand',
  summary: 'Pass a case of identity verification by hand, as kyc shows it',
  permission: 'act',
  done: () => ({ words: 'The identity check is passed.' }),
  input: passInput,
  positional: 'case',
  answer: z.object({ case: z.string(), state: z.string() }),
  check: async (call) => (await findOpen(call)).answer,
  async effect({ tx, staff, input }) {
    const found = await findCaseToPass(tx, staff.tenantId, input.case);
    if (!found || found.state === 'Verified') return [];
    return [
      becomes(`Case ${input.case} of account ${found.account}`, found.state, 'Verified', 'passes by hand'),
      ...(found.name === null
        ? []
        : [becomes(`Identity of ${found.name}`, found.is_verified ? 'verified' : 'not verified', 'verified')]),
    ];
  },
  async run(call) {
    const { found, subjects, answer } = await findOpen(call);
    if (!found) return answer;
    const { tx, ctx, staff, requestId } = call;
    const { tenantId } = staff;
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
    for (const subject of subjects) await subject.note(tx, state);
    return { ok: true, rows: [{ case: String(found.id), state }], object: `kyc:${found.id}` };
  },
});

/** A case that can be passed, and the people it is about. There are none where the details have changed. */
async function findOpen({ tx, ctx, staff, input }: DeskCallInTransaction<z.output<typeof passInput>>) {
  const none = { found: undefined, subjects: [] };
  const found = await lockCase(tx, staff.tenantId, input.case);
  if (!found) return { ...none, answer: refused('not_found', { field: 'case' }) };
  const object = `kyc:${found.id}`;
  if (found.state === 'Verified') return { ...none, answer: refused('nothing_to_do', { object }) };
  const subjects = await findSubjectsOfCase(tx, ctx, staff.tenantId, found);
  if (subjects.length === 0) return { ...none, answer: refused('details_changed', { object }) };
  const rows = [{ case: String(found.id), state: found.state }];
  return { found, subjects, answer: { ok: true as const, rows, object } };
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
