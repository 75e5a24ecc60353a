import { expectNoAxeFindings } from '../support/axe.ts';
import { amelia, aroha, grace, jack, noah } from '../support/people.ts';
import { settled } from '../support/settled.ts';
import { pathOf, signIn } from '../support/sign-in.ts';
import { test } from '../support/test.ts';

/** Colours are the brands', words are the languages': every brand in one, one brand in both. */
const LANGUAGES = [
  { locale: 'en-AU', people: [amelia, jack, aroha, grace, noah] },
  { locale: 'zh-CN', people: [amelia, noah] },
] as const;
const SCHEMES = ['light', 'dark'] as const;
const SIGNED_IN = ['/cardHome', '/transactions'];

for (const { locale, people } of LANGUAGES) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    for (const person of people) {
      const who = 'username' in person ? person.username : 'a card-only person';
      test(`${person.brand}: what ${who} sees has no accessibility finding`, async ({ page }) => {
        await signIn(page, person);
        for (const path of SIGNED_IN) {
          await page.goto(pathOf(person.brand, path));
          await settled(page);
          for (const colorScheme of SCHEMES) {
            await page.emulateMedia({ colorScheme });
            await expectNoAxeFindings(page);
          }
        }
      });
    }
  });
}
