import { runningServer } from '../support/global-setup.ts';
import type { WebPerson } from '../support/people.ts';
import { expect } from '../support/test.ts';
import type { Found, OtherBrowser } from './other-browser.ts';

const WITHIN = { timeout: 15_000 };

/** By its visible or accessible label. */
const fieldOf = (label: string) =>
  `//input[@aria-label="${label}" or @id=//label[normalize-space()="${label}"]/@for] | //label[normalize-space()="${label}"]//input`;
/** Not within a closed row, which WebKit's driver considers visible. */
const buttonOf = (name: string) =>
  `(//button | //a)[normalize-space()="${name}" or @aria-label="${name}"][not(ancestor::details[not(@open)])]`;
const headingOf = (words: string) => `//h1[contains(normalize-space(), "${words}")]`;

/** Drives a browser like a person: finds elements by their text, clicks and types. */
export function driving(browser: OtherBrowser) {
  /** The first or last visible match. An element replaced meanwhile is searched again. */
  const use = (xpath: string, act: (element: Found) => Promise<void>, place = 0) =>
    expect(async () => {
      const element = (await browser.find(xpath)).at(place);
      expect(element, xpath).toBeDefined();
      if (element !== undefined) await act(element);
    }).toPass(WITHIN);
  const shown = async () => {
    const [main] = await browser.find('//main');
    return main === undefined ? '' : browser.textOf(main);
  };
  const page = {
    goto: (path: string) => browser.goto(`${runningServer().url}${path}`),
    sees: (text: string) => expect.poll(() => shown().catch(() => ''), WITHIN).toContain(text),
    isAt: (path: string) => expect.poll(async () => new URL(await browser.address()).pathname, WITHIN).toBe(path),
    fill: (label: string, value: string) => use(fieldOf(label), (field) => browser.type(field, value)),
    press: (name: string) => use(buttonOf(name), browser.click),
    /** Opens the last row of a list with this text. */
    open: (text: string) => use(`//summary[contains(., "${text}")]`, browser.click, -1),
    async signIn(person: WebPerson) {
      await page.goto('/wattle/login');
      await page.fill('Email address', person.username);
      await page.fill('Password', person.password);
      await page.press('Sign in');
      await page.isAt('/wattle/cardHome');
    },
    /** Checks that the page is complete: a heading, no skeleton, and no error page. */
    isWhole: (heading: string) =>
      // A page that is still rendering replaces elements between search and use.
      expect(async () => {
        expect(await browser.find(headingOf(heading))).toHaveLength(1);
        expect(await browser.find('//*[contains(@class, "skeleton")]')).toEqual([]);
        expect(await shown()).not.toContain('Something went wrong on this page');
      }).toPass(WITHIN),
  };
  return page;
}
