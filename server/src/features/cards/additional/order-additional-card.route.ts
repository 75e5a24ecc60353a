import { orderAdditionalCard } from '@wattle/contract/cards/additional/order-additional-card.ts';
import { handlePayment } from '../../../http/handle.ts';
import { additionalCard } from './additional-card.kind.ts';

export const orderAdditionalCardRoute = handlePayment(orderAdditionalCard, additionalCard);
