import { getBlockedPayees, unblockPayee } from '@wattle/contract/transfers/blocked-payees.ts';
import { getPayees } from '@wattle/contract/transfers/payees.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessibleInBothSchemes } from '../../../test-support/accessible.ts';
import { givenAccount } from '../../../test-support/given-account.ts';
import { answer, sent } from '../../../test-support/given-server.ts';
import { openScreen } from '../../../test-support/open-screen.tsx';
import { LANGUAGES, wordsIn } from '../../../test-support/words.ts';
import { paths } from '../../paths.ts';

const ID = 'b0a7c0de-0000-4000-8000-000000000001';

test.each(LANGUAGES)('a blocked payee is listed and allowed again, in %s', async (language) => {
  const words = (key: string, values = {}) => wordsIn(language, `scams:${key}`, values);
  const named = { name: 'Jordan Blake' };
  givenAccount();
  answer(getPayees, { Payees: [], MaximumPayees: 100 });
  answer(getBlockedPayees, {
    Payees: [
      {
        BlockedPayeeId: ID,
        Method: 'external',
        Name: 'Jordan Blake',
        Bsb: '000101',
        AccountNumber: '44172208',
        BlockedAt: '2026-11-26T02:00:00Z',
      },
    ],
  });
  answer(unblockPayee, () => {
    answer(getBlockedPayees, { Payees: [] });
    return { IsSuccessful: true as const };
  });
  await openScreen(paths.payees(), { as: 'account', language });
  await expect.element(page.getByText(words('bank', { bsb: '000-101', number: '44172208' }))).toBeVisible();
  await expectAccessibleInBothSchemes();
  await page.getByRole('button', { name: `${words('allow')} Jordan Blake` }).click();
  const dialog = page.getByRole('dialog', { name: words('allowTitle', named) });
  await expectAccessibleInBothSchemes();
  await dialog.getByRole('button', { name: words('allowAction') }).click();
  await expect.element(page.getByText(words('allowed', named)).first()).toBeInTheDocument();
  await expect.element(page.getByRole('heading', { name: words('blocked') })).not.toBeInTheDocument();
  expect(sent(unblockPayee).map(({ body }) => body)).toEqual([{ BlockedPayeeId: ID }]);
});
