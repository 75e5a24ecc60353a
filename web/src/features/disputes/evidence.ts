import { addDisputeFile, type Dispute } from '@wattle/contract/disputes/dispute.ts';
import { SENT_FILE_MAXIMUM } from '@wattle/contract/sent-file.ts';
import { call } from '../../api/call.ts';
import type { CallResult } from '../../api/send.ts';

/** The server's code for a file that it does not take. */
export const FILE_REFUSED = '20303';

/** Sends a file to a dispute. An empty one, and one that is too large, is refused without being sent. */
export async function sendFile(DisputeId: string, file: File): Promise<CallResult<Dispute>> {
  if (file.size === 0 || file.size > SENT_FILE_MAXIMUM) return { ok: false, code: FILE_REFUSED, status: 400 };
  const Name = file.name.slice(-120);
  return call(addDisputeFile, { body: { DisputeId, Name, Content: new Uint8Array(await file.arrayBuffer()) } });
}
