import { randomUUID } from 'node:crypto';
import { GREENID_SHORT_LIMIT_MS, type GreenIdSettings } from '../../config/outside-settings.ts';
import { callText } from '../http-json.ts';
import type { OutsideOutcome } from '../outcome.ts';
import type { Policy } from '../policy.ts';
import { KNOWS_US, signedInBy } from '../probe.ts';
import {
  type IdentityService,
  VERIFICATION_OUTCOMES,
  type VerificationOutcome,
  type VerificationResult,
  type VerifiedPerson,
} from './port.ts';

const NAMESPACE = 'http://dynamicform.services.registrations.edentiti.com/';

/** The SOAP service of greenID ("Dynamic Forms Service"): registerVerification and getVerificationResult. */
export function openGreenId(settings: GreenIdSettings, policy: Policy): IdentityService {
  const { accountId, password, ruleId, apiCode, uiUrl } = settings;
  const ask = <T>(
    call: string,
    parts: string,
    read: (text: string) => T | undefined,
    limitMs?: number,
    faultOf: (text: string) => OutsideOutcome<never> = () => FAULT,
  ) =>
    policy.call<T>(async (signal) => {
      const outcome = await callText({
        url: settings.url,
        headers: { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: '""' },
        body: envelope(call, element('accountId', accountId) + element('password', password) + parts),
        addresses: policy.addresses,
        signal: limitMs === undefined ? signal : AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
        read: (text) => (partOf(text, 'faultstring') === undefined ? wrap(read(text)) : faultOf(text)),
      });
      return outcome.kind === 'done' ? outcome.value : outcome;
    });
  const result = (reference: string): Promise<OutsideOutcome<VerificationResult>> =>
    ask('getVerificationResult', element('verificationId', reference), resultOf, GREENID_SHORT_LIMIT_MS);
  return {
    origins: [new URL(uiUrl).origin],
    register: ({ id, person }) =>
      ask('registerVerification', personOf(id, ruleId, person), (text) => {
        const found = resultOf(text);
        const reference = partOf(text, 'verificationId');
        const userToken = partOf(text, 'verificationToken');
        return found && reference && userToken ? { reference, userToken, ...found } : undefined;
      }),
    result,
    // Asks for a verification that does not exist: greenID checks the password before it looks.
    probe: () =>
      signedInBy(
        ask(
          'getVerificationResult',
          element('verificationId', randomUUID()),
          (text) => resultOf(text),
          GREENID_SHORT_LIMIT_MS,
          signInBy,
        ),
      ),
    async isUsable(reference) {
      const found = await result(reference);
      if (found.kind === 'refused') return { kind: 'done', value: false };
      if (found.kind !== 'done') return found;
      return { kind: 'done', value: found.value.outcome === 'IN_PROGRESS' };
    },
    facility: () => ({
      accountId,
      apiCode,
      uiMode: new URL(uiUrl).hostname.includes('test') ? 'testing' : 'production',
      scripts: ['greenidConfig.js', 'greenidui.min.js'].map((name) => `${uiUrl.replace(/\/$/, '')}/${name}`),
    }),
  };
}

type Answered<T> = OutsideOutcome<T>;
/** SOAP fault: a required field is missing or the verification is unknown. */
const FAULT = { kind: 'refused', code: 'soap_fault' } as const;

/** Faults of greenID for a caller that it does not know, by the names of its page of faults. */
const NOT_KNOWN: Readonly<Record<string, string>> = {
  InvalidPasswordFault: 'password_refused',
  InvalidCustomerIdFault: 'password_refused',
  InvalidAccountIdFault: 'password_refused',
  InvalidIPAddressFault: 'our_address_refused',
  InvalidCertificateFault: 'our_certificate_refused',
};

/** Meaning of a fault for the sign-in alone. */
function signInBy(text: string): OutsideOutcome<never> {
  const fault = partOf(text, 'code')?.replace(/Exception$/, 'Fault') ?? '';
  if (fault === 'UserIdNotFoundFault') return { kind: 'refused', code: KNOWS_US };
  return { kind: 'refused', code: NOT_KNOWN[fault] ?? 'soap_fault' };
}

function wrap<T>(value: T | undefined): Answered<T> | undefined {
  return value === undefined ? undefined : { kind: 'done', value };
}

function resultOf(text: string): VerificationResult | undefined {
  const word = partOf(text, 'overallVerificationStatus');
  const outcome = VERIFICATION_OUTCOMES.find((each): each is VerificationOutcome => each === word);
  return outcome && { outcome, rule: partOf(text, 'ruleId') ?? '' };
}

function personOf(id: string, ruleId: string, person: VerifiedPerson): string {
  const { firstName, middleName, surname, email, mobile, address } = person;
  const [year = '', month = '', day = ''] = person.dateOfBirth.split('-');
  const name = optional('givenName', firstName) + optional('middleNames', middleName) + element('surname', surname);
  const home =
    element('country', address.country) +
    optional('flatNumber', address.unitNumber) +
    element('postcode', address.postcode) +
    optional('state', address.state) +
    element('streetName', address.streetName) +
    element('streetNumber', address.streetNumber) +
    element('suburb', address.suburb);
  const born = element('day', String(Number(day))) + element('month', String(Number(month))) + element('year', year);
  return [
    element('verificationId', id),
    element('ruleId', ruleId),
    `<name>${name}</name>`,
    element('email', email),
    `<currentResidentialAddress>${home}</currentResidentialAddress>`,
    `<dob>${born}</dob>`,
    // The service accepts only Australian mobile numbers.
    optional('mobilePhone', /^04\d{8}$/.test(mobile) ? mobile : ''),
    element('generateVerificationToken', 'true'),
  ].join('');
}

function envelope(call: string, parts: string): string {
  return (
    '<?xml version="1.0" encoding="UTF-8"?>' +
    `<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:dyn="${NAMESPACE}">` +
    `<soapenv:Body><dyn:${call}>${parts}</dyn:${call}></soapenv:Body></soapenv:Envelope>`
  );
}

function optional(name: string, text: string): string {
  return text === '' ? '' : element(name, text);
}

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function escapeXml(text: string): string {
  // XML does not permit control characters.
  return text.replaceAll(/\p{Cc}/gu, ' ').replaceAll(/[&<>]/g, (sign) => ENTITIES[sign] ?? '');
}

/** Text of the first element with this name. The responses contain only words and ids. */
function partOf(text: string, name: string): string | undefined {
  return new RegExp(`<(?:\\w+:)?${name}>([^<]*)</`).exec(text)?.[1]?.trim();
}
