import { answerText } from '@wattle/contract/rules/typed-text.ts';
import type { Secrets } from '../platform/secrets/secrets.ts';
import { CARDS } from './cards.ts';
import { QUESTIONS } from './questions.ts';
import { PASSWORD, PEOPLE, SECURITY } from './people.ts';

/** Hashes of the demo's secrets. Slow on purpose, so they are made before a transaction is opened. */
export type DemoHashes = {
  readonly securityAnswer: string;
  readonly maidenName: string;
  /** Hashes of the answers to the identity questions, in their order. */
  readonly questions: readonly string[];
  readonly password: (person: string) => string;
  readonly code: (pan: string) => string;
};

export async function hashDemoSecrets(secrets: Secrets): Promise<DemoHashes> {
  const made = new Map<string, string>();
  const jobs: (readonly [key: string, plain: string])[] = [
    // Everybody's answers are the same and public; one hash of each saves half of the seed's time.
    ['answer', answerText(SECURITY.answer)],
    ['maiden', answerText(SECURITY.maidenName)],
    ...QUESTIONS.map(({ answer }) => [`question:${answer}`, answerText(answer)] as const),
    ...PEOPLE.filter(({ login }) => login).map(({ key }) => [`password:${key}`, PASSWORD] as const),
  ];
  for (const { pan, accessCode, activationCode } of CARDS) {
    const code = accessCode ?? activationCode;
    if (code !== undefined) jobs.push([`code:${pan}`, code]);
  }
  await Promise.all(jobs.map(async ([key, plain]) => made.set(key, await secrets.hashSecret(plain))));
  const read = (key: string) => {
    const hash = made.get(key);
    if (hash === undefined) throw new Error(`no hash was made for ${key}`);
    return hash;
  };
  return {
    securityAnswer: read('answer'),
    maidenName: read('maiden'),
    questions: QUESTIONS.map(({ answer }) => read(`question:${answer}`)),
    password: (person) => read(`password:${person}`),
    code: (pan) => read(`code:${pan}`),
  };
}
