import type { Tx } from '../../platform/database/database.ts';

const SET = `
UPDATE processor_card SET state = $4 WHERE tenant_id = $1 AND connection_id = $2 AND external_id = $3`;

/** Keeps the state that a processor tells of one of its cards. False: no card of the programme has its id. */
export async function setCardState(
  tx: Tx,
  tenantId: number,
  connectionId: number,
  card: string,
  state: 'on' | 'off' | 'closed',
): Promise<boolean> {
  return (await tx.run(SET, [tenantId, connectionId, card, state])) > 0;
}
