import { turnCardOff } from '@wattle/contract/cards/switch/turn-card-off.ts';
import { handle } from '../../../http/handle.ts';
import { turnCard } from './turn-card.ts';

export const turnCardOffRoute = handle(turnCardOff, (input) => turnCard(input, 'turnOff'));
