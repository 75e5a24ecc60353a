import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isSignedByTwilio } from './twilio-signature.ts';

// Vectors of twilio/twilio-node, spec/validation.spec.js (MIT).
const TOKEN = '12345';
const URL = 'https://mycompany.com/myapp.php?foo=1&bar=2';
const FIELDS = {
  CallSid: 'CA1234567890ABCDE',
  Caller: '+14158675309',
  Digits: '1234',
  From: '+14158675309',
  To: '+18005551212',
};
const SIGNATURE = 'RSOYDt4T1cUTdK1PDd93/VVr8B8=';
const BODY = '{"property": "value", "boolean": true}';
const HASH = '0a1ff7634d9ab3b95db5c9a2dfe9416e41502b283a80c7cf19632632f96e6620';

const form = (fields: Readonly<Record<string, string>>) => new URLSearchParams(fields).toString();

function isSigned(given: {
  readonly url?: string;
  readonly body?: string;
  readonly signature?: string;
  readonly settings?: string;
  readonly authTokens?: readonly string[];
  readonly sharedKeys?: readonly string[];
}): boolean {
  const { url = URL, body = form(FIELDS), signature = SIGNATURE, settings } = given;
  const { authTokens = [TOKEN], sharedKeys = [] } = given;
  const headers = {
    'x-twilio-signature': signature,
    ...(settings === undefined ? {} : { 'x-twilio-webhooks-signature-settings': settings }),
  };
  return isSignedByTwilio({ url, rawBody: Buffer.from(body), headers }, { authTokens, sharedKeys });
}

describe("Twilio's signature", () => {
  it('is of the URL and the fields of a form, in any order', () => {
    expect(isSigned({})).toBe(true);
    expect(isSigned({ body: form(Object.fromEntries(Object.entries(FIELDS).toReversed())) })).toBe(true);
  });

  it('is of the URL with the port that https has by default, too', () => {
    expect(isSigned({ signature: 'kvajT1Ptam85bY51eRf/AJRuM3w=' })).toBe(true);
    const http = URL.replace('https', 'http');
    expect(isSigned({ url: http, signature: '0ZXoZLH/DfblKGATFgpif+LLRf4=' })).toBe(true);
    expect(isSigned({ url: http.replace('.com', '.com:1234'), signature: 'Zmvh+3yNM1Phv2jhDCwEM3q5ebU=' })).toBe(true);
  });

  it('is of a repeated field once for each value', () => {
    const one = 'MessagingBinding.Address=%2B1325xxxxxxx&MessagingBinding.Address=%2B1415xxxxxxx';
    expect(isSigned({ body: one, signature: '83O6e2vORAoJHUNzJjDWN1jz+BA=' })).toBe(true);
    const digits = 'Sid=CA123&SidAccount=AC123&Digits=5678&Digits=1234&Digits=1234';
    expect(isSigned({ body: digits, signature: 'IK+Dwps556ElfBT0I3Rgjkr1wJU=' })).toBe(true);
  });

  it('is of a body that is no form by its hash in the URL', () => {
    const url = `${URL}&bodySHA256=${HASH}`;
    const signature = 'a9nBmqA0ju/hNViExpshrM61xv4=';
    expect(isSigned({ url, body: BODY, signature })).toBe(true);
    expect(isSigned({ url, body: BODY.replace('true', 'false'), signature })).toBe(false);
    expect(isSigned({ url: url.replace(HASH, 'short'), body: BODY, signature })).toBe(false);
  });

  it('is of no call whose public address is not known', () => {
    expect(isSigned({ url: '/network/sms-receipts/2' })).toBe(false);
  });

  it('is another one for a changed field, URL or token, and for a field more', () => {
    expect(isSigned({ body: form({ ...FIELDS, Digits: '1235' }) })).toBe(false);
    expect(isSigned({ body: form({ ...FIELDS, Extra: '' }) })).toBe(false);
    expect(isSigned({ url: URL.replace('bar=2', 'bar=3') })).toBe(false);
    expect(isSigned({ authTokens: ['12346'] })).toBe(false);
    expect(isSigned({ authTokens: [] })).toBe(false);
    expect(isSigned({ signature: '' })).toBe(false);
    expect(isSigned({ signature: `${SIGNATURE}é` })).toBe(false);
  });

  it('is believed of the former token while it is replaced', () => {
    expect(isSigned({ authTokens: ['the new one', TOKEN] })).toBe(true);
  });

  it('is by SHA-256 with a shared key where the account says so', () => {
    const settings = 'key=WK01,algorithm=HMAC_SHA256';
    // Only the hash differs (examples/WebhookSignatureValidation.md of twilio-node): URL and fields, sorted by hand.
    const signed =
      'https://mycompany.com/myapp.php?foo=1&bar=2CallSidCA1234567890ABCDECaller+14158675309Digits1234From+14158675309To+18005551212';
    const signature = createHmac('sha256', 'shared').update(signed).digest('base64');
    expect(isSigned({ settings, signature, sharedKeys: ['shared'] })).toBe(true);
    expect(isSigned({ settings, signature, sharedKeys: ['new', 'shared'] })).toBe(true);
    // The token of the account signs by SHA-1 alone, and a shared key by SHA-256 alone.
    expect(isSigned({ settings, sharedKeys: ['shared'] })).toBe(false);
    expect(isSigned({ signature, authTokens: ['shared'] })).toBe(false);
    expect(isSigned({ settings: 'key=WK01,algorithm=HMAC_MD5', signature, sharedKeys: ['shared'] })).toBe(false);
  });
});
