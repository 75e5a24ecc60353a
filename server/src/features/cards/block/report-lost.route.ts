import { reportLost } from '@wattle/contract/cards/block/report-lost.ts';
import { handle } from '../../../http/handle.ts';
import { reportCard } from './report-card.ts';

export const reportLostRoute = handle(reportLost, (input) =>
  reportCard(input, input.body.IsStolen ? 'stolen' : 'lost'),
);
