import type { ReactElement } from 'react';

type Elements = ReactElement | null | readonly Elements[];

/** A component draws elements: a bare text that it returned would not be in a separate element. */
export type ElementComponent<Props = object> = (props: Props) => Elements;
