import type { AppContext } from '../../../compose/context.ts';
import { codeOf } from '../../../outside/outcome.ts';
import { audit } from '../../../platform/sealed-log/audit.ts';
import { move } from '../../../platform/state-table.domain.ts';
import { BANK_FILE } from '../bank-file.states.domain.ts';
import type { Trouble } from '../trouble/trouble.store.ts';
import { statesThatMove } from '../moving.domain.ts';
import { accountsOfDebits, moveFileDebits } from './debit-file.store.ts';
import {
  type BankFile,
  listUnsent,
  lockFile,
  moveFilePayments,
  payersOf,
  saveFileState,
  saveTry,
  textOf,
} from './bank-file.store.ts';

/** A held instance sends nothing; the hold is reported separately. */
const HELD = 'held';

/**
 * Sends files that are made and not sent. A file that may have been sent is looked up at the bank and never sent again.
 * Returns those that have not arrived.
 */
export async function sendFiles(ctx: AppContext, tenantId: number, signal?: AbortSignal): Promise<Trouble[]> {
  const files = await ctx.database.read(tenantId, (tx) => listUnsent(tx, tenantId));
  const trouble: Trouble[] = [];
  for (const file of files) {
    if (signal?.aborted) break;
    const reason = await sendFile(ctx, tenantId, file);
    if (reason !== undefined && reason !== HELD) trouble.push({ kind: 'notSent', file: file.name, reason });
  }
  return trouble;
}

/** Reason why it has not arrived; undefined if it has, or if another server sends it. */
async function sendFile(ctx: AppContext, tenantId: number, file: BankFile): Promise<string | undefined> {
  const { outgoing } = ctx.outside.bank;
  if (file.tried_at !== null) {
    const there = await outgoing.list();
    if (there.kind !== 'done') return codeOf(there);
    if (there.value.some(({ name }) => name === file.name)) return noted(ctx, tenantId, file);
    // A missing file was collected or never arrived, which only a bank that keeps files can tell apart.
    if (!ctx.config.bank.keepsFiles) return 'it is not known whether it has arrived: send-bank-file';
  }
  const isMine = await ctx.database.transact(tenantId, async (tx) => {
    const found = await lockFile(tx, tenantId, file.id);
    if (found?.state !== 'Made' || found.tried_at !== file.tried_at) return false;
    await saveTry(tx, tenantId, file.id, ctx.clocks.security.now());
    return true;
  });
  if (!isMine) return undefined;
  const text = textOf(ctx.secrets, file);
  if (text === undefined) throw new Error('a file that was not sent has its bytes');
  const sent = await outgoing.put(file.name, Buffer.from(text, 'latin1'));
  if (sent.kind === 'done') return noted(ctx, tenantId, file);
  if (sent.kind === 'unsent') {
    await ctx.database.transact(tenantId, (tx) => saveTry(tx, tenantId, file.id, null));
  }
  return codeOf(sent);
}

async function noted(ctx: AppContext, tenantId: number, file: BankFile): Promise<undefined> {
  await noteSent(ctx, tenantId, file.id);
}

/** Records that a file is ready for collection by the bank. */
export async function noteSent(ctx: AppContext, tenantId: number, id: bigint): Promise<void> {
  const now = ctx.clocks.business.now();
  await ctx.database.transact(tenantId, async (tx) => {
    const found = await lockFile(tx, tenantId, id);
    if (!found) return;
    const moved = move(BANK_FILE, { state: found.state, event: 'send', by: 'programme' });
    const line = { tenantId, actor: 'system', action: 'bank_file.send', object: `bank_file:${id}` };
    if (moved.kind === 'refused') audit(tx, ctx.clocks, { ...line, outcome: moved.error });
    if (moved.kind !== 'changed') return;
    saveFileState(tx, tenantId, id, moved.to, now);
    const isDebits = found.method === 'debit';
    if (isDebits) moveFileDebits(tx, tenantId, id, { from: ['Made'], to: 'Sent' });
    else moveFilePayments(tx, tenantId, id, { from: statesThatMove('send', 'programme'), to: 'Sent', atMs: now });
    const accounts = await (isDebits ? accountsOfDebits : payersOf)(tx, tenantId, id);
    for (const account of accounts) ctx.live.publishChanged(tx, tenantId, account);
    audit(tx, ctx.clocks, { ...line, outcome: 'ok' });
  });
}
