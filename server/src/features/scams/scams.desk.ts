import * as z from 'zod';
import { toInstant } from '../../platform/database/database.ts';
import { dollarsOf } from '../../platform/money.ts';
import { move } from '../../platform/state-table.domain.ts';
import {
  deskCommand,
  type DeskCallInTransaction,
  refused,
  pageInput,
  pageOf,
  referenceNumber,
} from '../desk/public.ts';
import { notifyHolder } from '../messages/public.ts';
import { notifyUnblocked, unblockDestination } from '../transfers/public.ts';
import { SCAM } from './scam-report.states.domain.ts';
import {
  findReportByReference,
  listOpenReports,
  lockReport,
  saveReportState,
  type ScamReportRow,
} from './scam-report.store.ts';

const SHOWN = {
  scam: z.string(),
  state: z.string(),
  /** Effect on the payment when it was reported. */
  outcome: z.string(),
  account: z.string(),
  payee: z.string(),
  amount: z.string(),
  /** The request to the other bank: `mistaken-payments`. */
  mistaken: z.string(),
  reported: z.string(),
  person: z.string(),
  name: z.string(),
};

const rowOf = (report: ScamReportRow, state: string = report.state) => ({
  scam: report.reference,
  state,
  outcome: report.outcome,
  account: report.account,
  payee: report.name,
  amount: dollarsOf(report.amount),
  mistaken: report.mistaken_reference ?? '',
  reported: toInstant(report.reported_at),
  person: report.holder_id === null ? '' : `holder:${report.holder_id}`,
  name: report.person ?? '',
});

const objectOf = (reference: string) => `scam_report:${reference}`;
const callerOfReport = (tenantId: number, { brand_id, holder_id, card_id }: ScamReportRow) => ({
  tenantId,
  brandId: brand_id,
  holderId: holder_id,
  cardId: card_id,
});

/** Open reports of scams. */
export const scamsCommand = deskCommand({
  name: 'scams',
  title: 'Reports of scams',
  summary: 'Payments that were reported as scams and wait for the desk, the oldest first',
  permission: 'look',
  input: z.object(pageInput),
  answer: z.object(SHOWN),
  async run({ tx, ctx, staff, input }) {
    const { shown, hasMore } = await pageOf(ctx, input, (most) => listOpenReports(tx, staff.tenantId, most));
    return { ok: true, rows: shown.map((report) => rowOf(report)), hasMore };
  },
});

const input = z.object({ scam: referenceNumber });

/** Shows one report, open or closed. */
export const scamCommand = deskCommand({
  name: 'scam',
  title: 'Show a report of a scam',
  summary: 'Show a report of a scam, open or closed',
  permission: 'look',
  positional: 'scam',
  input,
  answer: z.object(SHOWN),
  async run({ tx, staff, input: { scam } }) {
    const report = await findReportByReference(tx, staff.tenantId, scam);
    if (!report) return refused('not_found', { field: 'scam' });
    return { ok: true as const, rows: [rowOf(report)], object: objectOf(scam) };
  },
});

const closing = z.object({
  scam: referenceNumber,
  outcome: z
    .enum(['confirmed', 'dismissed'])
    .describe('confirmed: it was a scam. dismissed: it was none, and its payee is allowed again.'),
});

/** Finishes a case, and notifies its holder. */
export const closeScamCommand = deskCommand({
  name: 'close-scam',
  title: 'Close a report of a scam',
  summary: 'Finish a report of a scam as confirmed or dismissed',
  permission: 'act',
  done: (row, input) => ({
    words:
      input.outcome === 'confirmed'
        ? 'The report is closed: it was a scam.'
        : 'The report is closed: it was no scam, and the payee can be paid again.',
    reference: row.scam,
    next: 'The cardholder is told.',
  }),
  positional: 'scam',
  input: closing,
  answer: z.object(SHOWN),
  async run({ tx, ctx, staff, input: { scam, outcome } }: DeskCallInTransaction<z.output<typeof closing>>) {
    const { tenantId } = staff;
    const report = await lockReport(tx, tenantId, scam);
    const object = objectOf(scam);
    if (!report) return refused('not_found', { field: 'scam' });
    const event = outcome === 'confirmed' ? 'confirm' : 'dismiss';
    const moved = move(SCAM, { state: report.state, event, by: 'staff' });
    if (moved.kind === 'refused') return refused('nothing_to_do', { object });
    if (moved.kind === 'done') return { ok: true as const, rows: [rowOf(report)], object };
    await saveReportState(tx, tenantId, report.id, moved.to, ctx.clocks.business.now());
    const caller = callerOfReport(tenantId, report);
    if (moved.to === 'Dismissed') await unblockDestination(tx, caller, report.destination);
    const { brandId, holderId } = caller;
    if (holderId !== null) {
      await notifyHolder(tx, ctx, {
        tenantId,
        brandId,
        holderId,
        template: 'scamClosed',
        dedupKey: `scamClosed:${scam}`,
        params: { reference: scam, name: report.name, change: moved.to },
        everyContact: false,
      });
    }
    return { ok: true as const, rows: [rowOf(report, moved.to)], object };
  },
});

/** Allows payments to the payee of a report again, after its holder was asked. */
export const unblockPayeeCommand = deskCommand({
  name: 'unblock-payee',
  title: 'Unblock a payee',
  summary: 'Allow payments to the payee of a report of a scam again, after its holder was asked',
  permission: 'act',
  done: (row) => ({ words: `${row.payee} can be paid again.`, reference: row.scam, next: 'The cardholder is told.' }),
  positional: 'scam',
  input,
  answer: z.object(SHOWN),
  async run({ tx, ctx, staff, input: { scam } }: DeskCallInTransaction<z.output<typeof input>>) {
    const report = await lockReport(tx, staff.tenantId, scam);
    const object = objectOf(scam);
    if (!report) return refused('not_found', { field: 'scam' });
    const caller = callerOfReport(staff.tenantId, report);
    const lifted = await unblockDestination(tx, caller, report.destination);
    if (!lifted) return refused('nothing_to_do', { object });
    await notifyUnblocked(tx, ctx, caller, lifted);
    return { ok: true as const, rows: [rowOf(report)], object };
  },
});
