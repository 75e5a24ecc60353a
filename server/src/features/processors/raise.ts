import type { AppContext } from '../../compose/context.ts';
import type { Connected } from './connection.ts';
import { type Alert, countAlert } from './figures.ts';

const WORDS: Readonly<Record<Alert, string>> = {
  silent: 'an ask of a card processor got no decision in time',
  key_reused: 'a card processor used a key again for another content',
  currency: 'a card processor sent another billing currency',
  unknown_ask: 'a card processor asked what is not known here',
  unreadable: 'a signed delivery of a card processor is no message of it',
  unmatched: 'a card processor told of a card or purchase that is not known',
  too_late: 'an approval came after the deadline of a card processor, and the shop was declined',
  low_balance: "the programme's balance at a card processor is below the least that its connection wants",
  unreached: 'a card cannot be made or changed: its connection is off, has no API or does not answer for an hour',
  key_refused: 'the API of a card processor has refused the key of its connection',
  unconfirmed: 'a card processor has confirmed an approval neither by itself nor when asked',
};

/** Raises what a person has to look at. Keys and ids stay out of the log: they may be any text. */
export function raise(
  { log }: Pick<AppContext, 'log'>,
  { connection }: Pick<Connected, 'connection'>,
  alert: Alert,
): void {
  countAlert(connection.kind, alert);
  log.error({ connection: connection.id, tenant: connection.tenantId, alert }, WORDS[alert]);
}
