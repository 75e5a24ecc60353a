import { runningServer } from '../support/global-setup.ts';
import type { WebPerson } from '../support/people.ts';
import { expect } from '../support/test.ts';
import type { Found, OtherBrowser } from './other-browser.ts';

const WITHIN = { timeout: 15_000 };

/** By its label, as somebody reads it beside the field or a screen reader says it. */
const fieldOf = (label: string) =>
  `//input[@aria-label="${label}" or @id=//label[normalize-space()="${label}"]/@for] | //label[normalize-space()="${label}"]//input`;
/** Not within a row that is closed, which WebKit's driver takes for shown. */
const buttonOf = (name: string) =>
  `(//button | //a)[normalize-space()="${name}" or @aria-label="${name}"][not(ancestor::details[not(@open)])]`;
const headingOf = (words: string) => `//h1[contains(normalize-space(), "${words}")]`;

/** Drives a browser as a person does: finds things by their words, clicks them and types. */
export function driving(browser: OtherBrowser) {
  /** The first, or the last, that is shown. What is drawn anew between being found and being used is looked for again. */
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
    /** The last row of a list that names this. */
    open: (text: string) => use(`//summary[contains(., "${text}")]`, browser.click, -1),
    async signIn(person: WebPerson) {
      await page.goto('/wattle/login');
      await page.fill('Email address', person.username);
      await page.fill('Password', person.password);
      await page.press('Sign in');
      await page.isAt('/wattle/cardHome');
    },
    /** The page is whole: a heading, no skeleton, and not the page of a fault. */
    isWhole: (heading: string) =>
      // A page that is still being drawn loses elements between being found and being looked at.
      expect(async () => {
        expect(await browser.find(headingOf(heading))).toHaveLength(1);
        expect(await browser.find('//*[contains(@class, "skeleton")]')).toEqual([]);
        expect(await shown()).not.toContain('Something went wrong on this page');
      }).toPass(WITHIN),
  };
  return page;
}
