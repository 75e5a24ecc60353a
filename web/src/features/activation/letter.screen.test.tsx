import { token } from '@wattle/contract/access/sign-in.ts';
import { getLetterCard } from '@wattle/contract/activation/letter.ts';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessibleInBothSchemes } from '../../../test-support/accessible.ts';
import { expectAlert, expectAt, field, press } from '../../../test-support/by-hand.ts';
import { answer, refuse, sent } from '../../../test-support/given-server.ts';
import { openScreen } from '../../../test-support/open-screen.tsx';
import { LANGUAGES, wordsIn } from '../../../test-support/words.ts';
import { closeLetter } from './letter.ts';

const REFERENCE = 'A'.repeat(22);
const MASKED = '9036 00•• •••• 0074';

/** The tab holds one, whatever page is opened next. */
afterEach(() => closeLetter());

test.each(LANGUAGES)('fills in the card from a letter and asks for the activation code, in %s', async (language) => {
  const words = (key: string) => wordsIn(language, `activation:${key}`);
  answer(getLetterCard, { MaskedCardNumber: MASKED });
  await openScreen(`/cardActivate/${REFERENCE}`, { language });
  await expectAt('/cardActivate');
  await expect.element(page.getByRole('main').getByText(MASKED)).toBeVisible();
  await expect.element(field(words('cardNumber.label'))).not.toBeInTheDocument();
  await expectAccessibleInBothSchemes();
  refuse(token, 'activation_code_wrong');
  await field(words('code.label')).fill('000000');
  await press(words('continue'));
  await expectAlert(wordsIn(language, 'errors:20051'));
  await expectAccessibleInBothSchemes();
  expect(sent(token)[0]?.body).toMatchObject({ letterReference: REFERENCE });
});

test('accepts another card than the one of the letter', async () => {
  answer(getLetterCard, { MaskedCardNumber: MASKED });
  await openScreen(`/cardActivate/${REFERENCE}`);
  await press('Use a different card');
  await expect.element(field('Card number')).toBeVisible();
  await expect.element(page.getByRole('main').getByText(MASKED)).not.toBeInTheDocument();
});

test.each(LANGUAGES)('reports an expired letter and asks for the number, in %s', async (language) => {
  refuse(getLetterCard, 'token_expired');
  await openScreen(`/cardActivate/${REFERENCE}`, { language });
  await expect.element(page.getByText(wordsIn(language, 'activation:letter.over'))).toBeVisible();
  await expect.element(field(wordsIn(language, 'activation:cardNumber.label'))).toBeVisible();
  await expectAccessibleInBothSchemes();
});
