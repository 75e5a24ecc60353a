import { answerText } from '@wattle/contract/rules/typed-text.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';

/** Hash of an answer that a person has chosen: maiden name, security question, identity question. */
export function hashAnswer(secrets: Pick<Secrets, 'hashSecret'>, typed: string): Promise<string> {
  return secrets.hashSecret(answerText(typed));
}

/** Whether an answer is the one that was chosen. All of its forms are compared, so the time reveals nothing. */
export async function isAnswer(
  secrets: Pick<Secrets, 'verifySecret'>,
  hash: string | null,
  typed: string,
): Promise<boolean> {
  let isRight = false;
  for (const form of formsOf(typed)) isRight = (await secrets.verifySecret(hash, form)) || isRight;
  return isRight;
}

/**
 * Forms in which an answer may be stored: by the current fold and by the two former ones. The former ones took
 * look-alike signs for what they are, so both ways to write an apostrophe are tried.
 */
function formsOf(typed: string): ReadonlySet<string> {
  const written = [typed, typed.replaceAll(/[’‘`]/g, "'"), typed.replaceAll(/['‘`]/g, '’')];
  const spaced = written.map((text) => text.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase());
  const words = typed
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return new Set([answerText(typed), ...spaced, words]);
}
