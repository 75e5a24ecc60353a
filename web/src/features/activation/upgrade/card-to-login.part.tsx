import type { CardToLogin, UpgradeOutcome } from '../../access/public.ts';
import { activationToken, endActivation, callActivation } from '../activation-session.ts';
import { UpgradeHeader } from './upgrade-header.tsx';
import { getActivation } from '@wattle/contract/activation/steps.ts';
import { getCards } from '@wattle/contract/cards/home.ts';
import { requestUpgrade } from '@wattle/contract/cards/upgrade.ts';
import { call } from '../../../api/call.ts';
import { cardReferenceOf, chooseCard, endingOf, keyOfCard } from '../../cards/public.ts';
import { randomId } from '../../../browser/random-id.ts';

/** Requests the upgrade of the card that was just added to the login, and shows that card first. */
async function requestAfterLogin(): Promise<UpgradeOutcome> {
  const [begun, listed] = await Promise.all([
    callActivation(getActivation, {}),
    call(getCards, { query: { includeImages: 'true' } }),
  ]);
  endActivation();
  if (!begun.ok || !listed.ok) return { suffix: '', requested: null };
  const { MaskedCardNumber, CardName, CardNumberSuffix: suffix } = begun.value;
  const card = listed.value.cards.find(({ value }) => value.MaskedCardNumber === MaskedCardNumber)?.value;
  if (!card) return { suffix, requested: null };
  chooseCard(keyOfCard(card));
  const answer = await call(requestUpgrade, {
    body: { Card: cardReferenceOf(card) },
    idempotencyKey: randomId(),
  });
  if (!answer.ok) return { suffix, requested: null };
  const { ReferenceNumber: reference, Fee: fee } = answer.value;
  return { suffix, requested: { reference, fee, card: `${CardName} ·· ${endingOf(MaskedCardNumber)}` } };
}

export const cardToLogin: CardToLogin = {
  token: activationToken,
  end: endActivation,
  requestUpgrade: requestAfterLogin,
  UpgradeHeader,
};
