import type {
  AdditionRequest,
  HoldRequest,
  LedgerResult,
  PlacedHold,
  Posted,
  TransferCommand,
} from '../src/ledger/ledger.ts';
import type { TestDatabase } from '../test-support/processes/database.ts';
import type { HttpNote, LedgerNote, Report } from './bank-process.ts';
import type { Answer } from './client.ts';

/** Expected refusals when many callers move money of accounts with low balances. */
const EXPECTED = new Set(['insufficient_funds', 'hold_resolved', 'same_account', 'key_reused']);
const NO_FUNDS = '20240';

type Transfer = {
  readonly id: string;
  readonly key: string;
  readonly debit: string;
  readonly credit: string;
  readonly amount: string;
  readonly debit_seq: string;
  readonly credit_seq: string;
  readonly debit_balance: string;
  readonly credit_balance: string;
  /** Hold that it ended. */
  readonly hold_id: string | null;
  /** Receipt number of either side; null if it did not come over HTTP. */
  readonly receipts: string[] | null;
};

/** All transfers with their details. */
const TRANSFERS = `
SELECT t.id, t.key, t.debit_account_id AS debit, t.credit_account_id AS credit, t.amount, t.debit_seq, t.credit_seq,
       t.debit_balance, t.credit_balance, e.hold_id,
       (SELECT array_agg(w.reference) FROM transaction_detail w WHERE w.transfer_id = t.id) AS receipts
FROM transfer t
LEFT JOIN hold_event e ON e.tenant_id = t.tenant_id AND e.transfer_id = t.id
WHERE t.tenant_id = $1 AND t.id > $2`;

const HOLDS = 'SELECT id, key, account_id, amount FROM hold WHERE tenant_id = $1 AND id > $2';
const HOLD_EVENTS = 'SELECT hold_id, key, kind FROM hold_event WHERE tenant_id = $1 AND hold_id > $2';

/** Latest rows before a run. */
export type Since = { readonly transfer: string; readonly hold: string };

export async function newestRows({ asOwner }: Pick<TestDatabase, 'asOwner'>): Promise<Since> {
  const [row] = await asOwner<Since>(
    'SELECT (SELECT coalesce(max(id), 0) FROM transfer) AS transfer, (SELECT coalesce(max(id), 0) FROM hold) AS hold',
  );
  if (!row) throw new Error('the database does not say how many rows it has');
  return row;
}

type Given = {
  readonly asOwner: TestDatabase['asOwner'];
  readonly tenantId: number;
  readonly since: Since;
  readonly report: Report;
};

/**
 * Differences between acknowledged requests of a run and the database, in both directions: an acknowledged key that is
 * not stored once with its payload and response, a stored refused one, and anything stored without an acknowledgement.
 */
export async function wrongAcknowledgements({ asOwner, tenantId, since, report }: Given): Promise<string[]> {
  const transfers = await asOwner<Transfer>(TRANSFERS, [tenantId, since.transfer]);
  const events = await asOwner<{ hold_id: string; key: string | null; kind: string }>(HOLD_EVENTS, [
    tenantId,
    since.hold,
  ]);
  const holds = await asOwner<{ id: string; key: string; account_id: string; amount: string }>(HOLDS, [
    tenantId,
    since.hold,
  ]);
  const unexpected = report.ledger.flatMap(({ command, outcome }) =>
    outcome.ok || EXPECTED.has(outcome.refusal) ? [] : [`${command.do}: refused with ${outcome.refusal}`],
  );
  return [
    ...unexpected,
    ...wrongTransfers(report.ledger, new Map(transfers.flatMap((one) => (one.receipts ? [] : [[one.key, one]])))),
    ...wrongHolds(report.ledger, new Map(holds.map((hold) => [hold.key, hold]))),
    ...wrongEnds(report.ledger, events),
    ...wrongPayments(report.http, transfers),
  ];
}

type TransferNote = { readonly command: TransferCommand; readonly outcome: LedgerResult<Posted> };

function transfersOf({ command, outcome }: LedgerNote): TransferNote[] {
  if (command.do === 'linked') {
    if (!outcome.ok) return [];
    const posted = outcome.value as readonly Posted[];
    return command.transfers.map((one, place) => ({
      command: one,
      outcome: { ok: true, value: posted[place] as Posted },
    }));
  }
  return command.do === 'post' || command.do === 'capture'
    ? [{ command, outcome: outcome as LedgerResult<Posted> }]
    : [];
}

