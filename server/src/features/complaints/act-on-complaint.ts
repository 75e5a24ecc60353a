import type { Complaint } from '@wattle/contract/complaints/complaint.ts';
import { err, type ErrorName, ok, type Result } from '@wattle/contract/errors.ts';
import type { AppContext } from '../../compose/context.ts';
import { audit } from '../../platform/sealed-log/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { readBankingCalendar } from '../../platform/time/banking-days/holiday.store.ts';
import { move } from '../../platform/state-table.domain.ts';
import { answerBy } from './complaint-clock.domain.ts';
import { addEvent, type ComplaintRow, findComplaint, saveState } from './complaint.store.ts';
import { COMPLAINT, type ComplaintEvent } from './complaint.states.domain.ts';
import { viewOf } from './complaint.view.ts';

export type Acting = {
  readonly tx: Tx;
  readonly ctx: AppContext;
  /** Caller of the audit line. */
  readonly actor: string;
  readonly requestId: string;
  /** Writes that survive a refusal. */
  readonly keep: (write: (tx: Tx) => unknown) => void;
};

/** Carries out what the person does to their complaint, which is locked, by its state table. */
export async function actOnComplaint<E extends ErrorName>(
  { tx, ctx, actor, requestId, keep }: Acting,
  row: ComplaintRow,
  event: Extract<ComplaintEvent, 'write' | 'settle' | 'withdraw'>,
  write: () => Promise<Result<undefined, E>>,
): Promise<Result<Complaint, E | 'complaint_closed'>> {
  const line = {
    tenantId: row.tenant_id,
    actor,
    action: `complaint.${event}`,
    object: `complaint:${row.reference}`,
    requestId,
  };
  const moved = move(COMPLAINT, { state: row.state, event, by: 'complainant' });
  const refused = moved.kind === 'refused' ? err(moved.error) : await write();
  if (!refused.ok) {
    keep((after) => audit(after, ctx.clocks, { ...line, outcome: refused.error }));
    return refused;
  }
  if (moved.kind === 'changed') {
    const at = ctx.clocks.business.now();
    const isAgain = moved.to === 'Working';
    await saveState(tx, row, {
      state: moved.to,
      at,
      ...(isAgain && { answerBy: answerBy(await readBankingCalendar(tx), at) }),
    });
    const kind = isAgain ? 'reopened' : event === 'settle' ? 'settled' : 'withdrawn';
    await addEvent(tx, row, { kind, staffId: null, words: '', at });
    audit(tx, ctx.clocks, { ...line, outcome: 'ok' });
  }
  const now = await findComplaint(tx, row.tenant_id, row.reference);
  if (!now) throw new Error('a locked complaint is gone');
  return ok(await viewOf(tx, now));
}

/** Adds what the person writes. */
export async function addWords({ tx, ctx }: Pick<Acting, 'tx' | 'ctx'>, row: ComplaintRow, words: string) {
  await addEvent(tx, row, { kind: 'message', staffId: null, words, at: ctx.clocks.business.now() });
  return ok(undefined);
}
