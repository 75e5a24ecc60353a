import { MADE_UP, type MadeUpAddress } from './made-up.ts';
import type { AddressService } from './port.ts';

/** Searches a few hundred generated addresses. */
export function openSandboxAddresses(): AddressService {
  return {
    async search({ country, text, most }) {
      const asked = wordsOf(text);
      const found = MADE_UP[country].filter((address) => {
        const words = wordsOf(lineOf(address));
        return asked.every((word) => words.some((each) => each.startsWith(word)));
      });
      const hits = found.slice(0, most).map((address) => ({ id: address.id, text: lineOf(address) }));
      return { kind: 'done', value: hits };
    },
    async find({ country, id }) {
      const found = MADE_UP[country].find((address) => address.id === id);
      if (!found) return { kind: 'refused', code: 'no_address' };
      const { id: _, ...address } = found;
      return { kind: 'done', value: address };
    },
  };
}

function lineOf({ line1, suburb, state, postcode }: MadeUpAddress): string {
  return `${line1}, ${suburb} ${state} ${postcode}`;
}

/** Ignores case and accents: whangarei finds Whangārei. */
function wordsOf(text: string): string[] {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}
