import ipaddr from 'ipaddr.js';
import * as z from 'zod';

const isNetwork = (text: string) => ipaddr.isValidCIDR(text) || (ipaddr.isValid(text) && !/^\d+$/.test(text));

/** Addresses and networks, separated by commas or spaces: `10.0.0.0/8, ::1`. */
export const networks = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter((part) => part !== ''))
  .refine((all) => all.every(isNetwork), 'must be addresses or networks, separated by commas or spaces');

const RECIPIENT = z.union([z.email(), z.string().regex(/^@[\w-]+(\.[\w-]+)+$/), z.string().regex(/^\+[1-9]\d{6,14}$/)]);

/** Recipients of messages, separated by commas or spaces: `kate@bank.example, @testers.example, +61400000001`. */
export const recipients = z
  .string()
  .transform((text) =>
    text
      .toLowerCase()
      .split(/[\s,]+/)
      .filter((part) => part !== ''),
  )
  .refine(
    (all) => all.every((one) => RECIPIENT.safeParse(one).success),
    'must be email addresses, @domains or numbers such as +61400000001, separated by commas or spaces',
  );

/** Address of a database, its scheme included: without it, a driver takes the whole for the name of a database. */
export const postgresUrl = z.string().regex(/^postgres(ql)?:\/\//, 'must be postgres://… or postgresql://…');
