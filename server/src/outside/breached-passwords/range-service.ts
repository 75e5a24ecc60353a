import { createHash } from 'node:crypto';
import { callText } from '../http-json.ts';
import type { Policy } from '../policy.ts';
import type { BreachedPasswords } from './port.ts';

const PREFIX_LENGTH = 5;
const LINE = /^([0-9A-F]{35}):(\d+)$/;

/**
 * Range protocol of Have I Been Pwned: the first five characters of the SHA-1 are sent, and the suffixes of all known
 * hashes with them are returned. Padding hides their number.
 */
export function openRangeService(url: string, policy: Policy): BreachedPasswords {
  return {
    isKnown(password) {
      const hash = createHash('sha1').update(password, 'utf8').digest('hex').toUpperCase();
      const prefix = hash.slice(0, PREFIX_LENGTH);
      return policy.call((signal) =>
        callText({
          url: new URL(`/range/${prefix}`, url).href,
          headers: { 'Add-Padding': 'true', 'User-Agent': 'wattle' },
          addresses: policy.addresses,
          signal,
          read: (text) => isAmong(text, hash.slice(PREFIX_LENGTH)),
        }),
      );
    },
  };
}

/** Undefined if the text is not a valid response. A count of 0 is padding. */
function isAmong(text: string, rest: string): boolean | undefined {
  const lines = text.split('\n').flatMap((line) => line.trim() || []);
  const found = lines.map((line) => LINE.exec(line));
  if (found.some((line) => line === null)) return undefined;
  return found.some((line) => line?.[1] === rest && Number(line[2]) > 0);
}
