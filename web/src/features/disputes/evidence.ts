import { addDisputeFile } from '@wattle/contract/disputes/add-dispute-file.ts';
import type { Dispute } from '@wattle/contract/disputes/dispute.ts';
import { call } from '../../api/call.ts';
import type { CallResult } from '../../api/send.ts';

const CHUNK = 0x80_00;

/** The bytes of a file in base64, made piece by piece: a call takes only so many arguments. */
async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = '';
  for (let at = 0; at < bytes.length; at += CHUNK) binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(binary);
}

/** Sends a file to a dispute. */
export async function sendFile(DisputeId: string, file: File): Promise<CallResult<Dispute>> {
  const Name = file.name.slice(-120);
  return call(addDisputeFile, { body: { DisputeId, Name, Content: await base64Of(file) } });
}
