import { Link } from '@wattle/web/router/public.ts';
import type { ReactNode } from 'react';

/** A name that leads to its person, `holder:48`. Without a person it is only the name. */
export const personLink = (person: string, name: string): ReactNode =>
  person === '' ? name : <Link to={`/people/${person.replace('holder:', '')}`}>{name}</Link>;
