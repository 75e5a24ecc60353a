import type { DeskCommand } from '../desk/public.ts';
import { monthEndCommands } from './month-end.desk.ts';
import { reportCommand } from './report.desk.ts';
import { suspenseByAgeCommand } from './suspense-by-age.desk.ts';

/** Commands of the reports about the programme's money. */
export const reportCommands = [
  reportCommand,
  ...monthEndCommands,
  suspenseByAgeCommand,
] as const satisfies readonly DeskCommand[];
