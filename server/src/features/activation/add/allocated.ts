import { err, ok, type Result } from '@wattle/contract/errors.ts';
import type { CardReference } from '@wattle/contract/wire.ts';
import type { CardToAdd } from './card-to-add.store.ts';
import { nameAllocated } from './name-card.ts';
import { judgeCode, type Named, type Where } from './prove-code.ts';

type Asked = Where & { readonly body: { readonly Card: CardReference } };

/** The card of the caller's list that a request names. */
export async function admitAllocated(input: Asked): Promise<Result<Named, 'invalid_card_details'>> {
  const named = await nameAllocated(input, input.body.Card);
  return named ? ok(named) : err('invalid_card_details');
}

/** The same card, once its code was right. */
export function settleAllocated(
  input: Asked & { readonly intent: Named; readonly known: boolean },
): Promise<Result<CardToAdd, 'activation_code_wrong' | 'login_locked_or_token_expired'>> {
  const { intent: before, known: isRight } = input;
  const name = async () => (await nameAllocated(input, input.body.Card)) ?? before;
  return judgeCode(input, { before, name, isRight }) as ReturnType<typeof settleAllocated>;
}
