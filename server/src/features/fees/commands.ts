import { chargeFeeCommand } from './charge-fee.desk.ts';
import { refundFeeCommand } from './refund/refund-fee.desk.ts';

/** Commands of the desk about fees. */
export const feeCommands = [chargeFeeCommand, refundFeeCommand] as const;
