import { getCardDetails, getCards } from '@wattle/contract/cards/home.ts';
import { expect, test } from 'vitest';
import { givenAccount, givenDetails } from '../../../test-support/given-account.ts';
import { answer } from '../../../test-support/given-server.ts';
import { openScreen } from '../../../test-support/open-screen.tsx';
import { givenCard } from '../../../test-support/signed-in.ts';
import { startTranslator } from '../../../test-support/translator.ts';

const amount = () => document.querySelector('.balance__amount')?.textContent;

test.each([0, 30, 60, 120])(
  '[1-a] a changing balance is complete on a page translated after %i ms',
  async (delayMs) => {
    givenAccount();
    await openScreen('/cardHome', { as: 'account' });
    await expect.poll(amount).toBe('$640.25');
    const stop = startTranslator(document.querySelector('#root') ?? document.body, delayMs);
    await expect.poll(() => document.querySelectorAll('.balance__amount font').length).toBe(4);
    for (const [dollars, shown] of [
      [2_418.78, '$2,418.78'],
      [1_905.78, '$1,905.78'],
      [-0.5, '−$0.50'],
    ] as const) {
      answer(getCards, { cards: [givenCard({ AvailableAccountBalance: dollars })] });
      answer(getCardDetails, givenDetails({ AvailableAccountBalance: dollars }));
      await expect
        .poll(() => {
          window.dispatchEvent(new Event('focus'));
          return amount();
        })
        .toBe(shown);
    }
    stop();
  },
);
