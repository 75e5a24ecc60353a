import type { DeskCommand } from '../desk/public.ts';
import { draftRuleCommand } from './draft-rule.desk.ts';
import { letCardPassCommand } from './let-card-pass.desk.ts';
import { ruleDecisionsCommand, seenRuleDecisionCommand } from './rule-decisions.desk.ts';
import { ruleExamplesCommand, ruleTrialCommand, ruleTrialDaysCommand, tryRuleCommand } from './rule-trial.desk.ts';
import { purchaseRuleCommand, purchaseRulesCommand } from './rules.desk.ts';
import { turnOffRuleCommand, turnOnRuleCommand } from './turn-rule.desk.ts';

/** Commands of the rules for purchases. */
export const purchaseRuleCommands = [
  purchaseRulesCommand,
  purchaseRuleCommand,
  draftRuleCommand,
  tryRuleCommand,
  ruleTrialCommand,
  ruleTrialDaysCommand,
  ruleExamplesCommand,
  turnOnRuleCommand,
  turnOffRuleCommand,
  ruleDecisionsCommand,
  seenRuleDecisionCommand,
  letCardPassCommand,
] as const satisfies readonly DeskCommand[];
