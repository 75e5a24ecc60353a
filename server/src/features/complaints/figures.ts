import { Gauge, Registry } from 'prom-client';
import type { AppContext } from '../../compose/context.ts';
import { dayAt } from '../../platform/time/clock.ts';
import { readComplaintState } from './report.store.ts';

/** Figures of complaints at all servers, for /metrics. */
export const complaintFigures = new Registry();

const complaints = new Gauge({
  name: 'wattle_complaints',
  help: 'Complaints that wait for the programme, and those of them whose first reply or answer is overdue.',
  labelNames: ['state'],
  registers: [complaintFigures],
});

/** Reads what waits at all servers. While the database does not answer, the figures stay. */
export async function refreshComplaintFigures({
  reserved,
  clocks,
}: Pick<AppContext, 'reserved' | 'clocks'>): Promise<void> {
  const ms = clocks.business.now();
  const state = await reserved
    .readShared((tx) => readComplaintState(tx, { ms, day: dayAt(ms) }))
    .catch(() => undefined);
  if (!state) return;
  complaints.set({ state: 'open' }, Number(state.open));
  complaints.set({ state: 'overdue' }, Number(state.overdue));
}
