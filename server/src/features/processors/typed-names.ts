import * as z from 'zod';
import { nameOf } from '../desk/public.ts';

/** Inputs of the desk that name a connection, and a purchase of its processor. */
export const connectionName = nameOf(1, 60).describe('the name of a connection');
export const purchaseId = z
  .string()
  .regex(/^[\x21-\x7e]{1,400}$/)
  .describe('the id of a purchase at the processor');
