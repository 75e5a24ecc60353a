import { err, ok, type Result } from '@wattle/contract/errors.ts';
import type { CardReference } from '@wattle/contract/wire.ts';
import type { CardToAdd } from './card-to-add.store.ts';
import { nameAllocated } from './name-card.ts';
import { judgeCode, type Named, type Where } from './prove-code.ts';
import { takeCard, type TakeError, type Taken } from './take-card.ts';

type Asked = Where & { readonly body: { readonly Card: CardReference } };

/** The card of the caller's list that a request names. */
export async function admitAllocated(input: Asked): Promise<Result<Named, 'invalid_card_details'>> {
  const named = await nameAllocated(input, input.body.Card);
  return named ? ok(named) : err('invalid_card_details');
}

/** The same card, after its code was right. */
export function settleAllocated(
  input: Asked & { readonly intent: Named; readonly known: number },
): Promise<Result<CardToAdd, 'activation_code_wrong' | 'login_locked_or_token_expired'>> {
  const { intent: before, known: matched } = input;
  const name = async () => (await nameAllocated(input, input.body.Card)) ?? before;
  return judgeCode(input, { before, name, matched }) as ReturnType<typeof settleAllocated>;
}

type AllocatedError = Extract<TakeError, 'card_problem' | 'card_activated_already' | 'identity_not_verified'>;

/** Gives the card to the login of its holder, which no other holder or login can prevent. */
export async function takeAllocated(
  where: Where,
  card: CardToAdd,
): Promise<Result<Extract<Taken, { kind: 'waiting' }>, AllocatedError>> {
  const taken = await takeCard(where, card);
  if (taken.ok) {
    return taken.value.kind === 'waiting' ? ok(taken.value) : err('card_activated_already');
  }
  const { error } = taken;
  if (error === 'card_linked') return err('card_activated_already');
  if (error === 'card_not_of_login' || error === 'card_linked_elsewhere') {
    throw new Error('a card of the list is not its holder’s');
  }
  return err(error);
}
