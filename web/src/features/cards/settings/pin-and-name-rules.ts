import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { changeName, changePin } from '@wattle/contract/cards/settings.ts';
import type { Values } from '../../../form/form.domain.ts';
import { operationRules } from '../../../form/operation-rules.ts';
import type { FormRules } from '../../../form/use-form.ts';
import { cardReferenceOf } from '../cards.domain.ts';

type Name = 'name' | 'pin' | 'again' | 'password';

type Ends = {
  /** The PIN is changed, and the name was refused afterwards. */
  readonly onPinAlone: () => void;
  /** All that was typed is saved; the name is empty where it stayed as it was. */
  readonly onDone: (saved: { readonly isPinChanged: boolean; readonly name: string }) => Promise<void>;
};

const REFUSED_PIN = { pin: 'tryAgainPinText', again: 'tryAgainPinText' } as const;
const isSaved = () => undefined;

/**
 * Rules of one form over two calls, of which only those that have something to save are made. The PIN goes first: it
 * is what a wrong password or a birthday refuses, and then nothing is saved.
 */
export function pinAndNameRules(
  fields: Readonly<Record<Name, unknown>>,
  card: CardSummary,
  { onPinAlone, onDone }: Ends,
): FormRules<Name> {
  const pinRules = operationRules(fields, {
    operation: changePin,
    body: ({ pin, password }) => ({
      memberNumber: card.AccountNumber,
      maskedCard: card.MaskedCardNumber,
      expiryDate: card.ExpirationDate,
      pin,
      password,
    }),
    also: ({ pin, again }) => (pin === again ? {} : REFUSED_PIN),
    onRefused: ({ code, field }) => (code === '20010' && field === 'pin' ? { problems: REFUSED_PIN } : undefined),
    onDone: isSaved,
  });
  const nameRules = operationRules(fields, {
    operation: changeName,
    body: ({ name }) => ({ Card: cardReferenceOf(card), CardName: name }),
    names: { CardName: 'name' },
    onDone: isSaved,
  });
  const hasPin = ({ pin, again, password }: Values<Name>) => pin !== '' || again !== '' || password !== '';
  const hasName = ({ name }: Values<Name>) => name !== card.CardName;
  return {
    check: (values) => ({
      ...(hasName(values) && nameRules.check(values)),
      ...(hasPin(values) && pinRules.check(values)),
    }),
    submit: async (values) => {
      const isPinChanged = hasPin(values);
      const pinEnd = isPinChanged ? await pinRules.submit(values) : null;
      if (pinEnd !== null) return pinEnd;
      const nameEnd = hasName(values) ? await nameRules.submit(values) : null;
      if (nameEnd !== null) {
        if (isPinChanged) onPinAlone();
        return nameEnd;
      }
      await onDone({ isPinChanged, name: hasName(values) ? values.name : '' });
      return null;
    },
  };
}
