import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessibleInBothSchemes } from '../../../../web/test-support/accessible.ts';
import {
  answerCommand,
  answerRows,
  definition,
  done,
  given,
  givenDefinitions,
  refusal,
  waits,
} from '../../../test-support/given-desk.ts';
import { openDesk } from '../../../test-support/open-desk.tsx';
import type { ValueRow, Version } from './use-brand-edit.ts';

const AT = '2026-11-25T01:00:00.000Z';

const version = (number: number, state: string, more: Partial<Version> = {}): Version => ({
  version: number,
  state,
  origin: 'desk',
  beganFrom: 1,
  digest: 'a1b2c3d4e5f6',
  madeBy: 'kate',
  madeAt: AT,
  publishedBy: state === 'draft' ? '' : 'omar',
  publishedAt: state === 'draft' ? '' : AT,
  ...more,
});

const value = (place: string, saved: unknown, more: Partial<ValueRow> = {}): ValueRow => ({
  place,
  value: saved === undefined ? '' : JSON.stringify(saved),
  live: saved === undefined ? '' : JSON.stringify(saved),
  own: '',
  yields: false,
  ...more,
});
const colour = (theme: string, name: string, saved: string | undefined, own: string, yields = false) =>
  value(`colours.${theme}.${name}`, saved, { own, yields });

/** White on #7a1f2b has 10.20 and on #d9a441 2.24. At night the brand's colour of the day counts where it says none. */
const VALUES: readonly ValueRow[] = [
  value('name', 'Stumps Club'),
  value('settings.SupportPhoneNumber', '1300 555 011'),
  value('settings.SupportHoursSaturday', null),
  value('settings.CompanyUrl', 'http://stumps.example'),
  value('settings.ShowFAQ', true),
  value('settings.Features.bpay', true),
  value('settings.LoginMethodId', 2),
  colour('light', 'brand', '#7a1f2b', '#14503f'),
  colour('light', 'on-brand', '#ffffff', '#ffffff'),
  ...Object.entries({
    ink: '#151a19',
    paper: '#f8f5f0',
    surface: '#ffffff',
    'brand-ink': '#8c1a2b',
    'brand-soft': '#f8e5e2',
    'on-brand-soft': '#701321',
    hero: '#3f0b15',
    'hero-2': '#681524',
    'on-hero': '#ffffff',
    'on-hero-2': '#ebcfc6',
    focus: '#a01f33',
    'line-strong': '#79837f',
  }).map(([name, own]) => colour('light', name, undefined, own)),
  colour('dark', 'brand', undefined, '#14503f', true),
  colour('dark', 'on-brand', undefined, '#ffffff', true),
];

const SVG = btoa('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>');
const picture = (name: string, body = SVG) => ({ picture: name, size: 900, contentType: 'image/svg+xml', body });
const fault = (place: string, key: string, reason: string) => ({ state: 'fault', place, key, reason, count: 0 });

const shows = (text: string | RegExp) => expect.element(page.getByText(text).first()).toBeVisible();
const sent = () => given('draft-brand').map(({ input }) => ({ ...input, changes: JSON.parse(String(input.changes)) }));

beforeEach(() => {
  givenDefinitions(
    definition('draft-brand'),
    definition('draft-brand-picture', { takesFile: { maximum: 262_144, kind: 'picture' } }),
    definition('drop-brand-draft'),
    definition('publish-brand', { needsApproval: true }),
  );
  answerRows('brands', [
    {
      brand: 'stumps',
      name: 'Stumps Club',
      live: 1,
      draft: 2,
      publishedBy: 'import',
      publishedAt: AT,
      draftBy: 'kate',
      draftAt: AT,
    },
  ]);
  answerRows('brand-versions', [version(2, 'draft'), version(1, 'published', { origin: 'import' })]);
  answerRows('brand-values', VALUES);
  answerRows('check-brand', [{ state: 'pass', place: 'texts', key: '', reason: '', count: 8 }]);
  answerRows('brand-pictures', [picture('logo.svg'), picture('cards/gift.svg')]);
  answerRows('brand-preview', [
    { key: 'cards:home.hello', language: 'enAU', text: 'G’day {{name}}' },
    { key: 'cards:home.hello', language: 'zhCN', text: '{{name}}，您好' },
    { key: 'access:lostOrStolen', language: 'enAU', text: 'Lost it? {{phone}}' },
  ]);
  answerRows('brand-words', [
    { key: 'access:lostOrStolen', language: 'enAU', own: 'Lost or stolen card? Call', text: 'Lost it? {{phone}}' },
    { key: 'access:lostOrStolen', language: 'zhCN', own: '卡片遗失或被盗？请致电', text: '' },
  ]);
  answerRows('compare-brand', [
    { place: 'colours.light.brand', what: 'Colour brand, light theme', before: '#8c1a2b', after: '#7a1f2b' },
  ]);
});

