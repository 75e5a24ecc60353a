import type { AppContext } from '../../../compose/context.ts';
import type { Reach } from '../../../outside/npp/port.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { findReach } from './reach.store.ts';

/** Which rails reach a BSB, as the bank has said within a day. Undefined: that is not known. */
export function readBsbReach(
  tx: Tx,
  { clocks }: Pick<AppContext, 'clocks'>,
  tenantId: number,
  bsb: string,
): Promise<Reach | undefined> {
  return findReach(tx, tenantId, bsb, clocks.security.now());
}
