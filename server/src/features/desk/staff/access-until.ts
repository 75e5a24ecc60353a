import * as z from 'zod';
import { dayAt, startOfDay } from '../../../platform/time/clock.ts';

/** Last day of a member's access. */
export const untilInput = z.iso.date();

/** Access of that last day ends with it, in Melbourne. */
export const endOfAccess = (until: string): number => startOfDay(until, 1);

/** The last day, of a moment (timestamptz as text) at which access ends. */
export const lastDayOfAccess = (endsAt: string): string => dayAt(Date.parse(endsAt) - 1);
