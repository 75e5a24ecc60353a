import { turnCardOn } from '@wattle/contract/cards/switch/turn-card-on.ts';
import { handle } from '../../../http/handle.ts';
import { turnCard } from './turn-card.ts';

export const turnCardOnRoute = handle(turnCardOn, (input) => turnCard(input, 'turnOn'));
