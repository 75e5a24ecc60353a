import { Fragment, type ReactNode } from 'react';

type Fact = readonly [label: string, value: ReactNode];

/** Labels and values, one a line. Those without a value are left out. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  const known = facts.filter(([, value]) => value !== '' && value !== null && value !== undefined);
  return (
    <dl className="facts">
      {known.map(([label, value]) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
