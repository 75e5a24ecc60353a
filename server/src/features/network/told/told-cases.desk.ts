import * as z from 'zod';
import { toInstant } from '../../../platform/database/database.ts';
import { dollarsOf } from '../../../platform/money.ts';
import { deskCommand, pageInput, pageOf, referenceNumber, refused } from '../../desk/public.ts';
import { closeToldCase, findToldCase, listToldCases, type ToldCase } from './told-case.store.ts';

const SHOWN = {
  case: z.string(),
  state: z.string(),
  /** A correction, a refund that was reversed, or a state of a dispute. */
  kind: z.string(),
  person: z.string(),
  name: z.string(),
  account: z.string(),
  /** Merchant, or the state of a dispute in the processor's word. */
  about: z.string(),
  /** Below zero: to the cardholder's cost. */
  amount: z.string(),
  /** `no`: the account is closed, so it has to be settled with the processor in another way. */
  posted: z.string(),
  /** References of the network, or the processor's id of a dispute. */
  message: z.string(),
  named: z.string(),
  made: z.string(),
};

const rowOf = (one: ToldCase) => ({
  case: one.reference,
  state: one.state,
  kind: one.kind,
  person: one.holder_id === null ? '' : `holder:${one.holder_id}`,
  name: one.person ?? '',
  account: one.account ?? '',
  about: one.about,
  amount: dollarsOf(one.cents),
  posted: one.transfer_id === null ? 'no' : 'yes',
  message: one.message,
  named: one.named ?? '',
  made: toInstant(one.made_at),
});
const objectOf = (reference: string) => `told_case:${reference}`;

/** Lists what card processors told that a person has to look at. */
export const toldCasesCommand = deskCommand({
  name: 'told-cases',
  title: 'Cases from card processors',
  summary:
    'Corrections, refunds that were taken back, and states of disputes that a card processor told, the oldest first',
  permission: 'look',
  input: z.object(pageInput),
  answer: z.object(SHOWN),
  async run({ ctx, tx, staff, input }) {
    const { shown, hasMore } = await pageOf(ctx, input, (most) => listToldCases(tx, staff.tenantId, most));
    return { ok: true, rows: shown.map(rowOf), hasMore };
  },
});

/** Shows one of these cases, open or not. */
export const toldCaseCommand = deskCommand({
  name: 'told-case',
  title: 'Show a case from a card processor',
  summary: 'Show a case that a card processor told',
  permission: 'look',
  positional: 'case',
  input: z.object({ case: referenceNumber }),
  answer: z.object(SHOWN),
  async run({ tx, staff: { tenantId }, input: given }) {
    const found = await findToldCase(tx, tenantId, given.case);
    if (!found) return refused('not_found', { field: 'case' });
    return { ok: true as const, rows: [rowOf(found)], object: objectOf(given.case) };
  },
});

/** Takes it from the list. It moves no money. */
export const closeToldCaseCommand = deskCommand({
  name: 'close-told-case',
  title: 'Close a case from a card processor',
  summary: 'Finish a case that a card processor told, once it was looked at',
  permission: 'act',
  done: (row) => ({ words: 'The case is closed.', reference: row.case, next: 'No money has moved.' }),
  positional: 'case',
  input: z.object({ case: referenceNumber }),
  answer: z.object(SHOWN),
  async run({ ctx, tx, staff: { tenantId }, input: given }) {
    const object = objectOf(given.case);
    const isClosed = await closeToldCase(tx, tenantId, given.case, ctx.clocks.business.now());
    const found = await findToldCase(tx, tenantId, given.case);
    if (!found) return refused('not_found', { field: 'case' });
    if (!isClosed) return refused('nothing_to_do', { field: 'case', object });
    return { ok: true as const, rows: [rowOf(found)], object };
  },
});
