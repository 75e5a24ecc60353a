import { DEFAULT_LANGUAGE, LANGUAGE_TAG } from '@wattle/contract/rules/languages.ts';
import { inPlainLatin } from '@wattle/contract/rules/plain-latin.ts';
import { lineText } from '@wattle/contract/rules/typed-text.ts';
import type { NewGatewayPayment } from '../port.ts';

/** Cards, typed or in a wallet. Other ways to pay have no card that a refund or a chargeback would name. */
const METHODS = ['scheme', 'applepay', 'googlepay'];

/** Longest texts that Adyen keeps. */
const MOST = { description: 280, statement: 22, name: 80 };

const cut = (text: string, most: number) => lineText(Array.from(text).slice(0, most).join(''));

/**
 * Body of `POST /paymentLinks`. It is made of stored values alone, so that a repetition under the same key has the same
 * body. A top-up carries who receives the money, and asks the payer for the name and address that account funding
 * needs; goods carry neither.
 */
export function linkOf(payment: NewGatewayPayment, merchantAccount: string): object {
  const plain = inPlainLatin(payment.describesShort).replaceAll(/[^\w.,'?+*/-]+/g, ' ');
  const statement = cut(plain, MOST.statement);
  const isSaved = payment.saveCard === true;
  return {
    merchantAccount,
    reference: payment.reference,
    amount: { value: Number(payment.amount), currency: payment.currency },
    description: cut(payment.describes, MOST.description),
    countryCode: 'AU',
    // English is Adyen's own default, and it has no Australian English.
    ...(payment.language !== DEFAULT_LANGUAGE && { shopperLocale: LANGUAGE_TAG[payment.language] }),
    returnUrl: payment.returnUrl,
    expiresAt: new Date(payment.closesAt).toISOString().replace(/\.\d{3}Z$/, 'Z'),
    reusable: false,
    shopperReference: payment.payer,
    ...(statement !== '' && { shopperStatement: statement }),
    allowedPaymentMethods: METHODS,
    // The payer has agreed on our page. Saved cards are removed there too, so that we know of it.
    storePaymentMethodMode: isSaved ? 'enabled' : 'disabled',
    ...(isSaved && { recurringProcessingModel: 'CardOnFile' }),
    showRemovePaymentMethodButton: false,
    ...(payment.recipient && fundingOf(payment.recipient)),
  };
}

function fundingOf({ wallet, givenName, familyName }: NonNullable<NewGatewayPayment['recipient']>): object {
  return {
    requiredShopperFields: ['shopperName', 'billingAddress'],
    fundRecipient: {
      walletIdentifier: wallet,
      shopperName: { firstName: cut(givenName, MOST.name), lastName: cut(familyName, MOST.name) },
    },
  };
}
