import { disputeFactsCommand } from './dispute-facts.desk.ts';
import {
  askBackCommand,
  disputeCommand,
  disputeFileCommand,
  disputesCommand,
  resolveDisputeCommand,
  submitDisputeCommand,
} from './disputes.desk.ts';
import { provisionalCreditCommand } from './provisional-credit.desk.ts';

/** Commands of the desk about disputes. */
export const disputeCommands = [
  disputesCommand,
  disputeCommand,
  disputeFactsCommand,
  disputeFileCommand,
  askBackCommand,
  submitDisputeCommand,
  provisionalCreditCommand,
  resolveDisputeCommand,
] as const;
