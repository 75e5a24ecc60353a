import type { NetworkAnswer } from '@wattle/contract/network/message.ts';
import { UnknownHere } from '../../platform/tenant-places.ts';

/** The answer of this cluster. A connection is of one programme, so what is unknown here is in no other cluster. */
export async function answerHere<Answer extends NetworkAnswer | undefined>(
  answer: Promise<Answer>,
): Promise<Answer | NetworkAnswer> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof UnknownHere) return error.answer as NetworkAnswer;
    throw error;
  }
}
