import { plainText } from '@wattle/contract/rules/typed-text.ts';
import * as z from 'zod';
import { toInstant } from '../../../platform/database/database.ts';
import { deskCommand } from '../desk-command.ts';
import { counted } from '../done.ts';
import { rowNumber } from '../typed-input.ts';
import { listAuditLines } from './audit-log.store.ts';

/** Greater than any id of a line. */
const NEWEST = 9_000_000_000_000_000_000n;
const LINES = 100;

const typed = (pattern: RegExp, takes: string) => z.string().overwrite(plainText).regex(pattern).describe(takes);

/** Reads the record of what staff, cardholders, systems and the network did. Managers alone, since it names their staff. */
export const auditLogCommand = deskCommand({
  name: 'audit-log',
  title: 'Read the audit log',
  summary: 'Lines of the audit log, the newest first: 100 of the last 20,000 before --before',
  permission: 'decide',
  done: (_row, _input, rows) => ({ words: `${counted(rows.length, 'line')} of the audit log.`, isList: true }),
  input: z.object({
    actor: typed(/^[a-z]+(:\d{1,18})?$/, 'who did it, as staff:3, web:12, card:49, network or system').optional(),
    action: typed(/^[\w.-]{1,60}$/, 'what was done, or its beginning, as desk.approve or card.').optional(),
    object: typed(/^[a-z-]{1,20}:[\w-]{1,60}$/, 'what it was about, as card:49 or holder:48').optional(),
    refused: z.boolean().optional(),
    looks: z.boolean().optional(),
    before: rowNumber.optional(),
  }),
  answer: z.object({
    line: z.string(),
    at: z.string(),
    actor: z.string(),
    name: z.string(),
    action: z.string(),
    object: z.string(),
    outcome: z.string(),
    request: z.string(),
    details: z.string(),
  }),
  async run({
    tx,
    staff: { tenantId },
    input: { refused: isRefused = false, looks: withLooks = false, before = NEWEST, ...named },
  }) {
    const lines = await listAuditLines(
      tx,
      tenantId,
      { before, isRefused, withLooks, actor: named.actor, action: named.action, object: named.object },
      LINES + 1,
    );
    const rows = lines.slice(0, LINES).map((line) => ({
      line: String(line.id),
      at: toInstant(line.at),
      actor: line.actor,
      name: line.name ?? '',
      action: line.action,
      object: line.object ?? '',
      outcome: line.outcome,
      request: line.request_id ?? '',
      details: Object.keys(line.details).length === 0 ? '' : JSON.stringify(line.details),
    }));
    return { ok: true, rows, hasMore: lines.length > LINES };
  },
});