function wrongTransfers(notes: readonly LedgerNote[], byKey: ReadonlyMap<string, Transfer>): string[] {
  const all = notes.flatMap(transfersOf);
  const firsts = new Map<string, number>();
  const faults = all.flatMap(({ command, outcome }) => {
    const row = byKey.get(command.key);
    if (!outcome.ok) {
      const isWrong = outcome.refusal === 'key_reused' && (row === undefined || isPayload(command, row));
      return isWrong ? [`${command.key}: refused as reused, and it is not`] : [];
    }
    firsts.set(command.key, (firsts.get(command.key) ?? 0) + (outcome.value.replayed ? 0 : 1));
    if (row === undefined) return [`${command.key}: acknowledged and lost`];
    if (!isPayload(command, row)) return [`${command.key}: acknowledged for another payload`];
    return isAnswer(outcome.value, row) ? [] : [`${command.key}: answered something else`];
  });
  const doubled = [...firsts]
    .filter(([, count]) => count !== 1)
    .map(([key, count]) => `${key}: ${count} first answers`);
  const unanswered = [...byKey.keys()].filter((key) => !firsts.has(key)).map((key) => `${key}: is there untold`);
  return [...faults, ...doubled, ...unanswered];
}

function isPayload(command: TransferCommand, row: Transfer): boolean {
  if (command.do === 'reverse') throw new Error('nothing is reversed here');
  const isSide = command.do === 'post' ? row.debit === String(command.debit) : row.hold_id === String(command.hold);
  return isSide && row.credit === String(command.credit) && row.amount === String(command.amount);
}

function isAnswer(posted: Posted, row: Transfer): boolean {
  const answered = [posted.id, posted.debitSeq, posted.creditSeq, posted.debitBalance, posted.creditBalance];
  const there = [row.id, row.debit_seq, row.credit_seq, row.debit_balance, row.credit_balance];
  return answered.join() === there.join();
}

function wrongHolds(
  notes: readonly LedgerNote[],
  byKey: ReadonlyMap<string, { readonly id: string; readonly account_id: string; readonly amount: string }>,
): string[] {
  const answered = new Set<string>();
  const faults = notes.flatMap(({ command, outcome }) => {
    if (command.do !== 'hold' || !outcome.ok) return [];
    answered.add(command.key);
    const { account, amount }: Omit<HoldRequest, 'tenantId'> = command;
    const row = byKey.get(command.key);
    const isThere =
      row?.id === String((outcome.value as PlacedHold).id) &&
      row.account_id === String(account) &&
      row.amount === String(amount);
    return isThere ? [] : [`hold ${command.key}: acknowledged and not there as such`];
  });
  return [
    ...faults,
    ...[...byKey.keys()].filter((key) => !answered.has(key)).map((key) => `hold ${key}: is there untold`),
  ];
}

/** Additions by key and hold, captures and voids by their hold. */
function wrongEnds(
  notes: readonly LedgerNote[],
  events: readonly { readonly hold_id: string; readonly key: string | null; readonly kind: string }[],
): string[] {
  const added = ({ key, hold }: Pick<AdditionRequest, 'key' | 'hold'>) => `added ${key} to ${hold}`;
  const answered = new Set(
    notes.flatMap(({ command, outcome }) => {
      if (!outcome.ok) return [];
      if (command.do === 'add') return [added(command)];
      if (command.do === 'capture') return [`captured ${command.hold}`];
      return command.do === 'release' ? [`voided ${command.hold}`] : [];
    }),
  );
  const there = new Set(
    events.map(({ hold_id, key, kind }) =>
      key === null ? `${kind} ${hold_id}` : added({ key, hold: BigInt(hold_id) }),
    ),
  );
  return [...answered.symmetricDifference(there)].map(
    (event) => `${event}: ${answered.has(event) ? 'lost' : 'untold'}`,
  );
}

/** Transfers over HTTP are matched by their receipt. */
function wrongPayments(notes: readonly HttpNote[], transfers: readonly Transfer[]): string[] {
  const byReceipt = new Map(transfers.flatMap((one) => (one.receipts?.[0] ? [[one.receipts[0], one]] : [])));
  const answered = new Set<string>();
  const answers = Map.groupBy(notes, ({ payment }) => payment.key);
  const faults = [...answers].flatMap(([key, all]) => {
    const meanings = new Set(all.map(({ answer }) => meaningOf(answer)));
    const [meaning = ''] = meanings;
    if (meanings.size > 1) return [`payment ${key}: ${[...meanings].join(' and ')}`];
    if (meaning === NO_FUNDS) return [];
    const [note] = all;
    const row = byReceipt.get(meaning);
    if (!note || !row) return [`payment ${key}: ${meaning} is not there`];
    answered.add(meaning);
    const { payer, payee, amount } = note.payment;
    const said = [payer.ledgerAccountId, payee.ledgerAccountId, amount, [meaning, meaning]];
    const there = [row.debit, row.credit, row.amount, row.receipts];
    return said.join() === there.join() ? [] : [`payment ${key}: is there otherwise`];
  });
  return [
    ...faults,
    ...[...byReceipt.keys()].filter((one) => !answered.has(one)).map((one) => `payment ${one}: untold`),
  ];
}

/** Receipt of a success, reason of a refusal, or status of a fault. */
function meaningOf({ status, body }: Answer): string {
  if (status !== 200 && status !== 400) return `status ${status}`;
  const { ReceiptNumber, error } = JSON.parse(body) as { ReceiptNumber?: string; error?: string[] };
  return ReceiptNumber ?? String(error);
}
