import { describe, expect, it } from 'vitest';
import { TEST_KEYS } from '../../../test-support/keys.ts';
import { openSecrets } from './secret-store.ts';
import {
  keepReference,
  keepText,
  keepTexts,
  maskText,
  maskWords,
  nameReference,
  nameText,
  openText,
  openTexts,
} from './typed-card-numbers.ts';

const secrets = openSecrets(TEST_KEYS);
const NUMBER = '4111111111111111';

describe('a text that people type', () => {
  it('is stored unchanged when it contains no card number', () => {
    expect(keepText(secrets, '87348538')).toBe('87348538');
    expect(nameText(secrets, '87348538')).toBe('87348538');
    expect(openText(secrets, '^ no seal')).toBe('^ no seal');
  });

  it('is sealed when it contains a card number, and shown masked', () => {
    const kept = keepText(secrets, NUMBER);
    expect(kept).not.toContain('4111');
    expect(openText(secrets, kept)).toBe(NUMBER);
    expect(maskText(secrets, kept)).toBe('411111••••••1111');
  });

  it('[4-5-c] is sealed as a reference that passes the check of a tax file number, and shown by its last digits', () => {
    const kept = keepReference(secrets, '123456782');
    expect(kept).not.toContain('123456782');
    expect(openText(secrets, kept)).toBe('123456782');
    expect(maskText(secrets, kept)).toBe('••••••782');
    expect(nameReference(secrets, '123456782')).toBe(`#${kept.split('^')[1]}`);
    // An account number of another bank that passes the check is not a reference of a bill.
    expect(keepText(secrets, '123456782')).toBe('123456782');
    expect(maskText(secrets, '123456782')).toBe('123456782');
    expect(nameText(secrets, '123456782')).toBe('123456782');
  });

  it('identifies a sum by the hash of its sealed value', () => {
    expect(nameText(secrets, NUMBER)).toBe(`#${keepText(secrets, NUMBER).split('^')[1]}`);
  });

  it('is masked in descriptions together with the other texts of a payment', () => {
    expect(maskWords(`Card ${NUMBER}`)).toBe('Card 411111******1111');
    expect(maskWords('My TFN is 123 456 782.')).toBe('My TFN is *** *** 782.');
  });

  it('is sealed within the stored body of a call', () => {
    const body = { billerCode: '70707', customerReference: NUMBER, amount: 10, description: null };
    const kept = keepTexts(secrets, body, 'customerReference');
    expect(kept).toEqual({ ...body, customerReference: keepText(secrets, NUMBER) });
    expect(openTexts(secrets, kept)).toEqual(body);
  });
});
