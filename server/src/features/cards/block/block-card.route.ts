import { blockCard } from '@wattle/contract/cards/block/block-card.ts';
import { handle } from '../../../http/handle.ts';
import { blockOwnCard } from './report-card.ts';

export const blockCardRoute = handle(blockCard, blockOwnCard);
