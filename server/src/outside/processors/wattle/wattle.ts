import { ANSWER } from '@wattle/contract/network/message.ts';
import type { Ask, HttpAnswer, ProcessorAdapter } from '../port.ts';
import { readMessage } from './read.ts';
import { isSignedMessage } from './signature.ts';

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
/** A shorter one is not a key. */
const LEAST_KEY_BYTES = 32;

const ASK_PATHS: ReadonlySet<string> = new Set(['authorisations', 'balances']);
/** Calls that tell. */
const TOLD_PATHS: ReadonlySet<string> = new Set([
  'advices',
  'clearings',
  'reversals',
  'refunds',
  'notices',
  'holds',
  'expiries',
  'corrections',
  'refund-authorisations',
  'refund-reversals',
]);

function answerOf(body: object): HttpAnswer {
  return { status: 200, headers: JSON_TYPE, body: JSON.stringify(body) };
}

/** Key of a secret, which is hexadecimal as the network key is. */
function keyOf(secret: string): Buffer {
  return Buffer.from(secret, 'hex');
}

const notApproved = ({ key }: Pick<Ask, 'key'>, answer: string) => ({
  reference: key,
  answer,
  approvalCode: null,
  available: null,
});

/**
 * Our own protocol (`contract/src/network`), for a processor that speaks it. References are the processor's, so in the
 * books they are kept under the connection, where no other programme's message can name them.
 */
export const wattle: ProcessorAdapter = {
  kind: 'wattle',
  deadlineMs: 2_000,
  onSilence: 'setting',
  compares: 'wattle',
  isSigned({ path, headers, rawBody }, secrets, nowMs) {
    const keys = secrets.map(keyOf).filter((key) => key.length >= LEAST_KEY_BYTES);
    return isSignedMessage(keys, { method: 'POST', path: `/network/${path}`, headers, body: rawBody }, nowMs);
  },
  secretOf(path) {
    if (ASK_PATHS.has(path)) return 'asks';
    return TOLD_PATHS.has(path) ? 'events' : undefined;
  },
  read: (delivery, connection) => [readMessage(delivery, connection)],
  answer(ask, { answer, approvalCode, available, approvedAmount, ledgerBalance }) {
    return answerOf({ reference: ask.key, answer, approvalCode, available, approvedAmount, ledgerBalance });
  },
  silence: (ask) => answerOf(notApproved(ask, ANSWER.error)),
  taken: (told = []) => answerOf(told[0] ? notApproved(told[0], ANSWER.approved) : {}),
};
