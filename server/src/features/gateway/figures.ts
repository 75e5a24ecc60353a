import { Gauge, Registry } from 'prom-client';
import type { AppContext } from '../../compose/context.ts';
import { readGatewayState } from './waiting-refund.store.ts';

/** Figures of what waits for a person at payment gateways, at all servers, for /metrics. */
export const gatewayFigures = new Registry();

const refunds = new Gauge({
  name: 'wattle_gateway_refunds',
  help: 'Refunds to other cards that wait for a person: refused by the gateway, or unsure for 72 hours.',
  labelNames: ['state'],
  registers: [gatewayFigures],
});
const cases = new Gauge({
  name: 'wattle_gateway_cases',
  help: 'Open disputes that took the money of a charge, and open inquiries of banks of other cards.',
  labelNames: ['state'],
  registers: [gatewayFigures],
});

/** Reads what waits at all servers. While the database does not answer, the figures stay. */
export async function refreshGatewayFigures({
  reserved,
  clocks,
}: Pick<AppContext, 'reserved' | 'clocks'>): Promise<void> {
  const now = { business: clocks.business.now(), security: clocks.security.now() };
  const state = await reserved.readShared((tx) => readGatewayState(tx, now)).catch(() => undefined);
  if (!state) return;
  refunds.set({ state: 'refused' }, Number(state.refused));
  refunds.set({ state: 'unsure' }, Number(state.unsure));
  cases.set({ state: 'dispute' }, Number(state.disputes));
  cases.set({ state: 'inquiry' }, Number(state.inquiries));
}
