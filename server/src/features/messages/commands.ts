import { deadMessagesCommand, resendMessagesCommand } from './dead-messages.desk.ts';

/** Commands of the desk about messages that were given up. */
export const messageCommands = [deadMessagesCommand, resendMessagesCommand] as const;
