import { lineText } from '@wattle/contract/rules/typed-text.ts';
import * as z from 'zod';
import { nameOf } from '../typed-input.ts';

/** Sign-in name of a member of staff as it is stored and compared. */
export function foldStaffName(typed: string): string {
  return lineText(typed).toLowerCase();
}

export const staffName = z
  .string()
  .overwrite(foldStaffName)
  .regex(/^[a-z][a-z0-9.-]{1,39}$/)
  .describe('a sign-in name of small letters, digits, dots and hyphens');

export const staffFullName = nameOf(2, 80);
