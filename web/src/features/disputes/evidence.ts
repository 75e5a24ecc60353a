import { addDisputeFile } from '@wattle/contract/disputes/add-dispute-file.ts';
import type { Dispute } from '@wattle/contract/disputes/dispute.ts';
import { call } from '../../api/call.ts';
import type { CallResult } from '../../api/send.ts';

/** Sends a file to a dispute. */
export async function sendFile(DisputeId: string, file: File): Promise<CallResult<Dispute>> {
  const Name = file.name.slice(-120);
  return call(addDisputeFile, { body: { DisputeId, Name, Content: new Uint8Array(await file.arrayBuffer()) } });
}