test('brands are listed with their published version and draft', async () => {
  await openDesk('/brands');
  await shows('Version 1');
  await shows('Draft 2');
  await shows(/^From files, /);
  await expectAccessibleInBothSchemes();
});

describe('the studio', () => {
  test('computes contrast while a colour is chosen, in both themes, and draws it', async () => {
    await openDesk('/brands/stumps');
    await shows('10.20');
    await shows(/0 in the light theme, 0 in the dark theme/);
    await page.getByLabelText('Brand', { exact: true }).fill('#d9a441');
    await shows('2.24');
    await shows('Below 4.5');
    // With its text, the page and the box; the dark theme says no colour, so that of the light one counts with its text.
    await shows(/3 in the light theme, 1 in the dark theme/);
    const phone = document.querySelector<HTMLElement>('[data-preview]');
    expect(phone?.style.getPropertyValue('--p-brand')).toBe('#d9a441');
    await page.getByLabelText('Brand', { exact: true }).fill('red');
    await shows('Write it as #7a1f2b');
    await page.getByLabelText('Brand', { exact: true }).fill('#7a1f2b');
    await expect.element(page.getByText('unsaved change')).not.toBeInTheDocument();
    await expectAccessibleInBothSchemes();
  });

  test('saves what was changed on the version that is shown, and keeps it where someone saved before', async () => {
    answerCommand('draft-brand', () => refusal('brand_changed', 409, { field: 'from' }));
    await openDesk('/brands/stumps?tab=links');
    await page.getByLabelText('Phone hours, Saturday').fill('09:00-17:00');
    await page.getByLabelText('Name of the brand').fill('Stumps');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await shows('Someone saved a newer draft. Reload it.');
    answerCommand('draft-brand', () => done({ brand: 'stumps', name: 'Stumps', version: 3 }));
    await page.getByRole('button', { name: 'Save draft' }).click();
    await expect.element(page.getByText('unsaved change')).not.toBeInTheDocument();
    const change = {
      brand: 'stumps',
      from: '2',
      changes: { 'settings.SupportHoursSaturday': '09:00-17:00', name: 'Stumps' },
    };
    expect(sent()).toEqual([change, change]);
  });

  test('says at the field why a version cannot be published, and shows no hostile picture', async () => {
    answerRows('check-brand', [
      fault('settings.CompanyUrl', 'settings.CompanyUrl', 'must begin with https://'),
      fault('files.logo.svg', '<script>', 'is a script'),
    ]);
    answerRows('brand-pictures', [picture('logo.svg', ''), picture('cards/gift.svg')]);
    await openDesk('/brands/stumps?tab=links');
    await shows('Company website: must begin with https://');
    await expect
      .element(page.getByLabelText('Company website'))
      .toHaveAccessibleDescription('It must begin with https://');
    answerRows('try-brand-links', [
      { place: 'settings.BrandUrl', url: 'https://stumps.example', state: 'broken', status: 503, fault: '' },
      { place: 'settings.FaqUrl', url: 'https://stumps.example/faq', state: 'dead', status: 404, fault: '' },
      { place: 'settings.CompanyUrl', url: 'https://stumsp.example', state: 'dead', status: 0, fault: 'ENOTFOUND' },
    ]);
    await page.getByRole('button', { name: 'Try the links' }).click();
    await shows('https://stumps.example answers with the error 503');
    await shows('https://stumps.example/faq leads to a page that doesn’t exist');
    await shows('https://stumsp.example leads to a website that doesn’t exist');
    await page.getByRole('link', { name: 'Look', exact: true }).click();
    await shows('Not shown');
    await shows('<script> is a script');
    await expectAccessibleInBothSchemes();
  });

  test('changes words by key beside the standard ones, in both languages', async () => {
    answerCommand('draft-brand', () => done({ brand: 'stumps', name: 'Stumps', version: 3 }));
    await openDesk('/brands/stumps?tab=words');
    const words = page.getByRole('group', { name: 'access:lostOrStolen' });
    await expect.element(words.getByLabelText('简体中文')).toHaveAccessibleDescription(/卡片遗失或被盗？请致电/);
    await words.getByLabelText('简体中文').fill('卡片不见了？');
    await words.getByLabelText('English').fill('');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('button', { name: 'Save draft' }).click();
    await expect
      .poll(() => sent().map(({ changes }) => changes as unknown))
      .toEqual([{ 'texts.zhCN.access:lostOrStolen': '卡片不见了？', 'texts.enAU.access:lostOrStolen': null }]);
    await expectAccessibleInBothSchemes();
  });

  test('draws the pages in both languages, with the name that is being typed', async () => {
    await openDesk('/brands/stumps?tab=links');
    await shows('G’day Amelia');
    await page.getByLabelText('Name of the brand').fill('Stumps New');
    await expect.element(page.getByRole('region', { name: 'Preview' }).getByText('Stumps New')).toBeVisible();
    await page.getByRole('button', { name: '简体中文' }).click();
    await shows('Amelia，您好');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('button', { name: 'English' }).click();
    await shows('Lost it? 1300 555 011');
  });

  test('asks to publish with the changes, and to go back to a version that was live', async () => {
    answerCommand('publish-brand', () => waits('41', '2026-11-27T01:00:00.000Z'));
    answerRows('brand-versions', [
      version(3, 'draft', { beganFrom: 2 }),
      version(2, 'published'),
      version(1, 'superseded'),
    ]);
    await openDesk('/brands/stumps?tab=versions');
    await page.getByRole('button', { name: 'Ask to publish', exact: true }).click();
    await shows('Brand, Light theme');
    await page.getByLabelText('Reason').fill('New season');
    await page.getByRole('button', { name: 'Ask to publish version 3' }).click();
    await shows(/waits for a second person/);
    await page.getByRole('button', { name: 'Go back to version 1' }).click();
    await page.getByLabelText('Reason').fill('Wrong red');
    await page.getByRole('button', { name: 'Ask to go back to version 1' }).click();
    await expect
      .poll(() => given('publish-brand').map(({ input, reason }) => [input.version, reason]))
      .toEqual([
        ['3', 'New season'],
        ['1', 'Wrong red'],
      ]);
    await expectAccessibleInBothSchemes();
  });

  test('brings a draft up to date, and replaces a picture by a file', async () => {
    answerCommand('draft-brand', () => done({ brand: 'stumps', name: 'Stumps', version: 4 }));
    answerCommand('draft-brand-picture', () => done({ brand: 'stumps', name: 'Stumps', version: 4 }));
    answerRows('brand-versions', [version(3, 'draft'), version(2, 'published')]);
    await openDesk('/brands/stumps');
    await shows('Version 2 was published after this draft began from version 1.');
    await page.getByRole('button', { name: 'Bring the draft up to date' }).click();
    expect(given('draft-brand').map(({ input }) => input)).toEqual([{ brand: 'stumps', from: '3', ontoLive: true }]);
    const file = new File(['<svg/>'], 'new.svg', { type: 'image/svg+xml' });
    await page.getByLabelText('Replace logo.svg').upload(file);
    await expect
      .poll(() => given('draft-brand-picture').map(({ input }) => input))
      .toEqual([{ brand: 'stumps', from: '3', picture: 'logo.svg', name: 'new.svg' }]);
    await page.getByLabelText('Replace cards/gift.svg').upload(new File(['x'.repeat(300_000)], 'big.svg'));
    await shows('big.svg is larger than 256 kB. Choose a smaller file.');
    expect(given('draft-brand-picture')).toHaveLength(1);
  });
});
