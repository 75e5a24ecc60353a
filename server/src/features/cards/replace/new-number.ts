import { randomInt } from 'node:crypto';
import { luhnDigit } from '@wattle/contract/rules/luhn.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Secrets } from '../../../platform/secrets/secrets.ts';
import type { ProductSettings } from '../../card-facts/public.ts';
import { maskPan, maskWhileMade } from '../mask-pan.domain.ts';
import { isCardIdTaken, isNumberTaken } from './replacement.store.ts';

const MOST_DRAWS = 50;
const CARD_ID_DIGITS = 11;

function randomDigits(count: number): string {
  return Array.from({ length: count }, () => String(randomInt(10))).join('');
}

type Like = {
  /** First digits of the number, allocated to the programme by the scheme. */
  readonly prefix: string;
  readonly length: number;
  /** Last four digits of the account's other cards. They must differ, because they name a card. */
  readonly taken: ReadonlySet<string>;
};

/** Number of a new card: drawn here, or unknown until the processor of a connection has made the card. */
export type NewNumber = { readonly pan: string } | { readonly connectionId: number };

/** The number of a new card of a product. `like` counts only where it is drawn here. */
export async function numberFor(
  tx: Tx,
  secrets: Secrets,
  { processor }: Pick<ProductSettings, 'processor'>,
  like: () => Promise<Like> | Like,
): Promise<NewNumber> {
  if (processor) return { connectionId: processor.connection };
  return { pan: await drawPan(tx, secrets, await like()) };
}

/** The number as lists show it. One that is not known yet shows the printed id, which names the card until then. */
export function maskedNumberOf(number: NewNumber, cardId: string): string {
  return 'pan' in number ? maskPan(number.pan) : maskWhileMade(cardId);
}

/** Draws a card number that no card of any programme has. */
export async function drawPan(tx: Tx, secrets: Secrets, { prefix, length, taken }: Like): Promise<string> {
  for (let draw = 0; draw < MOST_DRAWS; draw += 1) {
    const body = prefix + randomDigits(length - prefix.length - 1);
    const pan = body + luhnDigit(body);
    if (!taken.has(pan.slice(-4)) && !(await isNumberTaken(tx, secrets.panHashes(pan)))) return pan;
  }
  throw new Error('no card number is free under this prefix');
}

/** Draws a printed id that no card of the programme has. */
export async function drawPrintedId(tx: Tx, tenantId: number): Promise<string> {
  for (let draw = 0; draw < MOST_DRAWS; draw += 1) {
    const id = String(randomInt(1, 10)) + randomDigits(CARD_ID_DIGITS - 1);
    if (!(await isCardIdTaken(tx, tenantId, id))) return id;
  }
  throw new Error('no card id is free');
}

/** The month (`yyyy-MM`) a number of months after another. */
export function monthAfter(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const count = year * 12 + number - 1 + months;
  return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}`;
}
