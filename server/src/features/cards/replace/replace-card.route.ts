import { replaceCard } from '@wattle/contract/cards/replace/replace-card.ts';
import { handlePayment } from '../../../http/handle.ts';
import { replacement } from './replacement.kind.ts';

export const replaceCardRoute = handlePayment(replaceCard, replacement);
