import { createHash } from 'node:crypto';
import type { GreenIdSettings } from '../../src/config/outside-settings.ts';
import { givenHttpServer, type HttpCall, type HttpServer } from './http-server.ts';

export type GreenIdServer = HttpServer & {
  readonly settings: GreenIdSettings;
  /** Completes the person's step, like the frame. */
  finish(userToken: string): void;
};

type Answer = ReturnType<Parameters<typeof givenHttpServer>[0]>;

const BY_SURNAME: Readonly<Record<string, string>> = {
  Locked: 'LOCKED_OUT',
  Pending: 'PENDING',
  Nomatch: 'IN_PROGRESS',
  Changed: 'VERIFIED_WITH_CHANGES',
};
const NEEDED = ['givenName', 'surname', 'email', 'day', 'month', 'year', 'country', 'postcode', 'streetName', 'suburb'];

/** Server that imitates greenID. `fault` replaces every response. */
export async function givenGreenIdServer(fault?: (call: HttpCall) => Answer | undefined): Promise<GreenIdServer> {
  const outcomes = new Map<string, string>();
  const finished = new Set<string>();
  const tokenOf = (id: string) => createHash('sha1').update(`token of ${id}`).digest('hex');

  function answer(call: HttpCall): Answer {
    const text = call.body.toString('utf8');
    const part = (name: string) => new RegExp(`<${name}>([^<]*)<`).exec(text)?.[1] ?? '';
    if (part('accountId') !== 'programme' || part('password') !== 'only for servers')
      return soapFault('Bad account', 'InvalidPasswordFault');
    const id = part('verificationId');
    if (text.includes('registerVerification')) {
      if (NEEDED.some((name) => part(name) === ''))
        return soapFault('A required field is missing', 'FieldValidationFault');
      outcomes.set(id, BY_SURNAME[part('surname')] ?? 'VERIFIED');
      return status(id, 'IN_PROGRESS', `<verificationToken>${tokenOf(id)}</verificationToken>`);
    }
    const outcome = outcomes.get(id);
    if (outcome === undefined) return soapFault('No such verification', 'UserIdNotFoundFault');
    return status(id, finished.has(tokenOf(id)) ? outcome : 'IN_PROGRESS');
  }

  const server = await givenHttpServer((call) => fault?.(call) ?? answer(call));
  return {
    ...server,
    finish: (userToken) => finished.add(userToken),
    settings: {
      url: `${server.url}/DynamicFormsServiceV5`,
      accountId: 'programme',
      password: 'only for servers',
      apiCode: 'api-code',
      ruleId: 'default',
      uiUrl: 'https://simpleui-test.example/df/javascripts/',
    },
  };
}

function status(id: string, outcome: string, more = ''): Answer {
  return soap(
    `<return><verificationResult><overallVerificationStatus>${outcome}</overallVerificationStatus>` +
      `<ruleId>default</ruleId><verificationId>${id}</verificationId></verificationResult>${more}</return>`,
  );
}

function soapFault(words: string, code: string): Answer {
  const detail = `<ns2:faultDetails xmlns:ns2="http://dynamicform.services.registrations.edentiti.com/"><code>${code}</code><details>${words}</details></ns2:faultDetails>`;
  return soap(
    `<soap:Fault><faultcode>soap:Server</faultcode><faultstring>${words}</faultstring><detail>${detail}</detail></soap:Fault>`,
  );
}

function soap(body: string): Answer {
  return {
    status: 200,
    headers: { 'content-type': 'text/xml' },
    body: `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>${body}</soap:Body></soap:Envelope>`,
  };
}
