import { turnCardOff } from '@wattle/contract/cards/turn-card-off.ts';
import { handle } from '../../http/handle.ts';
import { turnCard } from './turn-card.ts';

export const turnCardOffRoute = handle(turnCardOff, (input) => turnCard(input, 'ActiveOff'));
