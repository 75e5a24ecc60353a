import { getLetterCard } from '@wattle/contract/activation/letter.ts';
import { send } from '../../api/send.ts';
import { currentBrand } from '../../brand/brand.ts';
import { forget, OF_SESSION, readStored, store } from '../../browser/storage.ts';
import { createStore, useStore } from '../../observable.ts';

/** Card of the letter whose QR code was scanned. It survives a reload. */
type Letter = {
  readonly brand: string;
  readonly reference: string;
  /** Its masked number; null while it is looked up. */
  readonly card: string | null;
};
type State = {
  readonly letter: Letter | null;
  /** The code of the letter no longer works: the number has to be typed. */
  readonly isOver: boolean;
};

const KEY = `${OF_SESSION}letter`;

function isLetter(value: unknown): value is Letter {
  return typeof value === 'object' && value !== null && 'reference' in value && 'card' in value;
}

const kept = readStored('sessionStorage', KEY);
const state = createStore<State>({ letter: isLetter(kept) && kept.card !== null ? kept : null, isOver: false });

/** Looks up the card of a letter, for the page that asks for card and code. */
export async function openLetter(reference: string): Promise<void> {
  const brand = currentBrand()?.BrandIdentifier ?? '';
  state.set({ letter: { brand, reference, card: null }, isOver: false });
  const answer = await send(getLetterCard, { body: { brand, LetterReference: reference } });
  if (state.get().letter?.reference !== reference) return;
  if (!answer.ok) {
    state.set({ letter: null, isOver: true });
    return;
  }
  const letter = { brand, reference, card: answer.value.MaskedCardNumber };
  store('sessionStorage', KEY, letter);
  state.set({ letter, isOver: false });
}

/** Another card is activated, or this one has begun. */
export function closeLetter(): void {
  forget('sessionStorage', KEY);
  state.set({ letter: null, isOver: false });
}

export function useLetter(): State {
  const { letter, isOver } = useStore(state);
  return { letter: letter?.brand === currentBrand()?.BrandIdentifier ? letter : null, isOver };
}
