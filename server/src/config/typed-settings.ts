import ipaddr from 'ipaddr.js';
import * as z from 'zod';

const isNetwork = (text: string) => ipaddr.isValidCIDR(text) || (ipaddr.isValid(text) && !/^\d+$/.test(text));

/** Addresses and networks, separated by commas or spaces: `10.0.0.0/8, ::1`. */
export const networks = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter((part) => part !== ''))
  .refine((all) => all.every(isNetwork), 'must be addresses or networks, separated by commas or spaces');

/** Address of a database, its scheme included: without it, a driver takes the whole for the name of a database. */
export const postgresUrl = z.string().regex(/^postgres(ql)?:\/\//, 'must be postgres://… or postgresql://…');
