import { ANSWER, type NetworkAnswer } from '@wattle/contract/network/message.ts';
import { drawApprovalCode } from '../answer-once.ts';

/** Answer to an event that was taken. What is available is not said: no one waits for it. */
export function taken(reference: string): NetworkAnswer {
  return { reference, answer: ANSWER.approved, approvalCode: drawApprovalCode(), available: null };
}
