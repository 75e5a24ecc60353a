import * as z from 'zod';
import { listWaitingOutside } from './outside.store.ts';
import { deskCommand } from '../desk-command.ts';

/** The system that a channel of messages or a job of due work needs. */
const SYSTEM_OF: Readonly<Record<string, string>> = {
  'messages.email': 'mail',
  'messages.sms': 'sms',
  'messages.push': 'push',
  'cards.make': 'cardMaker',
  'activation.letters': 'print',
  'statements.print': 'print',
  'settlement.exchange': 'bank',
  'gateway.watch': 'gateway',
  'gateway.notice': 'gateway',
};

/** Lists other systems: since when each does not answer, and the work that waits for it. */
export const outsideCommand = deskCommand({
  name: 'outside',
  title: 'Other systems that don’t answer',
  summary: 'Other systems that do not answer this server, since when, and what of the programme waits for them',
  permission: 'look',
  input: z.object({}),
  answer: z.object({
    system: z.string(),
    failing: z.string(),
    since: z.string(),
    work: z.string(),
    waiting: z.number(),
    oldest: z.string(),
  }),
  async run({ tx, ctx, staff }) {
    const now = { business: ctx.clocks.business.now(), security: ctx.clocks.security.now() };
    const waiting = await listWaitingOutside(tx, staff.tenantId, Object.keys(SYSTEM_OF), now);
    const failing = ctx.outside.failing();
    const isOf = (system: string, port: string) => system === port || system.startsWith(`${port}:`);
    const rows = failing.map(({ system, code, sinceMs, isOurs }) => ({
      system,
      failing: isOurs ? `${code}, refuses us` : code,
      since: new Date(sinceMs).toISOString(),
      work: '',
      waiting: 0,
      oldest: '',
    }));
    for (const { work, waiting: count, oldest } of waiting) {
      const port = SYSTEM_OF[work] ?? '';
      const row = rows.find(({ system, work: known }) => known === '' && isOf(system, port));
      if (row) Object.assign(row, { work, waiting: count, oldest });
      else rows.push({ system: port, failing: '', since: '', work, waiting: count, oldest });
    }
    return { ok: true, rows };
  },
});
