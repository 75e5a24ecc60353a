import { accountTransactionsCommand, holdsCommand } from './account.desk.ts';
import { devicesOfCommand, documentsOfCommand, messagesOfCommand, signInsOfCommand } from './lists.desk.ts';
import { messagePersonCommand } from './message-person.desk.ts';
import { addNoteCommand, flagPersonCommand, notesCommand, revealCommand } from './notes.desk.ts';
import { outboxCommand } from './outbox.desk.ts';
import { accountsCommand, cardsOfCommand, personCommand } from './person.desk.ts';
import { search } from './search.desk.ts';
import { viewAsCommand } from './view-as.desk.ts';
import { timelineCommand } from './timeline.desk.ts';
import { searchAll } from './search-all.desk.ts';

/** Commands that find people and whatever is theirs, and show it. */
export const personCommands = [
  search,
  searchAll,
  personCommand,
  timelineCommand,
  accountsCommand,
  accountTransactionsCommand,
  holdsCommand,
  cardsOfCommand,
  messagesOfCommand,
  outboxCommand,
  signInsOfCommand,
  devicesOfCommand,
  documentsOfCommand,
  notesCommand,
  addNoteCommand,
  messagePersonCommand,
  flagPersonCommand,
  revealCommand,
  viewAsCommand,
] as const;
