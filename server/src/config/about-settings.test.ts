import { describe, expect, it } from 'vitest';
import { KEY_SETTING, loadKeys } from '../platform/secrets/keys.ts';
import { type AboutSetting, explain, SETTING_GROUPS } from './about-settings.ts';
import { SETTINGS } from './config.ts';

const ALL: readonly (readonly [string, AboutSetting])[] = Object.values(SETTING_GROUPS).flatMap((group) =>
  Object.entries(group),
);

describe('what is said of the settings', () => {
  it('is said of each that is read, once', () => {
    const read = [...Object.keys(SETTINGS), ...Object.values(KEY_SETTING)];
    expect(ALL.map(([name]) => name).toSorted()).toEqual(read.toSorted());
  });

  it.each(Object.entries(SETTINGS))('has an example of %s that its reader takes', (name, reader) => {
    const example = explain(name)?.example ?? '';
    expect(example).not.toBe('');
    expect(reader.safeParse(example).error?.issues).toBeUndefined();
  });

  it('has examples of keys that a start takes, each by itself', () => {
    const env = Object.fromEntries(
      Object.values(KEY_SETTING).map((name, at) => [name, (explain(name)?.example ?? '').replace(/^../, `0${at + 1}`)]),
    );
    expect(() => loadKeys({ mode: 'production', dataFolder: '/nowhere' }, { ...env, DATABASE_URL: 'x' })).not.toThrow();
  });

  it('calls each key, password and token a secret, but those that are public or name one', () => {
    const open = ALL.filter(
      ([name, { isSecret }]) => /(KEY|SECRET|PASSWORD|TOKEN|HMAC|PRIVATE)(_OLD)?$/.test(name) && !isSecret,
    );
    expect(open.map(([name]) => name).toSorted()).toEqual([
      'WATTLE_ADDRESS_KEY',
      'WATTLE_MESSAGEMEDIA_PUBLIC_KEY',
      'WATTLE_MESSAGEMEDIA_PUBLIC_KEY_OLD',
      'WATTLE_TWILIO_KEY',
    ]);
    const withPassword = ALL.filter(([, { example, isSecret }]) => /:PASSWORD@/.test(example) && !isSecret);
    expect(withPassword).toEqual([]);
  });

  it.each([
    ['WATTLE_MODE', 'sandbox, staging, production', 'sandbox', 'docs/settings.md#what-a-start-needs'],
    ['PORT', 'a whole number, 0 to 65535', '3000', 'docs/settings.md#the-server'],
    ['WATTLE_SIGN_IN_RATE', 'a whole number, 1 or more', '60', 'docs/settings.md#sign-in-and-limits'],
    [
      'WATTLE_STATEMENT_COLUMNS',
      'of date, amount, debit, credit, text, reference, account, balance, -, separated by commas',
      'none',
      'docs/settings.md#the-bank-and-files',
    ],
    ['WATTLE_SMTP_URL', 'smtp://… or smtps://…', 'none', 'docs/settings.md#mail'],
    ['WATTLE_MAIL_FROM', 'an email address', 'none', 'docs/settings.md#mail'],
    [
      'WATTLE_DESK_NETWORKS',
      'addresses or networks, separated by commas or spaces',
      '127.0.0.0/8,::1',
      'docs/settings.md#the-desk',
    ],
    [
      'WATTLE_GREENID_URL',
      'an address with http:// or https://',
      'none',
      'docs/settings.md#identity-names-and-addresses',
    ],
    [
      'WATTLE_KEY_PIN',
      'hexadecimal, 16 bytes, with versions as 2:…,1:…',
      'none; made in the sandbox',
      'docs/settings.md#what-a-start-needs',
    ],
  ])('of %s are its form, default and page', (name, form, byDefault, page) => {
    expect(explain(name)).toMatchObject({ form, default: byDefault, page });
  });

  it('is nothing of a setting that does not exist', () => {
    expect(explain('WATTLE_TRUSTED_PROXY')).toBeUndefined();
  });
});
