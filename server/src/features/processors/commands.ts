import type { DeskCommand } from '../desk/public.ts';
import { differingCardsCommand, sendCardStateCommand } from './cards/compared-cards.desk.ts';
import {
  connectionsCommand,
  connectionSecretsCommand,
  connectionTimesCommand,
  readToldAgainCommand,
} from './connections.desk.ts';
import {
  processorChecksCommand,
  processorMessagesCommand,
  processorPurchaseCommand,
  processorPurchasesCommand,
} from './purchase-story.desk.ts';
import { addConnectionCommand, changeConnectionCommand, switchConnectionCommand } from './set-connection.desk.ts';
import { processorTroubleCommand, processorWordsCommand } from './trouble.desk.ts';

/** Commands of the connections to card processors. */
export const processorCommands = [
  connectionsCommand,
  connectionTimesCommand,
  connectionSecretsCommand,
  processorTroubleCommand,
  processorWordsCommand,
  processorPurchasesCommand,
  processorPurchaseCommand,
  processorChecksCommand,
  processorMessagesCommand,
  differingCardsCommand,
  sendCardStateCommand,
  addConnectionCommand,
  changeConnectionCommand,
  switchConnectionCommand,
  readToldAgainCommand,
] as const satisfies readonly DeskCommand[];
