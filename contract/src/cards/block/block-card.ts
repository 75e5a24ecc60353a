import { operation, WEB_ACCOUNT } from '../../operation.ts';
import { cardBody } from '../../wire.ts';
import { cardReport } from './card-report.ts';

/** Only the programme can unblock it. Reloadable cards that are not on their way (10001). */
export const blockCard = operation({
  name: 'blockCard',
  method: 'POST',
  path: 'card/block',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { Card: 'card' },
  summary: 'Block a card',
  body: cardBody,
  response: cardReport,
  errors: ['invalid_card_details', 'card_problem'],
});
